# timeout: 600
"""Environments with files far larger than any installer writes, and with names of any bytes: examined with little memory and without a
crash."""
import os
import re
import subprocess
import unittest

import blackbox
import fake_machine
from blackbox import run

MEMORY_KB = 200_000  # of address space, for the program and its threads
LIMITED = ["sh", "-c", f'ulimit -v {MEMORY_KB} && exec "$@"', "sh"]
MIB = 1 << 20


class Environment(blackbox.TestCase):
    def environment(self):
        """(folder, site-packages) of an empty environment, with a torch that has metadata and a version."""
        folder = self.temporary() / "env"
        site = folder / "lib/python3.12/site-packages"
        (site / "torch").mkdir(parents=True)
        (folder / "bin").mkdir()
        (folder / "bin/python").symlink_to("/usr/bin/python3")
        (folder / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.12.4\n")
        (site / "torch/version.py").write_text("__version__ = '2.8.0+cu128'\ncuda: Optional[str] = '12.8'\n")
        (site / "torch/__init__.py").write_text("")
        self.info = site / "torch-2.8.0.dist-info"
        self.info.mkdir()
        (self.info / "METADATA").write_text("Metadata-Version: 2.1\nName: torch\nVersion: 2.8.0\n\n")
        (self.info / "RECORD").write_text("torch/__init__.py,,0\ntorch/version.py,,\n")
        return folder, site

    def examine(self, folder):
        """The report and the facts about this environment, from a run with little memory."""
        home = self.temporary()
        report, result = self.report("doctor", "--env", folder, inside=LIMITED, cwd=home, timeout=10,
                                     env={**fake_machine.ELSEWHERE, "HOME": str(home)})
        self.assertIn(result.status, (0, 1, 3))
        self.assertEqual(result.err, "")
        return report, next(each for each in report["machine"]["environments"] if each["selection"] == "named")

    def versions(self, seen):
        return {each["name"]: each["version"] for each in seen["frameworks"]}

    def write_large(self, file, beginning, line, count_mib):
        """A beginning, and then one line again and again."""
        block = line * (MIB // len(line))
        with open(file, "wb") as out:
            out.write(beginning)
            for _ in range(count_mib):
                out.write(block)


class Large(Environment):
    def test_the_limit_holds(self):
        result = run("doctor", "--machine", blackbox.ROOT / "cases/linux-torch-cpu-build", inside=["sh", "-c", 'ulimit -v 2000 && exec "$@"', "sh"])
        self.assertNotIn(result.status, (0, 1, 2, 3))

    def test_metadata_of_100_mb(self):
        folder, _ = self.environment()
        head = b"Metadata-Version: 2.1\nName: torch\nVersion: 2.8.0\n"
        for line in (b"\nA long description, told once more.\n", b"Requires-Dist: filelock>=3.0\n", b"x" * MIB, b"\0" * 1024):
            self.write_large(self.info / "METADATA", head, line, 100)
            _, seen = self.examine(folder)
            self.assertEqual(self.versions(seen), {"torch": "2.8.0"})

    def test_metadata_of_100_mb_without_a_name(self):
        folder, _ = self.environment()
        self.write_large(self.info / "METADATA", b"", b"X-Other: 1\n", 100)
        self.examine(folder)

    def test_record_of_50_mb(self):
        folder, site = self.environment()
        for line in (b"torch/data/table.bin,sha256=x,1000\n", b"x" * MIB, b"\xff\xfe,,\n", b"\"\n"):
            self.write_large(self.info / "RECORD", b"torch/__init__.py,,0\n", line, 50)
            _, seen = self.examine(folder)
            self.assertEqual(self.versions(seen), {"torch": "2.8.0"})

    def test_record_of_50_mb_with_one_library(self):
        folder, _ = self.environment()
        self.write_large(self.info / "RECORD", b"torch/__init__.py,,0\n", b"torch/lib/libtorch.so,sha256=x,1000\n", 50)
        try:
            self.examine(folder)
        except subprocess.TimeoutExpired:
            self.fail("no end within the time limit")

    def test_record_with_a_million_files(self):
        folder, _ = self.environment()
        with open(self.info / "RECORD", "wb") as out:
            for index in range(1_000_000):
                out.write(b"torch/lib/lib%d.so,,1\n" % index)
        report, seen = self.examine(folder)
        self.assertEqual(self.versions(seen), {"torch": "2.8.0"})
        self.assertLess(len(str(report)), MIB)  # and a report that can be read

    def test_other_files_of_50_mb(self):
        folder, site = self.environment()
        for file in (folder / "pyvenv.cfg", site / "torch/version.py", self.info / "INSTALLER", self.info / "top_level.txt", site / "other.pth",
                     folder / "bin/pip"):
            with self.subTest(file.name):
                beginning = file.read_bytes() if file.exists() else b"#!/usr/bin/python3\n"
                self.write_large(file, beginning, b"# and so on\n", 50)
                self.examine(folder)
                file.write_bytes(beginning)

    def test_a_hundred_thousand_entries(self):
        folder, site = self.environment()
        for index in range(50_000):
            (site / f"package{index}.py").touch()
        _, seen = self.examine(folder)
        self.assertEqual(self.versions(seen), {"torch": "2.8.0"})


class Names(Environment):
    BYTES = (b"\xff\xfe", b"a\x1b[31mred", b"two\nlines", b"\xc3\x28", b"'; rm -rf ~", b'"$(id)"', b"\xe2\x80\xae", b"%s%n{}", b"-r")

    def test_of_packages(self):
        folder, site = self.environment()
        for name in self.BYTES:
            info = bytes(site) + b"/" + name + b"-1.0.dist-info"
            os.mkdir(info)
            for file, text in (b"METADATA", b"Name: " + name + b"\nVersion: " + name + b"\n"), (b"RECORD", name + b",,\n"), (b"INSTALLER", name):
                with open(info + b"/" + file, "wb") as out:
                    out.write(text)
            os.mkdir(bytes(site) + b"/torch/" + name)
        report, seen = self.examine(folder)
        self.assertEqual(self.versions(seen), {"torch": "2.8.0"})
        self.assert_harmless(self.text("doctor", "-v", "--env", folder))

    def test_of_folders(self):
        for name in self.BYTES:
            if name.startswith(b"-"):
                continue
            with self.subTest(name):
                folder, _ = self.environment()
                renamed = folder.with_name(os.fsdecode(name))
                folder.rename(renamed)
                report, seen = self.examine(str(renamed))
                self.assertEqual(self.versions(seen), {"torch": "2.8.0"})
                self.assert_harmless(self.text("doctor", "-v", "--env", str(renamed)))

    def test_of_versions(self):
        for version in self.BYTES:
            with self.subTest(version):
                folder, site = self.environment()
                (site / "torch/version.py").write_bytes(b"__version__ = '" + version + b"'\ncuda = '" + version + b"'\n")
                (self.info / "METADATA").write_bytes(b"Name: torch\nVersion: " + version + b"\n")
                self.examine(folder)
                self.assert_harmless(self.text("doctor", "-v", "--env", folder))

    def text(self, *arguments):
        home = self.temporary()
        return run(*arguments, inside=LIMITED, cwd=home, env={**fake_machine.ELSEWHERE, "HOME": str(home)}, timeout=30).out

    def assert_harmless(self, text):
        """Nothing that steers a terminal, and no line of its own made by a name."""
        self.assertIsNone(re.search("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202e]", text), text)
        self.assertNotIn("\nlines", text)


if __name__ == "__main__":
    blackbox.main()
