# on: release sanitize windows
# timeout: 900
"""The command line itself: version, help, documentation, wrong usage, languages."""
import json
import re

import blackbox
from blackbox import ROOT, is_windows, path_for, run

BROKEN = path_for(ROOT / "cases/linux-torch-cpu-build")
PLANNED = ("explain plan up create install verify lock restore diff export toolkit run top tune serve fleet").split()


class CommandLine(blackbox.TestCase):
    def test_version_is_that_of_the_build(self):
        project = re.search(r"project\(gpuenv VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        result = run("--version")
        self.assertEqual(result.status, 0, result.err)
        self.assertRegex(result.out, rf"^gpuenv {re.escape(project)} \(knowledge of \d{{4}}-\d\d-\d\d\)\n$")
        self.assertEqual(result.err, "")

    def test_help_goes_to_stdout(self):
        for arguments in [], ["--help"], ["help"], ["doctor", "--help"], ["doctor", "-h"], ["help", "doctor"], ["record", "--help"]:
            result = run(*arguments, "--lang", "en") if arguments[:1] != ["help"] else run(*arguments, env={"LC_ALL": "C"})
            self.assertEqual((result.status, result.err), (0, ""), arguments)
            self.assertIn("doctor", result.out)
            self.assertNotIn("\x1b", result.out)

    def test_help_names_no_command_that_does_not_exist(self):
        words = set(re.findall(r"^  (\w+)  ", run("--help", "--lang", "en").out, re.M))
        self.assertEqual(words - {"0", "1", "2", "3"}, {"doctor", "inspect", "record"})

    def test_wrong_usage_gets_a_hint_on_stderr(self):
        for arguments, hint in [
            (["doctr"], "Did you mean doctor?"),
            (["doctor", "--no-such-option"], "--no-such-option"),
            (["doctor", "--verbos"], "Did you mean --verbose?"),
            (["doctor", "--lang", "de"], "en|zh"),
            (["doctor", "--color"], "auto|always|never"),
            (["doctor", "--about", "torch.cpu"], "Did you mean torch.cpu-build?"),
            (["--about", "torch.cpubuild"], "Did you mean torch.cpu-build?"),
            (["--machine", "x"], "gpuenv doctor --machine"),
            (["--json"], "gpuenv doctor --json"),
            (["record"], "gpuenv record -o DIR"),
            (["doctor", "x"], "takes no argument"),
        ]:
            result = run(*arguments, env={"LC_ALL": "C"})
            self.assertEqual((result.status, result.out), (2, ""), arguments)
            self.assertIn(hint, result.err)

    def test_planned_commands_say_so(self):
        for command in PLANNED:
            result = run(command, "--lang", "en")
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertIn(f"the command {command} is not available in this version", result.err)

    def test_language_follows_option_then_locale(self):
        for variables, options, word in [
            ({"LC_ALL": "zh_CN.UTF-8"}, [], "发现 1 个问题"),
            ({"LC_ALL": None, "LC_MESSAGES": None, "LANG": "zh_TW.UTF-8"}, [], "发现 1 个问题"),
            ({"LC_ALL": "zh_CN.UTF-8"}, ["--lang", "en"], "1 problem found"),
            ({"LC_ALL": "C"}, [], "1 problem found"),
            ({"LC_ALL": "de_DE.UTF-8"}, ["--lang=zh"], "发现 1 个问题"),
        ]:
            if is_windows() and not options:
                continue  # there the user's UI language decides, and these variables only reach wine's own start
            result = run("doctor", "--machine", BROKEN, *options, env=variables)
            self.assertEqual(result.status, 1, result.err)
            self.assertIn(word, result.out)

    def test_colors_only_when_asked_without_a_terminal(self):
        self.assertNotIn("\x1b", run("doctor", "--machine", BROKEN).out)
        self.assertIn("\x1b[", run("doctor", "--machine", BROKEN, "--color", "always").out)


class Documentation(blackbox.TestCase):
    def test_every_finding_is_listed_and_explained(self):
        ids = sorted(file.stem for file in (ROOT / "data/findings").glob("*.toml"))
        listed = json.loads(run("--list-checks", "--json").out)
        self.assertEqual([check["id"] for check in listed["checks"]], ids)
        text = run("--list-checks", "--lang", "zh").out
        for name in ids:
            self.assertIn(f"\n{name} ", "\n" + text)
        for name in ids[:3]:
            page = run("doctor", "--about", name, "--lang", "zh")
            self.assertEqual(page.status, 0, page.err)
            self.assertIn("http", page.out)
            self.assertNotRegex(page.out, r"\{[a-z]")

    def test_page_as_json(self):
        page = json.loads(run("--about", "torch.cpu-build", "--json").out)
        self.assertEqual(page["schema"], "gpuenv/about/1")
        self.assertTrue(page["sources"])


class Doctor(blackbox.TestCase):
    def test_report_is_valid_in_both_languages(self):
        for language in "en", "zh":
            report, result = self.report("doctor", "--machine", BROKEN, "--lang", language)
            self.assertEqual(result.status, 1)
            self.assertEqual(blackbox.causes(report), ["torch.cpu-build"])
            self.assertEqual(result.err, "")

    def test_this_machine_is_examined(self):
        report, result = self.report("doctor")
        self.assertEqual(report["source"]["kind"], "live")
        self.assertEqual(result.status, {"healthy": 0, "problems": 1, "unknown": 3}[report["verdict"]])

    def test_report_goes_to_a_file(self):
        file = self.temporary() / "a report.json"
        result = run("doctor", "--machine", BROKEN, "--json", "-o", path_for(file))
        self.assertEqual((result.status, result.out), (1, ""))
        self.assert_valid(json.loads(file.read_text(encoding="utf-8")))
        nowhere = run("doctor", "--machine", BROKEN, "-o", path_for(file.parent / "no such folder/report.txt"))
        self.assertEqual((nowhere.status, nowhere.out), (3, ""))
        self.assertIn("no such folder", nowhere.err)

    def test_verbose_shows_origins(self):
        result = run("doctor", "--machine", BROKEN, "-v", "--lang", "en")
        self.assertIn("/proc/driver/nvidia/version", result.out)

    def test_recording_this_machine_gives_the_same_verdict_elsewhere(self):
        folder = self.temporary() / "recording"
        done = run("record", "-o", path_for(folder))
        self.assertEqual(done.status, 0, done.err)
        live, _ = self.report("doctor")
        replayed, _ = self.report("doctor", "--machine", path_for(folder))
        self.assertEqual(blackbox.causes(replayed), blackbox.causes(live))
        self.assertEqual(replayed["verdict"], live["verdict"])
        again = run("record", "-o", path_for(folder))
        self.assertEqual(again.status, 2, again.err)


if __name__ == "__main__":
    blackbox.main()
