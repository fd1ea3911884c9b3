# labels: wheels
# timeout: 1500
"""`gpuenv doctor` on environments of real wheels that were broken for real: a truncated library, one of two packages with the same
files uninstalled, a local torch.py, PYTHONPATH, and with --deep a changed script. Each is a copy by hard links, so nothing of the
original changes."""
import os
import shutil
import subprocess

import blackbox
import fake_machine
from blackbox import uv
from environments import environment
from fake_machine import spec

MACHINE = spec("RTX 4090")


class Broken(fake_machine.TestCase):
    def copy(self, name):
        """A copy of an environment, on the file system of the original."""
        original = environment(name)
        folder = original.with_name(f"broken-{os.getpid()}-{name}")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        shutil.copytree(original, folder, symlinks=True, copy_function=os.link)
        return folder

    def site(self, folder):
        found, = folder.glob("lib/python3.*/site-packages")
        return found

    def replace(self, file, size=None, text=None):
        """Puts another file in place: the beginning of the old one, or a text."""
        beginning = file.read_bytes()[:size] if text is None else text.encode()
        file.unlink()
        file.write_bytes(beginning)

    def causes(self, folder, *arguments, env=None):
        report, result = self.doctor(MACHINE, "--env", str(folder), *arguments, env=env)
        self.assertEqual(result.err, "")
        return [(each["id"], each["severity"]) for each in report["findings"] if each["role"] == "cause"], report

    def test_a_truncated_library(self):
        folder = self.copy("torch")
        self.replace(self.site(folder) / "torch/lib/libtorch_python.so", 4_000_000)
        causes, report = self.causes(folder)
        self.assertEqual(causes, [("files.cut", "error")])
        finding, = (each for each in report["findings"] if each["id"] == "files.cut")
        self.assertEqual(finding["confidence"], "certain")
        self.assertIn("libtorch_python.so", finding["why"])
        self.assertRegex(finding["fix"][0]["command"], r'--reinstall --no-deps --no-cache "torch==2\.15\.0"$')

    def test_a_library_that_is_gone(self):
        folder = self.copy("tensorflow-and-cuda")
        library, = self.site(folder).glob("nvidia/cudnn/lib/libcudnn.so.9")
        library.unlink()
        causes, report = self.causes(folder)
        self.assertIn(("files.missing", "error"), causes)
        self.assertEqual([each["distribution"] for each in report["machine"]["environments"][0]["damaged"]], ["nvidia-cudnn-cu12"])

    def test_one_of_both_onnxruntime_packages_uninstalled(self):
        program, variables = uv()
        for gone, left in ("onnxruntime", "onnxruntime-gpu"), ("onnxruntime-gpu", "onnxruntime"):
            folder = self.copy("onnxruntime-both-gpu-last")
            subprocess.run([program, "--no-progress", "pip", "uninstall", "--python", folder / "bin/python", gone], check=True,
                           env={**os.environ, **variables}, capture_output=True)
            causes, report = self.causes(folder)
            self.assertIn(("files.emptied", "error"), causes, report["findings"])
            finding, = (each for each in report["findings"] if each["id"] == "files.emptied")
            self.assertIn(f'"{left}==', finding["fix"][0]["command"])
            shutil.rmtree(folder)

    def test_a_local_file_with_the_name_of_a_framework(self):
        folder = environment("torch")
        home = self.temporary()
        (home / "torch.py").write_text("print('mine')\n")
        report, _ = self.report("doctor", "--env", str(folder), inside=self.inside(MACHINE), cwd=home,
                                env={**fake_machine.ELSEWHERE, "HOME": str(home)})
        causes = [each["id"] for each in report["findings"] if each["role"] == "cause"]
        self.assertEqual(causes, ["python.local-module"])

    def test_pythonpath_and_the_users_folder(self):
        folder = environment("torch")
        home = self.temporary()
        user = home / ".local/lib" / self.site(folder).parent.name / "site-packages"
        (user / "torch").mkdir(parents=True)
        (user / "torch/__init__.py").write_text("")
        (user / "torch-2.5.1.dist-info").mkdir()
        self.assertEqual(self.causes(folder, env={"HOME": str(home)})[0], [])  # a venv does not look there
        causes, _ = self.causes(folder, env={"HOME": str(home), "PYTHONPATH": str(user)})
        self.assertEqual(causes, [("python.pythonpath", "error")])

    def test_deep_finds_a_changed_script(self):
        folder = self.copy("torch")
        self.assertEqual(self.causes(folder, "--deep")[0], [])
        self.replace(self.site(folder) / "torch/utils/__init__.py", text="# patched\n")
        self.assertEqual(self.causes(folder, "--deep")[0], [("files.changed", "warning")])


if __name__ == "__main__":
    blackbox.main()
