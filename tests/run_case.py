#!/usr/bin/env python3
"""Examines recorded machines and compares what is found with their expect.toml.

usage: tests/run_case.py PROGRAM FOLDER...      PROGRAM gpuenv, or gpuenv.exe, which is run under wine
       tests/run_case.py PROGRAM --all          all folders of cases/

expect.toml
  about             what the case is (for people)
  verdict           healthy | problems | unknown
  causes            ids of all causes, one entry each; "id@gpu0" and "id@torch" also say which card and framework, both may be given
  exit              exit status
  args              more arguments for doctor
  notes_include     ids that must be among the findings without being a cause
  near              ids of the findings that this machine only just does not have: none of them may be found
  open              ids of the findings that may or may not hold, since a fact that decides is missing
  unknown_include   facts that must be listed as unknown
  gpus              verdicts of the cards, in their order
  commands_include  texts that must occur in the commands of the fixes
  commands_exclude  texts that must not
  steps_include     texts that must occur in the words of the causes' fixes

Besides, no step may end in a colon when no command follows.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import program as gpuenv
import report_schema

KEYS = {"about", "verdict", "causes", "exit", "args", "notes_include", "near", "open", "unknown_include", "gpus",
        "commands_include", "commands_exclude", "steps_include"}


def fits(expected, finding):
    """Whether "id@gpu0@torch" describes a finding."""
    name, *qualifiers = expected.split("@")
    about = finding.get("applies_to") or {}
    for qualifier in qualifiers:
        if qualifier.removeprefix("gpu").isdigit():
            if about.get("gpu") != int(qualifier.removeprefix("gpu")):
                return False
        elif about.get("framework") != qualifier:
            return False
    return finding["id"] == name


def described(finding):
    about = finding.get("applies_to") or {}
    gpu = f"@gpu{about['gpu']}" if about.get("gpu") is not None else ""
    framework = f"@{about['framework']}" if about.get("framework") else ""
    return finding["id"] + gpu + framework


def compare_causes(expected, findings):
    """Each cause fits one entry and each entry one cause. The most exact entries choose first."""
    left = [finding for finding in findings if finding["role"] == "cause"]
    for entry in sorted(expected, key=lambda entry: -entry.count("@")):
        match = next((finding for finding in left if fits(entry, finding)), None)
        if match is None:
            yield f"cause {entry} was not found"
        else:
            left.remove(match)
    for finding in left:
        yield f"cause {described(finding)} was not expected"


def compare_steps(expect, findings):
    steps = [(finding, step.get("text") or "", step.get("command") or "") for finding in findings for step in finding.get("fix", [])]
    commands = [command for _, _, command in steps]
    for part in expect.get("commands_include", []):
        if not any(part in command for command in commands):
            yield f"no command contains {part!r}; they are: {commands}"
    for part in expect.get("commands_exclude", []):
        yield from (f"a command contains {part!r}: {command}" for command in commands if part in command)
    texts = [text for finding, text, _ in steps if finding["role"] == "cause"]
    for part in expect.get("steps_include", []):
        if not any(part in text for text in texts):
            yield f"no step of a cause says {part!r}; they say: {texts}"
    yield from (f"{finding['id']}: a step promises a command and has none: {text}"
                for finding, text, command in steps if text.endswith((":", "：")) and not command)


def compare_near_and_open(expect, report):
    found = {finding["id"] for finding in report["findings"]}
    for name in expect.get("near", []):
        if name in found:
            yield f"{name} was found, and the machine is only near to it"
    left_open = {name for entry in report["unknown"] for name in entry.get("leaves_open", [])}
    for name in expect.get("open", []):
        if name in found:
            yield f"{name} was found, although it cannot be told"
        elif name not in left_open:
            yield f"{name} is not left open; open are: {', '.join(sorted(left_open)) or 'none'}"


def compare(expect, report, status):
    """What differs, as lines."""
    for key in expect.keys() - KEYS:
        yield f"expect.toml: unknown key {key}"
    for key in ("verdict", "causes", "exit"):
        if key not in expect:
            yield f"expect.toml: {key} is missing"
            return
    if report["verdict"] != expect["verdict"]:
        yield f"verdict is {report['verdict']}, not {expect['verdict']}"
    if status != expect["exit"]:
        yield f"exit status is {status}, not {expect['exit']}"
    yield from compare_causes(expect["causes"], report["findings"])
    others = [described(finding) for finding in report["findings"] if finding["role"] != "cause"]
    for name in expect.get("notes_include", []):
        if not any(fits(name, finding) for finding in report["findings"] if finding["role"] != "cause"):
            yield f"no note {name}; there are: {', '.join(others) or 'none'}"
    yield from compare_near_and_open(expect, report)
    unknown = [entry["fact"] for entry in report["unknown"]]
    for fact in expect.get("unknown_include", []):
        if fact not in unknown:
            yield f"{fact} is not unknown; unknown are: {', '.join(unknown) or 'none'}"
    cards = [card["verdict"] for card in report["machine"]["gpus"] or []]
    if cards != expect.get("gpus", cards):
        yield f"verdicts of the cards are {cards}, not {expect['gpus']}"
    yield from compare_steps(expect, report["findings"])



def run_case(program, folder):
    """What is wrong, as a list of lines."""
    expect = tomllib.loads((folder / "expect.toml").read_text(encoding="utf-8"))
    result = gpuenv.run("doctor", "--json", "--machine", gpuenv.path_for(folder, program), *expect.get("args", []), program=program)
    try:
        report = json.loads(result.out)
    except ValueError as error:
        return [f"exit status {result.status} and no JSON ({error})", result.err.strip() or result.out[:500]]
    wrong = [] if report_schema.missing() else [f"schema: {line}" for line in report_schema.complaints(report)]
    try:
        wrong += compare(expect, report, result.status)
    except (KeyError, TypeError) as error:
        wrong.append(f"the report lacks {error}")
    return wrong


def main():
    program = pathlib.Path(sys.argv[1]).absolute()
    cases = gpuenv.ROOT / "cases"
    folders = sorted(path.parent for path in cases.glob("*/expect.toml")) if sys.argv[2] == "--all" else [
        pathlib.Path(argument).absolute() for argument in sys.argv[2:]]
    if gpuenv.is_windows(program) and not program.exists():
        print(f"SKIP: {program} was not built")
        return gpuenv.SKIP
    if gpuenv.is_windows(program) and not pathlib.Path("/usr/lib/wine/wine64").exists():
        print("SKIP: wine64 is not installed")
        return gpuenv.SKIP
    if report_schema.missing():
        print(f"SKIP: validation of the reports: {report_schema.missing()}")
    bad = 0
    first = [run_case(program, folder) for folder in folders[:1]]  # alone: wine starts with it
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if len(folders) > 1 else 1) as pool:
        rest = pool.map(lambda folder: run_case(program, folder), folders[1:])
        for folder, wrong in zip(folders, itertools.chain(first, rest)):
            bad += bool(wrong)
            for line in wrong:
                print(f"{folder.name}: {line}")
    print(f"{len(folders)} cases, {bad} differ")
    return 1 if bad or not folders else 0


if __name__ == "__main__":
    sys.exit(main())
