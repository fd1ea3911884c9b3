"""Small changes to a hand-written machine (the content of a machine.toml), for traps.py.

Each function returns a change: called with a machine it changes it and returns True, or returns False where the machine has no place for
it or says something itself about what would change. In texts {env}, {site}, {python}, {home} and {kernel} stand for the active
environment, its packages, the series of its Python, the user's folder and the running kernel; {cards} for the indexes of all cards.
"""
import posixpath


def words_of(machine):
    """What stands for the placeholders; nothing for {env} where no environment of its own is active."""
    found = {"home": machine.get("home") or ("/root" if machine.get("container") else "/home/user"),
             "kernel": machine.get("kernel", ""), "cards": ",".join(map(str, range(len(machine.get("gpu", [])))))}
    env = active(machine)
    if env and env["path"] not in ("/usr", "/usr/local"):
        python = ".".join(env["python"].split(".")[:2])
        found |= {"env": env["path"], "python": python, "site": f"{env['path']}/lib/python{python}/site-packages"}
    return found


def active(machine):
    return next((env for env in machine.get("env", []) if env.get("active")), None)


def filled(value, words):
    """The value with its placeholders replaced; None where one of them stands for nothing."""
    for name, word in words.items():
        value = value.replace("{" + name + "}", word)
    return None if any("{" + name + "}" in value for name in ("env", "site", "python")) else value


def text(path, content=""):
    return {"path": path, "text": content}


def size(path, count=28_000_000):
    return {"path": path, "size": count}


def link(path, target):
    return {"path": path, "link": target}


def folder(path):
    return {"path": path, "folder": True}


def removed(path):
    return {"path": path, "removed": True}


def cards_from(capability):
    """Changes nothing: a place only for machines all of whose cards have at least this compute capability."""
    return lambda machine: all(float(gpu.get("cc") or 0) >= capability for gpu in machine.get("gpu", []))


def files(*entries):
    def change(machine):
        words = words_of(machine)
        there = {file["path"] for file in machine.get("file", [])}
        for entry in entries:
            entry = {key: filled(item, words) if isinstance(item, str) else item for key, item in entry.items()}
            if None in entry.values():
                return False
            entry["path"] = posixpath.normpath(entry["path"])
            if entry["path"] in there:
                return False
            machine.setdefault("file", []).append(entry)
        return True
    return change


def variables(**values):
    """A value that begins with ":" is put behind what the machine has."""
    def change(machine):
        said = machine.setdefault("variables", {})
        for name, value in values.items():
            if value.startswith(":"):
                said[name] = said[name] + value if said.get(name) else value[1:]
            elif name in said:
                return False
            else:
                said[name] = filled(value, words_of(machine))
        return None not in said.values()
    return change


def free(where, mib):
    def change(machine):
        path = filled(where, words_of(machine))
        said = machine.setdefault("free_mib", {})
        return path is not None and not said and said.setdefault(path, mib) == mib
    return change


