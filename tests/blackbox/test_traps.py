"""Hand-written machines with traps laid on them stay as they were, and with the fault that a trap is near to they do not."""
import concurrent.futures
import json
import os
import tomllib
import unittest

import blackbox
from blackbox import ROOT, path_for, run
from machine_changes import active, files, removed
from traps import TRAPS


def toml(value):
    """A TOML value; JSON's texts and numbers are TOML's."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def document(machine):
    """machine.toml in its plain form: values, tables, lists of tables."""
    lines = [f"{key} = {toml(value)}" for key, value in machine.items() if not isinstance(value, (dict, list))]
    lines += [f"[{key}]\n" + "\n".join(f"{json.dumps(name)} = {toml(item)}" for name, item in value.items())
              for key, value in machine.items() if isinstance(value, dict)]
    lines += [f"[[{key}]]\n" + "\n".join(f"{json.dumps(name)} = {toml(item)}" for name, item in table.items())
              for key, value in machine.items() if isinstance(value, list) for table in value]
    return "\n".join(lines) + "\n"


def kind_of(machine):
    return "windows" if machine["os"] == "windows" else "wsl" if machine.get("wsl") else "container" if machine.get("container") else "host"


def kinds_of(case):
    """(what the case is for the traps, its machine); None where none may be laid."""
    expect = tomllib.loads((case / "expect.toml").read_text(encoding="utf-8"))
    machine = tomllib.loads((case / "machine.toml").read_text(encoding="utf-8"))
    driver = machine.get("driver", {})
    if expect["verdict"] == "healthy" and not expect["causes"]:
        return kind_of(machine), machine
    if kind_of(machine) == "host" and driver.get("library") and not driver.get("module") and expect["verdict"] == "problems":
        return "unloaded", machine
    return None, machine


def changed(machine, kind, one, part):
    """A copy of the machine with a trap, or with the fault that it is near to; None where the machine has no place for it."""
    machine = json.loads(json.dumps(machine))
    packages = (active(machine) or {}).get("packages", [])
    fits = kind in one["on"] and (not one["needs"] or any(text.startswith(one["needs"]) for text in packages))
    return machine if fits and all(change(machine) for change in one[part]) else None


def name_of(one):
    return f"{TRAPS.index(one)} ({one['lures']})"


class Traps(blackbox.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.machines = {}
        for path in sorted((ROOT / "cases").glob("*/machine.toml")):
            kind, machine = kinds_of(path.parent)
            if kind:
                cls.machines[path.parent.name] = kind, machine

    def report_of(self, machine):
        folder = self.temporary()
        (folder / "machine.toml").write_text(document(machine), encoding="utf-8")
        result = run("doctor", "--json", "--machine", path_for(folder))
        self.assertTrue(result.out, result.err)
        return json.loads(result.out)

    def difference(self, before, machine):
        """Ids of the findings that appear, and the verdict when it is another one."""
        after = self.report_of(machine)
        new = {finding["id"] for finding in after["findings"]} - {finding["id"] for finding in before["findings"]}
        return sorted(new) + ([] if after["verdict"] == before["verdict"] else [f"the verdict {after['verdict']}"])

    def together(self, kind, clean, traps):
        """(machine, its traps): as many of them on one machine as go together."""
        machine, laid = clean, []
        for one in traps:
            if more := changed(machine, kind, one, "lay"):
                machine = more
                laid.append(one)
        return machine, laid

    def complaints(self, name):
        """What is wrong on one machine, and the traps that it has a place for."""
        kind, clean = self.machines[name]
        before = self.report_of(clean)
        left = all_laid = [one for one in TRAPS if changed(clean, kind, one, "lay")]
        lines = []
        while left:
            machine, laid = self.together(kind, clean, left)
            left = [one for one in left if one not in laid]
            if given := self.difference(before, machine):
                alone = [(one, self.difference(before, changed(clean, kind, one, "lay"))) for one in laid]
                lines += [f"{name}: trap {name_of(one)} gives {', '.join(each)}" for one, each in alone if each] or [
                    f"{name}: traps {', '.join(map(name_of, laid))} together give {', '.join(given)}"]
        return lines, all_laid

    def test_machines_stay_as_they_are(self):
        self.assertGreater(len(self.machines), 100)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(self.complaints, self.machines))
        self.assertEqual([line for lines, _ in results for line in lines], [])
        laid = [one for _, traps in results for one in traps]
        self.assertEqual([name_of(one) for one in TRAPS if one not in laid], [])  # each has found a machine

    def fault_is_found(self, one):
        """Whether, on a machine that the trap is laid on, the fault one step further is found."""
        for kind, clean in self.machines.values():
            worse = changed(clean, kind, one, "worse")
            if worse is None or changed(clean, kind, one, "lay") is None:
                continue
            found = [each["id"] for each in self.report_of(worse)["findings"]]
            if one["lures"] in found and one["lures"] not in [each["id"] for each in self.report_of(clean)["findings"]]:
                return True
        return False

    def test_each_is_one_step_from_a_fault(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(self.fault_is_found, TRAPS))
        self.assertEqual([name_of(one) for one, yes in zip(TRAPS, found) if not yes], [])

    def test_uvm_is_loaded_on_demand_beside_a_card_of_a_virtual_machine(self):
        _, machine = self.machines["linux-vfio-second-card"]
        before = self.report_of(machine)
        self.assertTrue(files(removed("/sys/module/nvidia_uvm"))(machine := json.loads(json.dumps(machine))))
        self.assertEqual(self.difference(before, machine), [])


if __name__ == "__main__":
    blackbox.main()
