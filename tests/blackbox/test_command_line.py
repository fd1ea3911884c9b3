# on: release sanitize windows
"""The command line itself: version, help, wrong usage."""
import re

import blackbox


class CommandLine(blackbox.TestCase):
    def test_version_is_that_of_the_build(self):
        project = re.search(r"project\(gpuenv VERSION ([\d.]+)", (blackbox.ROOT / "CMakeLists.txt").read_text())[1]
        result = blackbox.run("--version")
        self.assertEqual(result.status, 0, result.err)
        self.assertIn(project, result.out)
        self.assertEqual(result.err, "")

    def test_help_goes_to_stdout(self):
        result = blackbox.run("--help")
        self.assertEqual(result.status, 0, result.err)
        self.assertIn("doctor", result.out)

    def test_unknown_option_is_wrong_usage(self):
        result = blackbox.run("doctor", "--no-such-option")
        self.assertEqual(result.status, 2)
        self.assertEqual(result.out, "")
        self.assertIn("--no-such-option", result.err)

    def test_unknown_command_is_wrong_usage(self):
        result = blackbox.run("doctr")
        self.assertEqual(result.status, 2)
        self.assertIn("doctr", result.err)


if __name__ == "__main__":
    blackbox.main()