def card(**state):
    """What NVML says of every card; {half} and {most} of a value are that much of its memory."""
    def change(machine):
        for gpu in machine.get("gpu", []):
            said = gpu.setdefault("nvml", {})
            if said.keys() & state.keys():
                return False
            memory = gpu.get("memory_mib", 0)
            said.update({name: value.replace("{half}", str(memory // 2)).replace("{most}", str(memory - 100))
                         for name, value in state.items()})
        return bool(machine.get("gpu"))
    return change


def other_card(**fields):
    """Another model in the place of the only card. False where it is that one."""
    def change(machine):
        gpus = machine.get("gpu", [])
        if len(gpus) != 1 or gpus[0].get("cc") == fields["cc"]:
            return False
        gpus[0].update(fields)
        return True
    return change


def second_card(**fields):
    """The only card once more, but for these fields."""
    def change(machine):
        gpus = machine.get("gpu", [])
        if len(gpus) != 1 or machine.get("wsl") or gpus[0].get("nvml") or "CUDA_VISIBLE_DEVICES" in machine.get("variables", {}):
            return False
        gpus.append({**gpus[0], "pci": "0000:0b:00.0", **fields})
        return True
    return change


def no_card(machine):
    machine["gpu"] = []
    machine.pop("driver", None)
    return True


def second_maker(machine):
    """A card of AMD beside those of NVIDIA."""
    machine.setdefault("other_gpu", []).append({"pci": "0000:0a:00.0", "vendor": "1002", "id": "744c"})
    return True


def driver(**values):
    """Another state of the driver; a version given as `version` is that of module, libraries, or both where there are both."""
    def change(machine):
        said = machine.get("driver")
        if not said or "compat" in said:
            return False
        version = values.get("version")
        if version and any(said.get("library", "-") in str(file) for file in machine.get("file", [])):
            return False
        said.update({key: version for key in ("module", "library") if version and said.get(key)})
        said.update({key: value for key, value in values.items() if key != "version"})
        return True
    return change


def packages(*texts):
    """Further packages in the active environment, each in place of the version that may be there."""
    def change(machine):
        env = active(machine)
        if not env:
            return False
        local = next((text.partition("+")[1] + text.partition("+")[2] for text in env.get("packages", []) if text.startswith("torch==")), "")
        for one in texts:
            one = one.replace("{build}", local)
            name = one.split("==")[0]
            if one in env.setdefault("packages", []):
                return False
            env["packages"] = [text for text in env["packages"] if text.split("==")[0] != name] + [one]
        return True
    return change


def without(*beginnings):
    """Packages of the active environment whose name begins so are not there."""
    def change(machine):
        env = active(machine)
        kept = [text for text in (env or {}).get("packages", []) if not text.startswith(beginnings)]
        if not env or len(kept) == len(env.get("packages", [])):
            return False
        env["packages"] = kept
        env["requested"] = [name for name in env.get("requested", []) if name in {text.split("==")[0] for text in kept}]
        return True
    return change


def without_files(part):
    """Of the files that the machine describes one by one those with this in their path are not there."""
    def change(machine):
        kept = [file for file in machine.get("file", []) if part not in file["path"]]
        if len(kept) == len(machine.get("file", [])):
            return False
        machine["file"] = kept
        return True
    return change


def python(version):
    def change(machine):
        env = active(machine)
        if not env or env["python"] == version:
            return False
        env["python"] = version
        return True
    return change


def of_kind(kind):
    """Only on machines whose active environment is of this kind."""
    return lambda machine: bool(active(machine)) and active(machine).get("kind") == kind


def as_conda(machine):
    """The active environment is conda's, at a place of its own."""
    env = active(machine)
    if not env or env.get("kind") != "venv" or machine.get("file"):
        return False
    env.update(path="/opt/conda/envs/ml", kind="conda", installer="conda")
    return True


def without_frameworks(machine):
    env = active(machine)
    return bool(env) and not {text.split("==")[0] for text in env.get("packages", [])} - {"pip", "numpy"}


def unset(name):
    return lambda machine: machine.get("variables", {}).pop(name, None) is not None


def driver_has_all(machine):
    """Every card is the driver's, and the driver's libraries are where its packages put them."""
    bound = all(gpu.get("bound", "nvidia") == "nvidia" for gpu in machine.get("gpu", []))
    return bound and not any("libcuda" in file["path"] for file in machine.get("file", []))


def kernel(version):
    def change(machine):
        machine["kernel"] = version
        return True
    return change


def log(lines):
    """What the kernel has logged, where this user may not read it."""
    def change(machine):
        return "kernel_log" not in machine and machine.setdefault("kernel_log", lines) == lines
    return change


def toolkit(version, on_path=True):
    def change(machine):
        if machine.get("toolkit"):
            return False
        machine["toolkit"] = [{"version": version, "on_path": on_path}]
        return True
    return change
