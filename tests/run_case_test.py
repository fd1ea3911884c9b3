"""tests/run_case.py: what it lets pass and what not."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run_case

EXPECT = {"verdict": "problems", "causes": ["torch.cpu-build"], "exit": 1}


def finding(name, role="cause", **about):
    return {"id": name, "role": role, "fix": [], "applies_to": {"environment": None, "gpu": None, "framework": None, **about}}


def report(*findings, **changes):
    return {"verdict": "problems", "findings": list(findings), "unknown": [], "machine": {"gpus": []}, **changes}


class Compare(unittest.TestCase):
    def differs(self, expect, found, status=1):
        return list(run_case.compare({**EXPECT, **expect}, found, status))

    def test_the_same(self):
        self.assertEqual(self.differs({}, report(finding("torch.cpu-build"), finding("toolkit.absent", "note"))), [])

    def test_one_cause_more_or_fewer(self):
        self.assertEqual(self.differs({}, report(finding("torch.cpu-build"), finding("gpu.none"))), ["cause gpu.none was not expected"])
        self.assertEqual(self.differs({}, report()), ["cause torch.cpu-build was not found"])

    def test_two_of_one_id_need_two_entries(self):
        twice = report(finding("arch.dropped", gpu=0), finding("arch.dropped", gpu=1))
        self.assertEqual(self.differs({"causes": ["arch.dropped"]}, twice), ["cause arch.dropped@gpu1 was not expected"])
        self.assertEqual(self.differs({"causes": ["arch.dropped", "arch.dropped@gpu0"]}, twice), [])

    def test_qualifiers_name_card_and_framework(self):
        one = report(finding("arch.dropped", gpu=1, framework="torch"))
        self.assertEqual(self.differs({"causes": ["arch.dropped@gpu1@torch"]}, one), [])
        self.assertEqual(len(self.differs({"causes": ["arch.dropped@gpu0"]}, one)), 2)
        self.assertEqual(len(self.differs({"causes": ["arch.dropped@jax"]}, one)), 2)

    def test_symptoms_are_no_causes(self):
        self.assertEqual(len(self.differs({}, report(finding("torch.cpu-build", "symptom")))), 1)

    def test_verdict_and_exit_status(self):
        found = report(finding("torch.cpu-build"), verdict="unknown")
        self.assertEqual(self.differs({}, found, status=3), ["verdict is unknown, not problems", "exit status is 3, not 1"])

    def test_notes_unknown_facts_and_cards(self):
        found = report(finding("torch.cpu-build"), finding("toolkit.absent", "note"), unknown=[{"fact": "driver.version"}],
                       machine={"gpus": [{"verdict": "usable"}]})
        self.assertEqual(self.differs({"notes_include": ["toolkit.absent"], "unknown_include": ["driver.version"], "gpus": ["usable"]}, found), [])
        self.assertEqual(len(self.differs({"notes_include": ["torch.cpu-build"], "unknown_include": ["os"], "gpus": []}, found)), 3)

    def test_what_is_near_may_not_be_found(self):
        self.assertEqual(self.differs({"near": ["gpu.none"]}, report(finding("torch.cpu-build"))), [])
        self.assertEqual(len(self.differs({"near": ["gpu.none"]}, report(finding("torch.cpu-build"), finding("gpu.none", "symptom")))), 1)

    def test_what_is_open_is_left_open_and_not_found(self):
        unknown = [{"fact": "gpus", "leaves_open": ["gpu.none"]}]
        self.assertEqual(self.differs({"open": ["gpu.none"]}, report(finding("torch.cpu-build"), unknown=unknown)), [])
        self.assertEqual(len(self.differs({"open": ["gpu.none"]}, report(finding("torch.cpu-build")))), 1)
        self.assertEqual(len(self.differs({"open": ["torch.cpu-build"]}, report(finding("torch.cpu-build")))), 1)

    def test_commands(self):
        found = report({**finding("torch.cpu-build"), "fix": [{"command": "pip install torch"}, {"text": "x", "command": None}]})
        self.assertEqual(self.differs({"commands_include": ["install torch"], "commands_exclude": ["conda"]}, found), [])
        self.assertEqual(len(self.differs({"commands_include": ["conda"], "commands_exclude": ["pip"]}, found)), 2)

    def test_words_of_steps_count_in_causes_only(self):
        step = {"fix": [{"text": "Start it with --gpus all.", "command": None}]}
        found = report({**finding("torch.cpu-build"), **step})
        self.assertEqual(self.differs({"steps_include": ["--gpus all"]}, found), [])
        self.assertEqual(len(self.differs({"steps_include": ["no such words"]}, found)), 1)
        found = report(finding("torch.cpu-build"), {**finding("driver.nodes-missing", "symptom"), **step})
        self.assertEqual(len(self.differs({"steps_include": ["--gpus all"]}, found)), 1)

    def test_a_colon_wants_a_command(self):
        for text in ("Run this:", "请运行："):
            found = report({**finding("torch.cpu-build"), "fix": [{"text": text, "command": None}]})
            self.assertEqual(len(self.differs({}, found)), 1)
            found["findings"][0]["fix"][0]["command"] = "sudo reboot"
            self.assertEqual(self.differs({}, found), [])

    def test_misspelt_key(self):
        self.assertEqual(self.differs({"command_include": []}, report(finding("torch.cpu-build"))), ["expect.toml: unknown key command_include"])


if __name__ == "__main__":
    unittest.main()
