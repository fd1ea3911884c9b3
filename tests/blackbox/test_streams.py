# on: release sanitize
"""Streams that fail: a reader that goes away, a full disk, closed descriptors, a terminal."""
import os
import pathlib
import pty
import re
import subprocess

import blackbox
from blackbox import ROOT, binary

DOCTOR = [str(binary()), "doctor", "--machine", str(ROOT / "cases/linux-torch-cpu-build"), "--lang", "en"]


class Streams(blackbox.TestCase):
    def test_a_reader_that_left_causes_no_noise(self):
        for ignored in False, True:  # some parents hand SIGPIPE down ignored
            read_end, write_end = os.pipe()
            os.close(read_end)
            done = subprocess.run(DOCTOR + ["-v"], stdout=write_end, stderr=subprocess.PIPE, restore_signals=not ignored, timeout=60)
            os.close(write_end)
            self.assertEqual(done.stderr, b"")
            self.assertIn(done.returncode, (1, -13))

    def test_a_full_disk_is_told(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("there is no /dev/full here")
        with open("/dev/full", "wb") as full:
            for arguments in DOCTOR, DOCTOR + ["--json"], [str(binary()), "--help"]:
                done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(done.returncode, 3)
                self.assertIn(b"gpuenv: ", done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_closed_descriptors_do_no_harm(self):
        for closing in "<&-", "2>&-", "<&- 2>&-":
            done = subprocess.run(["sh", "-c", f'"$@" {closing}', "sh", *DOCTOR], stdout=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"1 problem found", done.stdout)
        done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *DOCTOR], stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 3)

    def on_terminal(self, **variables):
        """What it writes to a terminal."""
        ours, its = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", **variables}
        process = subprocess.Popen(DOCTOR, stdin=its, stdout=its, stderr=its, env=environment)
        os.close(its)
        text = b""
        try:
            while piece := os.read(ours, 65536):
                text += piece
        except OSError:  # Linux: the other end was closed
            pass
        os.close(ours)
        self.assertEqual(process.wait(timeout=60), 1)
        return text.decode()

    def test_colors_on_a_terminal(self):
        environment = {"NO_COLOR": ""}
        self.assertRegex(self.on_terminal(**environment), "\x1b\\[1;31m✗")
        self.assertNotIn("\x1b", self.on_terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_terminal(NO_COLOR="", TERM="dumb"))

    def test_text_does_not_depend_on_color(self):
        plain = re.sub("\x1b\\[[0-9;]*m", "", self.on_terminal(NO_COLOR=""))
        self.assertEqual(plain, self.on_terminal(NO_COLOR="1"))


if __name__ == "__main__":
    blackbox.main()
