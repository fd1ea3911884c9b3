# on: sanitize
# timeout: 900
"""What the simulated loader says against what the real one does: `ldd -r` on a fixed third of the ELF files of /usr/bin and /usr/lib
(LOADER_FILES=all: on all of them), and on small libraries built here that are shadowed, damaged, moved or of another version."""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest
import zlib

import blackbox
from program import binary

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("LD_")} | {"LC_ALL": "C"}


def load_list():
    return binary().parent / "fakes/load_list"


def simulate(files, *options, cwd=None):
    """{file: what the simulation says}"""
    done = subprocess.run([load_list(), *options, "-"], input="\n".join(map(str, files)) + "\n", capture_output=True, text=True,
                          errors="surrogateescape", check=True, cwd=cwd)
    return {each["file"]: each for each in map(json.loads, done.stdout.splitlines())}


def real(file, env=None, cwd=None):
    """(paths, names not found, undefined symbols, versions not found, the rest of what was said) of `ldd -r`; None when that is no
    program or library that this machine's loader knows."""
    done = subprocess.run(["ldd", "-r", str(file)], capture_output=True, text=True, errors="surrogateescape", env=PLAIN | (env or {}), cwd=cwd)
    paths, missing, symbols, versions, rest = set(), set(), set(), set(), []
    for line in done.stdout.splitlines() + done.stderr.splitlines():
        if "not a dynamic executable" in line:
            return None
        if match := re.fullmatch(r"\t(\S.*) => not found", line):
            missing.add(match[1])
        elif match := re.fullmatch(r"\t(?:\S.* => )?(?!linux-vdso|linux-gate)(\S.*) \(0x[0-9a-f]+\)", line):
            paths.add(match[1])  # without a slash: an empty entry of a list is the folder the process is in
        elif match := re.fullmatch(r"undefined symbol: (\S+?)(?:, version (\S+))?\t\((.*)\)", line):
            symbols.add((match[1], match[2] or "", match[3]))
        elif match := re.fullmatch(r"symbol (\S+), version (\S+) not defined in file (\S+) with link time reference\t\((.*)\)", line):
            symbols.add((match[1], match[2], match[4]))
        elif match := re.fullmatch(r"(?:.*: )?(\S+): version `(\S+)' not found \(required by (.*)\)", line):
            versions.add((match[1], match[2], match[3]))
        elif not re.search("linux-vdso|linux-gate|statically linked", line) and line.strip():  # statically linked: it needs nobody
            rest.append(line)
    return paths, missing, symbols, versions, rest


def simulated(answer):
    """The first four of real() as the simulation has them; ldd lists the loader where it is needed only."""
    needed = {each["file"] for each in answer["steps"]}
    of = lambda *kinds: [each for each in answer["failures"] if each["kind"] in kinds]
    return ({each["file"] for each in answer["objects"][1:] if each["rule"] != "interpreter" or each["file"] in needed},
            {each["what"] for each in of("library missing")},
            {(each["what"], each["version"], each["needed_by"]) for each in of("symbol missing")},
            {(each["file"], each["version"], each["needed_by"]) for each in of("version missing")})


def elf_files():
    """Of /usr/bin and /usr/lib, each file once."""
    for folder in ("/usr/bin", "/usr/lib"):
        for path, _, names in os.walk(folder):
            for name in names:
                file = os.path.join(path, name)
                if os.path.islink(file) or not os.path.isfile(file) or not os.access(file, os.R_OK):
                    continue
                with open(file, "rb") as stream:
                    if stream.read(4) == b"\x7fELF":
                        yield file


def without_versions(result):
    """ldd leaves out the versions whose index is above all those of libraries that it found (ndx_high of _dl_check_map_versions
    passes over the ones that are missing), as for libawt.so of a JDK, which needs libjvm.so: with a library missing, names count alone."""
    paths, missing, symbols, versions = result
    return (paths, missing, {(name, who) for name, _, who in symbols}, versions) if missing else result


class Installed(blackbox.TestCase):
    maxDiff = None

    def test_is_as_ldd_says(self):
        everything = os.environ.get("LOADER_FILES") == "all"
        files = [each for each in elf_files() if everything or zlib.crc32(each.encode(errors="surrogateescape")) % 3 == 0]
        answers = simulate(files)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            truths = dict(zip(files, pool.map(real, files)))
        compared = paths = symbols = 0
        for file, truth in truths.items():
            answer = answers[file]
            if truth is None:
                # Static, an object file, or for another machine.
                with self.subTest(file):
                    self.assertLessEqual(len(answer["objects"]), 1, answer)
                continue
            with self.subTest(file):
                self.assertEqual(without_versions(simulated(answer)), without_versions(truth[:4]), (answer["failures"], truth[4]))
            compared += 1
            paths += len(truth[0])
            symbols += len(truth[2])
        print(f"compared with ldd -r: {compared} of {len(files)} ELF files, {paths} resolved paths, {symbols} undefined symbols")
        self.assertGreater(compared, 100)


