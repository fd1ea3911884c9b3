"""tools/check_matrix: what it counts as proof, and what it misses."""
import importlib.machinery
import importlib.util
import pathlib
import unittest

loader = importlib.machinery.SourceFileLoader("check_matrix", str(pathlib.Path(__file__).parent / "check_matrix"))
check_matrix = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_matrix", loader))
loader.exec_module(check_matrix)

ROWS = {"disk.full": {"role": "cause"}, "gpu.note": {"role": "note"}}
CHECKS = [("disk/full", ["disk.full"]), ("gpu/note", ["gpu.note"])]


def lacking(cases):
    """{(name, what)} for cases given as {name: (expectation, [(id, role)])}."""
    expects = {name: expect for name, (expect, _) in cases.items()}
    reports = {name: {"findings": [{"id": found, "role": role} for found, role in findings]} for name, (_, findings) in cases.items()}
    tally = check_matrix.Tally(expects, reports)
    return {(name, what) for name, what, _ in check_matrix.lacking(ROWS, CHECKS, expects, tally)}


PROVED = {
    "a": ({}, [("disk.full", "cause"), ("gpu.note", "note")]),
    "b": ({}, [("disk.full", "cause"), ("gpu.note", "note")]),
    "c": ({"near": ["disk.full", "gpu.note"], "open": []}, []),
    "d": ({"open": ["disk.full", "gpu.note"]}, []),
}


class Lacking(unittest.TestCase):
    def test_all_proved(self):
        self.assertEqual(lacking(PROVED), set())

    def test_one_machine_is_not_enough(self):
        self.assertEqual(lacking({**PROVED, "b": ({}, [("gpu.note", "note")])}), {("disk.full", "machines")})

    def test_a_symptom_proves_no_cause(self):
        self.assertEqual(lacking({**PROVED, "b": ({}, [("disk.full", "symptom"), ("gpu.note", "note")])}), {("disk.full", "machines")})

    def test_without_near_or_open(self):
        self.assertEqual(lacking({**PROVED, "c": ({"near": ["gpu.note"]}, []), "d": ({"open": ["disk.full"]}, [])}),
                         {("disk.full", "near"), ("gpu/note", "open")})

    def test_names_have_to_be_findings(self):
        self.assertEqual(lacking({**PROVED, "e": ({"near": ["disk.fill"]}, [])}), {("e", "id")})

    def test_every_check_names_what_it_gives(self):
        root = pathlib.Path(__file__).resolve().parent.parent
        given = [finding for _, ids in check_matrix.checks(root) for finding in ids]
        rows, _ = check_matrix.read(root)
        self.assertEqual(sorted(given), sorted(rows))


if __name__ == "__main__":
    unittest.main()
