"""Copies of real environments, for tests that break them: by hard links, so nothing of the original changes."""
import os
import shutil
import subprocess

import fake_machine
from environments import call_uv, environment
from fake_machine import spec

MACHINE = spec("RTX 4090")


class TestCase(fake_machine.TestCase):
    def copy(self, name):
        """A copy of an environment, on the file system of the original; its scripts start its own Python."""
        original = environment(name)
        folder = original.with_name(f"broken-{os.getpid()}-{name}")
        shutil.rmtree(folder, ignore_errors=True)
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        shutil.copytree(original, folder, symlinks=True, copy_function=os.link)
        for script in (folder / "bin").iterdir():
            beginning = b"" if script.is_symlink() else script.read_bytes()[:4096]
            if beginning.startswith(b"#!" + bytes(original)):
                self.replace(script, text=script.read_text(encoding="utf-8").replace(str(original), str(folder)))
        return folder

    def site(self, folder):
        found, = folder.glob("lib/python3.*/site-packages")
        return found

    def replace(self, file, size=None, text=None):
        """Puts another file in place: the beginning of the old one, or a text."""
        beginning = file.read_bytes()[:size] if text is None else text.encode()
        file.unlink()
        file.write_bytes(beginning)

    def uninstall(self, folder, *names):
        call_uv("pip", "uninstall", "--python", folder / "bin/python", *names)

    def import_path(self, python, module, inside=(), **options):
        """Where Python would import a module from, as it says itself; "" for nowhere."""
        program = f"import importlib.util as u; s = u.find_spec({module!r}); print(s.origin if s else '')"
        done = subprocess.run([*map(str, inside), str(python), "-c", program], check=True, capture_output=True, text=True, timeout=60, **options)
        return done.stdout.strip()

    def causes(self, folder, *arguments, env=None, machine=MACHINE):
        report, result = self.doctor(machine, "--env", str(folder), *arguments, env=env)
        self.assertEqual(result.err, "")
        return [(each["id"], each["severity"]) for each in report["findings"] if each["role"] == "cause"], report

    def finding(self, report, name):
        found, = (each for each in report["findings"] if each["id"] == name)
        return found

    def commands(self, report, name):
        return [step["command"] for step in self.finding(report, name)["fix"] if step["command"]]

    def assert_healthy(self, folder, **options):
        """Nothing to repair, and nothing left open."""
        causes, report = self.causes(folder, **options)
        self.assertEqual((causes, report["verdict"], report["unknown"]), ([], "healthy", []))
        return report
