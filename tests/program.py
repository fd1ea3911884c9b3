"""Runs the built program, the Windows one under wine."""
import dataclasses
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIP = 77  # exit status of a test that could not run


def binary():
    """The program under test: GPUENV_BINARY, or the release build."""
    return pathlib.Path(os.environ.get("GPUENV_BINARY", ROOT / "build/release/gpuenv")).absolute()


def is_windows(program=None):
    return (program or binary()).suffix == ".exe"


def path_for(path, program=None):
    """A path of this machine as the program under test writes it: wine has the root folder as drive Z."""
    path = str(pathlib.Path(path).absolute())
    return "Z:" + path.replace("/", "\\") if is_windows(program) else path


def command(*arguments, program=None):
    program = program or binary()
    return [*([str(ROOT / "tools/wine")] if is_windows(program) else []), str(program), *map(str, arguments)]


@dataclasses.dataclass
class Result:
    status: int
    out: str
    err: str


def finished(command, *, data=b"", **options):
    """The command's exit status and what it wrote, as bytes. Through files: a pipe would end only when the last process of wine that has
    inherited it, its server for one, has ended."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(data)
        given.seek(0)
        status = subprocess.run(command, stdin=given, stdout=out, stderr=err, **options).returncode
        out.seek(0)
        err.seek(0)
        return status, out.read(), err.read()


def never_ran(status, out, err):
    """Whether wine ended before the program began: its server was just going away. Our program never ends with 1 without a word."""
    return b"wine client error" in err or (status == 1 and not out and not err)


def run(*arguments, program=None, stdin="", env=None, cwd=None, timeout=60, inside=()):
    """Runs it to its end, without a cache folder. `env` is added to the environment; a value of None takes the variable away. `inside` is a command that
    runs the command which follows its own arguments."""
    variables = {**os.environ, "XDG_CACHE_HOME": "/dev/null/none", **(env or {})}
    variables = {name: value for name, value in variables.items() if value is not None}
    windows = is_windows(program)
    for _ in range(5):
        status, out, err = finished([*map(str, inside), *command(*arguments, program=program)],
                                    data=stdin.encode() if isinstance(stdin, str) else stdin, env=variables, cwd=cwd,
                                    timeout=timeout * (5 if windows else 1))  # the first start of wine takes long
        if not (windows and never_ran(status, out, err)):
            break
    decode = lambda data: data.decode("utf-8").replace("\r\n", "\n")
    return Result(status, decode(out), decode(err))
