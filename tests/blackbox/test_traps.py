"""Every hand-written machine without a fault, with all traps laid at once: it stays as it was."""
import concurrent.futures
import json
import os
import pathlib
import posixpath
import tomllib

import blackbox
from blackbox import ROOT, path_for, run
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


def places(machine):
    """What stands for the placeholders; nothing for {env} where no environment is active."""
    found = {"home": machine.get("home") or ("/root" if machine.get("container") else "/home/user"),
             "cards": ",".join(map(str, range(len(machine.get("gpu", [])))))}
    for env in machine.get("env", []):
        if env.get("active") and env["path"] not in ("/usr", "/usr/local"):
            python = ".".join(env["python"].split(".")[:2])
            found |= {"env": env["path"], "python": python, "site": f"{env['path']}/lib/python{python}/site-packages"}
    return found


def filled(value, words):
    for name, word in words.items():
        value = value.replace("{" + name + "}", word)
    return value


def lay(machine, one):
    """Adds a trap; False where the machine has no place for it."""
    words = places(machine)
    said = machine.setdefault("variables", {})
    if kind_of(machine) not in one["on"] or ("{env}" in str(one) or "{site}" in str(one)) and "env" not in words:
        return False
    there = {file["path"] for file in machine.get("file", [])}
    for file in one["files"]:
        file = {key: filled(item, words) if isinstance(item, str) else item for key, item in file.items()}
        file["path"] = posixpath.normpath(file["path"])
        if file["path"] not in there:
            machine.setdefault("file", []).append(file)
    for name, value in one["variables"].items():
        if value.startswith(":"):
            said[name] = (said[name] + value) if said.get(name) else value[1:]
        else:
            said.setdefault(name, filled(value, words))
    for folder, free in one["free_mib"].items():
        machine.setdefault("free_mib", {}).setdefault(folder, free)
    for card in machine.get("gpu", []) if one["card"] else []:
        state = card.setdefault("nvml", {})
        if not state.keys() & one["card"].keys():
            half = str(card.get("memory_mib", 0) // 2)
            state.update({name: value.replace("{half}", half) for name, value in one["card"].items()})
    return True


class Traps(blackbox.TestCase):
    def report_of(self, machine):
        folder = self.temporary()
        (folder / "machine.toml").write_text(document(machine), encoding="utf-8")
        result = run("doctor", "--json", "--machine", path_for(folder))
        self.assertTrue(result.out, result.err)
        return json.loads(result.out)

    def changes(self, machine, before, traps):
        """The ids that appear, and the verdict when it is another one."""
        machine = json.loads(json.dumps(machine))
        laid = [one["lures"] for one in traps if lay(machine, one)]
        after = self.report_of(machine)
        new = {finding["id"] for finding in after["findings"]} - {finding["id"] for finding in before["findings"]}
        verdict = [] if after["verdict"] == before["verdict"] else [after["verdict"]]
        return sorted(new) + verdict, laid

    def complaints(self, case):
        machine = tomllib.loads((case / "machine.toml").read_text(encoding="utf-8"))
        before = self.report_of(machine)
        changed, laid = self.changes(machine, before, TRAPS)
        if not changed:
            return [], laid
        alone = [(one["lures"], self.changes(machine, before, [one])[0]) for one in TRAPS]
        return [f"{case.name}: the trap for {lures} gives {', '.join(given)}" for lures, given in alone if given] or [
            f"{case.name}: all traps together give {', '.join(changed)}"], laid

    def test_healthy_machines_stay_healthy(self):
        cases = []
        for path in sorted((ROOT / "cases").glob("*/machine.toml")):
            expect = tomllib.loads((path.parent / "expect.toml").read_text(encoding="utf-8"))
            if expect["verdict"] == "healthy" and not expect["causes"]:
                cases.append(path.parent)
        self.assertGreater(len(cases), 60)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(self.complaints, cases))
        self.assertEqual([line for lines, _ in results for line in lines], [])
        laid = {lures for _, names in results for lures in names}
        self.assertEqual(laid, {one["lures"] for one in TRAPS})  # each found a machine

    def test_what_is_lured_is_a_finding(self):
        known = {path.stem for path in pathlib.Path(ROOT / "data/findings").glob("*.toml")}
        self.assertEqual([one["lures"] for one in TRAPS if one["lures"] not in known], [])


if __name__ == "__main__":
    blackbox.main()
