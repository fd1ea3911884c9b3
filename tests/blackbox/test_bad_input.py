# on: release sanitize windows
"""Wrong and unreadable input: each gives a clear sentence and the right exit status, never a crash."""
import json
import os
import re
import shutil

import blackbox
from blackbox import ROOT, path_for, run

CASE = ROOT / "cases/linux-torch-cpu-build"


class BadInput(blackbox.TestCase):
    def expect(self, status, piece, *arguments, **options):
        result = run(*arguments, **options)
        self.assertEqual(result.status, status, result.err)
        self.assertEqual(result.out, "")
        self.assertIn(piece, result.err)
        self.assertTrue(result.err.startswith("gpuenv"), result.err)
        self.assertLessEqual(len(result.err.splitlines()), 2, result.err)
        chinese = run(*arguments, "--lang", "zh", **options)
        self.assertEqual(chinese.status, status, chinese.err)
        names = re.compile("（[a-z-]+(, [a-z-]+)*）")  # of placeholders and keys
        self.assertFalse(blackbox.is_english(names.sub("", chinese.err)), chinese.err)
        self.assertRegex(chinese.err.splitlines()[0], "[\u4e00-\u9fff]")

    def folder_with(self, name, content):
        folder = self.temporary()
        (folder / name).write_bytes(content)
        return folder

    def test_folders_that_do_not_exist(self):
        for option in "--machine", "--data", "--env":
            self.expect(2, "there is no such folder", "doctor", option, path_for(self.temporary() / "missing"))

    def test_files_where_folders_are_wanted(self):
        file = path_for(ROOT / "CMakeLists.txt")
        for option in "--machine", "--data", "--env":
            self.expect(2, "that is a file", "doctor", option, file)
        self.expect(2, "that is a file", "record", "-o", file)

    def test_folders_without_content(self):
        empty = path_for(self.temporary())
        self.expect(3, "holds no recording", "doctor", "--machine", empty)
        self.expect(3, "frameworks: ", "doctor", "--data", empty)

    def test_recordings_that_are_damaged(self):
        whole = (CASE / "machine.toml").read_bytes()
        for content in (b"", b"\0", b"\xff\xfe", b"os = ", b"os = \"plan9\"", whole[: len(whole) // 2] + b"\n[[", whole + b"\nx = 1\n"):
            self.expect(3, "machine.toml", "doctor", "--machine", path_for(self.folder_with("machine.toml", content)))
        for content in (b"", b"{", b"[]", b"null", b"{}", b"\xff", b"[" * 100000):
            self.expect(3, "machine.json", "doctor", "--machine", path_for(self.folder_with("machine.json", content)))

    def test_tables_that_are_damaged(self):
        for content in (b"", b"\xff", b"[[gpu]]\n", b"[[gpu\n"):
            tables = self.temporary() / "tables"
            shutil.copytree(ROOT / "data", tables)
            (tables / "gpus.toml").write_bytes(content)
            self.expect(3, "gpus.toml", "doctor", "--data", path_for(tables))

    def test_findings_of_tables_that_the_checks_cannot_use(self):
        for old, new, message in (
            ("[en]", "[en]\nfix.other = \"x\"", "zh"),
            ("fix.install", "fix.instal", "fix.install is missing"),
            ("{", "{nosuch} {", "{nosuch} is no placeholder"),
        ):
            tables = self.temporary() / "tables"
            shutil.copytree(ROOT / "data", tables)
            finding = tables / "findings/torch.cpu-build.toml"
            finding.write_text(finding.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
            self.expect(3, message, "doctor", "--data", path_for(tables))

    def test_options_that_contradict_each_other(self):
        case = path_for(CASE)
        for arguments in (
            ("--json", "--format", "html"),
            ("--redact", "--no-redact"),
            ("--machine", path_for(ROOT)),
        ):
            self.expect(2, arguments[0], "doctor", "--machine", case, *arguments)

    def test_a_recording_beside_other_files(self):
        folder = self.folder_with("notes.txt", b"mine")
        self.expect(2, "not empty", "record", "-o", path_for(folder))
        self.assertEqual([entry.name for entry in folder.iterdir()], ["notes.txt"])

    def test_unreadable_folders_and_files(self):
        somebody = self.as_somebody()
        folder = self.open_temporary()
        (folder / "machine.json").write_bytes(b"{}")
        (folder / "machine.json").chmod(0)
        self.expect(3, "machine.json", "doctor", "--machine", folder, **somebody)
        folder.chmod(0)
        for option in "--machine", "--data":
            self.expect(3, str(folder), "doctor", option, folder, **somebody)

    def test_an_environment_that_may_not_be_read(self):
        somebody = self.as_somebody()
        folder = self.open_temporary() / "env"
        site = folder / "lib/python3.12/site-packages"
        site.mkdir(parents=True)
        (folder / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.12.4\n")
        for closed in folder / "pyvenv.cfg", site, folder:
            closed.chmod(0)
            report, result = self.report("doctor", "--env", folder, **somebody)
            self.assertIn(result.status, (1, 3), result.err)
            seen, = (each for each in report["machine"]["environments"] if each["path"] == str(folder))
            self.assertNotEqual(seen["verdict"], "healthy")  # what cannot be read is not fine

    def test_a_recording_that_may_not_be_written(self):
        somebody = self.as_somebody()
        folder = self.open_temporary()
        folder.chmod(0o555)
        self.expect(3, str(folder), "record", "-o", folder / "below", **somebody)

    def test_a_machine_file_that_is_a_folder(self):
        folder = self.temporary()
        (folder / "machine.json").mkdir()
        self.expect(3, "machine.json", "doctor", "--machine", path_for(folder))

    def test_output_that_cannot_be_written(self):
        target = path_for(ROOT / "CMakeLists.txt/below.txt")
        self.expect(3, "below.txt", "doctor", "--machine", path_for(CASE), "-o", target)

    def test_an_environment_that_is_none(self):
        report, result = self.report("doctor", "--env", path_for(self.temporary()))
        self.assertIn(result.status, (1, 3), result.err)
        self.assertEqual([place["verdict"] == "healthy" for place in report["machine"]["environments"]], [False])

    def test_a_recording_that_brings_in_any_text(self):
        case = json.loads((ROOT / "cases/linux-recorded-rtx4090/machine.json").read_text(encoding="utf-8"))
        nested = "x: failed: " * 20_000
        long = dict(case, directories={path: {"unknown": "failed", "detail": nested} for path in case["directories"]})
        circle = dict(case, links={path: path + "/" + path * 50 for path in case["links"]})
        crowded = dict(case, variables=dict(case["variables"], **{name: ":".join(f"/p{n}" for n in range(50_000)) for name in ("PATH", "LD_LIBRARY_PATH")}))
        for document in long, circle, crowded:
            folder = self.folder_with("machine.json", json.dumps(document).encode())
            for language in "en", "zh":
                result = run("doctor", "--machine", path_for(folder), "--lang", language, timeout=20)
                self.assertIn(result.status, (0, 1, 3), result.err)
                self.assertLess(len(result.out), 1 << 20)
        self.assertLess(len(run("doctor", "--machine", path_for(self.folder_with("machine.json", json.dumps({"schema": nested}).encode()))).err), 10_000)

    def test_another_nvidia_smi_is_never_started(self):
        if blackbox.is_windows():
            self.skipTest("wine starts no shell scripts")
        folder = self.temporary()
        script = folder / "nvidia-smi"
        script.write_text(f"#!/bin/sh\ntouch {folder}/started\nwhile :; do echo garbage; done\n")
        script.chmod(0o755)
        result = run("doctor", env={"PATH": f"{folder}:{os.environ['PATH']}"}, timeout=20)
        self.assertIn(result.status, (0, 1, 3), result.err)
        self.assertFalse((folder / "started").exists())

    def test_arguments_with_odd_bytes(self):
        self.expect(2, "--x", "doctor", "--x\x1b[31m\n")
        result = run("doctor", "--x\x1b[31m")
        self.assertNotIn("\x1b", result.err)


if __name__ == "__main__":
    blackbox.main()
