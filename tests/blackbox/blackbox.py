"""What the black-box tests share. A file test_<name>.py holds unittest classes and ends with blackbox.main(); cmake/tests.cmake
registers it and says which lines at its top choose the programs, labels and time limit."""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import program
import report_schema
from program import ROOT, binary, is_windows, path_for, run  # noqa: F401 (for the tests)

CACHE = pathlib.Path(os.environ.get("GPUENV_TEST_CACHE") or pathlib.Path.home() / ".cache/gpuenv-tests")


# Four words of small letters in a row, with blanks and single commas between: a sentence, and no name, path, version or option.
SENTENCE = re.compile(r"(?<![\w./\\=-])[A-Za-z][a-z']*(?:,? [a-z']+){3,}(?![\w./\\=-])")

# What may be English: messages of programs in quotation marks, lines of the kernel log, errors of the system's loader.
QUOTED = re.compile(r"“[^”]*”|NVRM: .*|.*(dlopen|cannot open shared object file).*")


def is_english(text):
    return bool(SENTENCE.search(QUOTED.sub("", text)))


# Runs the command that follows as a user who owns nothing; nobody on Linux.
AS_NOBODY = [sys.executable, "-I", "-c", "import os, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.execvp(sys.argv[1], sys.argv[1:])"]


class TestCase(unittest.TestCase):
    def temporary(self):
        """A folder that is removed after the test."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="gpuenv-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        return folder

    def as_somebody(self):
        """What makes run() a run of a user whom file modes hold: nothing, but for root {"inside": ..., "program": ..., "env": ...}, with
        a copy of the program that everybody may start. What that user is to read has to be below open_temporary()."""
        if is_windows():
            self.skipTest("wine knows no file modes")
        if os.geteuid() != 0:
            return {}
        copy = self.open_temporary() / "gpuenv"
        shutil.copy(binary(), copy)
        copy.chmod(0o755)
        return {"inside": AS_NOBODY, "program": copy, "env": {"HOME": str(copy.parent)}, "cwd": copy.parent}

    def open_temporary(self):
        """A temporary folder that other users may look into."""
        folder = self.temporary()
        folder.chmod(0o755)
        return folder

    def report(self, *arguments, **options):
        """Runs a command with --json: (its report, the Result). The report is held against its schema in docs/."""
        result = run(*arguments, "--json", **options)
        try:
            report = json.loads(result.out)
        except ValueError as error:
            self.fail(f"no JSON ({error}); exit status {result.status}\nstdout: {result.out[:2000]}\nstderr: {result.err[:2000]}")
        self.assert_valid(report)
        return report, result

    def assert_valid(self, report):
        if report_schema.missing():
            print(f"SKIP: {self.id()}: validation of the report: {report_schema.missing()}")
            return
        self.assertEqual(report_schema.complaints(report), [])


def causes(report):
    """Ids of the causes, in their order."""
    return [finding["id"] for finding in report["findings"] if finding["role"] == "cause"]


def uv():
    """The uv installer, with its download cache inside the test cache; skips the test where there is none.
    Returns (program, variables for its environment)."""
    beside = CACHE / "venv/bin/uv"
    found = str(beside) if beside.exists() else shutil.which("uv")
    if not found:
        raise unittest.SkipTest("uv is not installed")
    return found, {"UV_CACHE_DIR": str(CACHE / "uv"), "UV_PYTHON_DOWNLOADS": "never"}


def main():
    """Runs the tests of the calling file: exit status 0, 1 when one failed, 77 when all were skipped."""
    if not binary().exists():
        print(f"SKIP: {binary()} was not built")
        sys.exit(program.SKIP)
    outcome = unittest.main(exit=False, verbosity=1).result
    for test, reason in outcome.skipped:
        print(f"SKIP: {test.id()}: {reason}")
    if not outcome.wasSuccessful():
        sys.exit(1)
    sys.exit(program.SKIP if outcome.testsRun and len(outcome.skipped) == outcome.testsRun else 0)