MAIN = "int f(); int g(); int main() { return f() + g(); }"


@unittest.skipUnless(shutil.which("gcc"), "no gcc")
class Built(blackbox.TestCase):
    """A program that needs liba.so (f, g in version A_1) and libb.so (which needs libc.so.6 alone)."""
    maxDiff = None

    def setUp(self):
        self.folder = self.temporary()
        (self.folder / "a.map").write_text("A_1 { global: f; g; local: *; };\n")
        (self.folder / "f.map").write_text("A_1 { global: f; local: *; };\n")
        self.library("lib/liba.so", "int f() { return 1; } int g() { return 2; }", "-Wl,--version-script=a.map")

    def gcc(self, out, source, *options):
        path = self.folder / out
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", "-xc", "-", "-o", str(path), *options], input=source, text=True, check=True, cwd=self.folder)
        return path

    def library(self, out, source, *options):
        return self.gcc(out, source, "-shared", "-fPIC", f"-Wl,-soname,{pathlib.Path(out).name}", *options)

    def program(self, *options, source=MAIN, out="bin/run"):
        return self.gcc(out, source, "-Wl,--no-as-needed", *options, "-Llib", "-la")

    def same(self, file, cwd=None, **env):
        """Compares with ldd -r and returns the simulation's answer."""
        options = [text for name, value in env.items() for text in ("--env", f"{name}={value}")]
        answer = simulate([file], *options, cwd=cwd)[str(file)]
        truth = real(file, env, cwd)
        self.assertEqual(without_versions(simulated(answer)), without_versions(self.absolute(truth, cwd)), (answer, truth[4]))
        return answer

    def absolute(self, truth, cwd):
        """ld.so keeps relative entries of lists relative; the simulation names the file."""
        at = lambda path: os.path.join(cwd, path.removeprefix("./")) if cwd and not path.startswith("/") else path
        return ({at(path) for path in truth[0]}, truth[1], {(name, version, at(who)) for name, version, who in truth[2]},
                {(at(file), version, at(who)) for file, version, who in truth[3]})

    def rule(self, answer, name):
        return next(each["rule"] for each in answer["steps"] if each["name"] == name)

    def test_missing_and_found(self):
        run = self.program()
        self.assertEqual(self.rule(self.same(run), "liba.so"), "none")
        self.assertEqual(self.rule(self.same(run, LD_LIBRARY_PATH=self.folder / "lib"), "liba.so"), "LD_LIBRARY_PATH")

    def test_rpath_and_runpath_against_the_environment(self):
        self.library("shadow/liba.so", "int f() { return 1; } int g() { return 2; }", "-Wl,--version-script=a.map")
        for tags, rule in (("--disable-new-dtags", "RPATH"), ("--enable-new-dtags", "LD_LIBRARY_PATH")):
            run = self.program(f"-Wl,{tags},-rpath,$ORIGIN/../lib")
            answer = self.same(run, LD_LIBRARY_PATH=self.folder / "shadow")
            self.assertEqual(self.rule(answer, "liba.so"), rule)

    def test_indirect_dependencies(self):
        self.library("lib/libdeep.so", "int deep() { return 1; }")
        self.library("lib/liba.so", "int deep(); int f() { return deep(); } int g() { return 2; }", "-Wl,--version-script=a.map",
                     "-Llib", "-ldeep")
        for tags, rule in (("--disable-new-dtags", "RPATH"), ("--enable-new-dtags", "none")):
            run = self.program(f"-Wl,{tags},-rpath,$ORIGIN/../lib", f"-Wl,-rpath-link,{self.folder}/lib")
            self.assertEqual(self.rule(self.same(run), "libdeep.so"), rule)

    def test_shadow_of_the_same_versions_that_lacks_a_symbol(self):
        run = self.program()
        self.library("shadow/liba.so", "int f() { return 1; }", "-Wl,--version-script=f.map")
        answer = self.same(run, LD_LIBRARY_PATH=f"{self.folder}/shadow:{self.folder}/lib")
        self.assertEqual([(each["what"], each["version"]) for each in answer["failures"]], [("g", "A_1")])

    def test_shadow_of_another_version(self):
        run = self.program()
        (self.folder / "b.map").write_text("B_1 { global: f; g; local: *; };\n")
        self.library("shadow/liba.so", "int f() { return 1; } int g() { return 2; }", "-Wl,--version-script=b.map")
        answer = self.same(run, LD_LIBRARY_PATH=f"{self.folder}/shadow")
        self.assertEqual(answer["failures"][0]["kind"], "version missing")

    def test_shadow_without_versions(self):
        """ld.so itself dies on an assertion of check_match, before it has told all symbols: only that is compared."""
        run = self.program()
        self.library("shadow/liba.so", "int f() { return 1; } int g() { return 2; }")
        env = {"LD_LIBRARY_PATH": str(self.folder / "shadow")}
        self.assertIn("Assertion `version->filename == NULL", "".join(real(run, env)[4]))
        answer = simulate([run], "--env", f"LD_LIBRARY_PATH={env['LD_LIBRARY_PATH']}")[str(run)]
        self.assertEqual([(each["kind"], each["what"]) for each in answer["failures"]], [("version missing", "liba.so")])

    def test_a_definition_elsewhere_without_version_serves(self):
        run = self.program("-Llib", "-lb") if self.library("lib/libb.so", "int g() { return 5; }") else None
        self.library("shadow/liba.so", "int f() { return 1; }", "-Wl,--version-script=f.map")
        self.assertEqual(self.same(run, LD_LIBRARY_PATH=f"{self.folder}/shadow:{self.folder}/lib")["failures"], [])

    def test_files_that_are_no_library(self):
        run = self.program("-Wl,-rpath,$ORIGIN/../lib")
        whole = (self.folder / "lib/liba.so").read_bytes()
        shadow = self.folder / "shadow/liba.so"
        shadow.parent.mkdir()
        arm = whole[:18] + b"\xb7" + whole[19:]  # e_machine
        narrow = whole[:4] + b"\x01" + whole[5:]
        for name, data, found in (("other machine", arm, True), ("other width", narrow, True), ("text", b"INPUT(liba.so.1)\n", False),
                                  ("empty", b"", False), ("big-endian", whole[:5] + b"\x02" + whole[6:], False),
                                  ("other system", whole[:7] + b"\x09" + whole[8:], False),
                                  ("an object file", whole[:16] + b"\x01" + whole[17:], False)):
            with self.subTest(name):
                shadow.write_bytes(data)
                answer = simulate([run], "--env", f"LD_LIBRARY_PATH={shadow.parent}")[str(run)]
                truth = real(run, {"LD_LIBRARY_PATH": str(shadow.parent)})
                self.assertEqual(str(self.folder / "bin/../lib/liba.so") in truth[0], found, truth)
                self.assertEqual(self.rule(answer, "liba.so"), "RUNPATH" if found else "none", answer)
                # ldd says which file it stopped at, in words of its own.
                self.assertEqual([each["kind"] for each in answer["failures"] if each["what"] == "liba.so"], [] if found else ["library refused"])
                self.assertEqual(found, f"{shadow}: " not in "".join(truth[4]), truth[4])

    def test_folders_of_the_name(self):
        run = self.program("-Wl,-rpath,$ORIGIN/../lib")
        (self.folder / "shadow/liba.so").mkdir(parents=True)
        env = {"LD_LIBRARY_PATH": str(self.folder / "shadow")}
        truth = real(run, env)
        answer = simulate([run], "--env", f"LD_LIBRARY_PATH={env['LD_LIBRARY_PATH']}")[str(run)]
        self.assertIn("cannot read file data", "".join(truth[4]))
        self.assertEqual(self.rule(answer, "liba.so"), "none", answer)

    def test_cut_off(self):
        """ld.so maps what is not there, and the process dies of SIGBUS; the simulation says why."""
        run = self.program()
        self.library("lib/liba.so", "int f() { return 1; } int g() { return 2; } const char much[300000] = {1}; char more[300000] = {1};",
                     "-Wl,--version-script=a.map")
        with open(self.folder / "lib/liba.so", "r+b") as stream:
            stream.truncate(200000)
        answer = simulate([run], "--env", f"LD_LIBRARY_PATH={self.folder}/lib")[str(run)]
        failure = next(each for each in answer["failures"] if each["what"] == "liba.so")
        self.assertEqual((failure["kind"], failure["file"]), ("library cut off", str(self.folder / "lib/liba.so")))
        self.assertNotEqual(subprocess.run([run], env=PLAIN | {"LD_LIBRARY_PATH": str(self.folder / "lib")}, check=False).returncode, 3)

    def test_subfolders_for_the_processor(self):
        run = self.program()
        help_text = subprocess.run(["/lib64/ld-linux-x86-64.so.2", "--help"], capture_output=True, text=True, check=False).stdout
        names = [f"glibc-hwcaps/{each}" for each in re.findall(r"^  (x86-64-v\d) \(supported, searched\)", help_text, re.M)]
        names += ["tls/x86_64/x86_64", "tls", "x86_64"] if "Legacy HWCAP" in help_text else []
        for name in reversed(names):
            (self.folder / "lib" / name).mkdir(parents=True)
            shutil.copy(self.folder / "lib/liba.so", self.folder / "lib" / name)
            answer = self.same(run, LD_LIBRARY_PATH=self.folder / "lib")
            self.assertEqual(answer["objects"][1]["file"], f"{self.folder}/lib/{name}/liba.so")

    def test_relative_and_empty_entries(self):
        run = self.program()
        for entry in ("lib", "./lib//", "nowhere:lib", ""):
            self.same(run, cwd=self.folder, LD_LIBRARY_PATH=entry or ":")
        self.same(run, cwd=self.folder / "lib", LD_LIBRARY_PATH="/nowhere:")

    def test_preload(self):
        run = self.program("-Wl,-rpath,$ORIGIN/../lib")
        other = self.library("other/libp.so", "int f() { return 7; }")
        answer = self.same(run, LD_PRELOAD=other)
        self.assertEqual(answer["objects"][1]["file"], str(other))
        again = simulate([run], "--bindings", "--env", f"LD_PRELOAD={other}")[str(run)]
        self.assertEqual({each["file"] for each in again["bindings"] if each["name"] == "f"}, {str(other)})

    def test_links_to_one_file_and_sonames(self):
        self.library("lib/libone.so", "int one() { return 1; }")
        os.link(self.folder / "lib/libone.so", self.folder / "lib/libhard.so")
        (self.folder / "lib/libsoft.so").symlink_to("libone.so")
        run = self.gcc("bin/run", "int main() {}", "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN/../lib", "-Llib", "-lone")
        for name in ("libhard.so", "libsoft.so"):
            made = self.folder / "lib" / f"need-{name}"
            shutil.copy(self.folder / "lib/libone.so", made)
            data = run.read_bytes()
            self.same(run)
            moved = self.folder / f"bin/run-{name}"
            moved.write_bytes(data.replace(b"libone.so\0", name[:6].encode() + b".so\0", 1))
            moved.chmod(0o755)
            self.same(moved)

    def test_origin_of_a_program_behind_a_link(self):
        """Started by the kernel, $ORIGIN is where the file is; looked at by ldd, where the link is."""
        run = self.program("-Wl,-rpath,$ORIGIN/../lib")
        link = self.folder / "elsewhere/deep/run"
        link.parent.mkdir(parents=True)
        link.symlink_to(run)
        self.assertEqual(self.rule(self.same(link), "liba.so"), "none")
        self.assertEqual(subprocess.run([link], env=PLAIN, check=False).returncode, 3)
        self.assertEqual(self.rule(simulate([link], "--run")[str(link)], "liba.so"), "RUNPATH")

    def test_dlopen(self):
        """Names are searched with the lists of the one who calls."""
        self.library("part/libpart.so", "int part() { return 1; }")
        self.library("part/libcaller.so", "#include <dlfcn.h>\nvoid *call() { return dlopen(\"libpart.so\", RTLD_NOW); }", "-Wl,-rpath,$ORIGIN")
        run = self.gcc("bin/run", f"""#include <dlfcn.h>
            int main() {{ void *caller = dlopen("{self.folder}/part/libcaller.so", RTLD_NOW);
            void *(*call)() = dlsym(caller, "call"); return (dlopen("libpart.so", RTLD_NOW) ? 10 : 0) + (call() ? 3 : 0); }}""", "-ldl")
        self.assertEqual(subprocess.run([run], env=PLAIN, check=False).returncode, 3)
        answer = simulate([run], "--run", "--open", f"{self.folder}/part/libcaller.so", "--open", "libpart.so", "--open",
                          "libpart.so@libcaller.so")[str(run)]
        asked = [(each["needed_by"], each["rule"]) for each in answer["steps"] if each["name"] == "libpart.so"]
        self.assertEqual(asked, [(str(run), "none"), (f"{self.folder}/part/libcaller.so", "RUNPATH")])


if __name__ == "__main__":
    if not load_list().exists():
        print(f"SKIP: {load_list()} was not built")
        raise SystemExit(77)
    blackbox.main()
