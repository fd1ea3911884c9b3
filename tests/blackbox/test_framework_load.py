# labels: wheels
# timeout: 1500
"""What `gpuenv inspect --framework` says that a process loads, against /proc/self/maps of real processes that import the framework
from real wheels: as it is, and with a folder on LD_LIBRARY_PATH that shadows libraries; and what it says of broken environments.

The processes have no card and no driver, so what is loaded after cuInit is not compared."""
import json
import os
import pathlib
import shutil
import subprocess

import blackbox
import copies
from environments import environment

# Environment, framework, what the process runs, and the stages of the prediction that it goes through.
PROCESSES = [
    ("imports-torch", "torch", "import torch", {"import"}),
    ("imports-torch-2.5.1", "torch", "import torch", {"import"}),
    ("imports-tensorflow", "tensorflow", "import tensorflow", {"import"}),
    ("imports-jax", "jax", "import jax; jax.devices()", {"import", "gpu"}),
    ("imports-onnxruntime", "onnxruntime", "import onnxruntime", {"import"}),
    ("imports-paddle-gpu", "paddle", "import paddle", {"import"}),
]
MAPS = """
import sys
error = ""
try:
    exec(sys.argv[1])
except Exception as failure:
    error = f"{type(failure).__name__}: {failure}"
files = {line.split(None, 5)[5].strip() for line in open("/proc/self/maps") if "/" in line}
import json  # brings a library of its own
print(json.dumps([error, sorted(files)]))
"""


def is_library(path):
    return ".so" in pathlib.Path(path).name


class TestCase(copies.TestCase):
    maxDiff = None

    def real(self, folder, program, env):
        """(the error, the libraries) of a process."""
        done = subprocess.run([folder / "bin/python", "-I", "-c", MAPS, program], capture_output=True, text=True, timeout=300,
                              env={name: value for name, value in os.environ.items() if not name.startswith("LD_")} | env, cwd="/")
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        error, files = json.loads(done.stdout.splitlines()[-1])
        return error, {file for file in files if is_library(file)}

    def predict(self, folder, framework, env):
        report, result = self.report("inspect", "--env", folder, "--framework", framework, env={"LD_LIBRARY_PATH": None, **env})
        self.assertIn(result.status, (0, 1), result.err)
        load, = report["frameworks"]
        self.assertIsNone(load["unknown"])
        return load

    def files(self, load, stages):
        return {os.path.realpath(each["file"]) for each in load["libraries"] if each["stage"] in stages and is_library(os.path.realpath(each["file"]))}

    def failures(self, load, stage="import"):
        return [each for each in load["problems"] if each["fatal"] and each["stage"] == stage]


class Processes(TestCase):
    def compare(self, env_of):
        compared = 0
        for name, framework, program, stages in PROCESSES:
            folder = environment(name)
            env = env_of(folder)
            with self.subTest(name):
                error, files = self.real(folder, program, env)
                load = self.predict(folder, framework, env)
                self.assertEqual(self.files(load, stages), files)
                if not error.startswith("RuntimeError"):  # jax.devices() without a driver, which is the other stage
                    self.assertEqual(bool(error), bool(self.failures(load)), (error, self.failures(load)))
                compared += len(files)
        print(f"compared with /proc/self/maps: {compared} files of {len(PROCESSES)} processes")
        self.assertGreater(compared, 300)

    def test_as_they_are(self):
        self.compare(lambda folder: {})

    def test_with_other_copies_first_on_the_library_path(self):
        """Copies of libraries of the system, of the CUDA runtime and of cuBLAS: whether they win depends on the tag of each file."""
        shadow = self.temporary()
        for name in "libstdc++.so.6", "libz.so.1", "liblzma.so.5", "libgomp.so.1":
            for place in "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64":
                if (file := pathlib.Path(place) / name).exists():
                    shutil.copy(file, shadow / name)
                    break
        for name in "imports-tensorflow", "imports-torch":
            for file in environment(name).glob("lib/python3.*/site-packages/nvidia/*/lib/libcu[db][al]*.so.1?"):
                shutil.copy(file, shadow)
        winners = set()
        self.compare(lambda folder: {"LD_LIBRARY_PATH": str(shadow)})
        for name, framework, _, _ in PROCESSES:
            load = self.predict(environment(name), framework, {"LD_LIBRARY_PATH": str(shadow)})
            winners |= {pathlib.Path(each["file"]).name for each in load["libraries"] if each["file"].startswith(str(shadow))}
            for each in load["libraries"]:
                if each["file"] == str(shadow / "libcudart.so.12"):
                    self.assertIn("nvidia-cuda-runtime-cu12 12.5.82", [other["brought_by"] for other in each["instead_of"]])
        self.assertLessEqual({"libstdc++.so.6", "libz.so.1", "libcudart.so.12"}, winners)

    def test_an_older_library_first_ends_the_import(self):
        """nvJitLink of CUDA 12.1 before that of torch 2.5.1, whose cuSPARSE finds it by RUNPATH."""
        older, = environment("older-libraries").glob("lib/python3.*/site-packages/nvidia/nvjitlink/lib")
        folder, env = environment("imports-torch-2.5.1"), {"LD_LIBRARY_PATH": str(older)}
        error, files = self.real(folder, "import torch", env)
        self.assertIn("__nvJitLinkComplete_12_4, version libnvJitLink.so.12", error)
        load = self.predict(folder, "torch", env)
        self.assertEqual(self.files(load, {"import"}), files)
        failure, *others = self.failures(load)
        self.assertEqual({(each["kind"], each["file"]) for each in others}, {(failure["kind"], failure["file"])})
        self.assertEqual((failure["kind"], failure["what"], failure["version"], failure["file"]),
                         ("symbol missing", "__nvJitLinkComplete_12_4", "libnvJitLink.so.12", str(older / "libnvJitLink.so.12")))
        self.assertEqual((failure["remedy"], failure["command"]), ("library_path", "unset LD_LIBRARY_PATH"))
        self.assertEqual(self.real(folder, "import torch", {})[0], "")

    def test_every_library_has_a_name_for_who_brought_it(self):
        folder = environment("imports-torch-2.5.1")
        libraries = {pathlib.Path(each["file"]).name: each for each in self.predict(folder, "torch", {})["libraries"]}
        for name, package, version in (("libcublas.so.12", "nvidia-cublas-cu12", "12.4.5.8"), ("libtorch_cuda.so", "torch", "2.5.1"),
                                       ("libcudnn.so.9", "nvidia-cudnn-cu12", "9.3.0.75")):
            self.assertEqual((libraries[name]["brought_by"], libraries[name]["version"]), (f"{package} {version}", version))
        self.assertEqual((libraries["libc.so.6"]["brought_by"], libraries["libc.so.6"]["in_environment"]), (None, False))


class Broken(TestCase):
    def setUp(self):
        known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=False).stdout
        if "libcufft.so.11" in known:
            self.skipTest("a CUDA 12 of this system steps in for what is missing")

    def imports(self, folder):
        """The failure that ends the import, which the real process tells as well."""
        error, files = self.real(folder, "import torch", {})
        load = self.predict(folder, "torch", {})
        self.assertEqual(self.files(load, {"import"}), files)
        failure = self.failures(load)[0]
        self.assertIn(pathlib.Path(failure["what"]).name.split(".so")[0], error)  # torch 2.5.1: ValueError: libcufft.so.*[0-9] not found
        return failure

    def test_a_file_that_is_gone_comes_back_with_its_package(self):
        folder = self.copy("imports-torch-2.5.1")
        (self.site(folder) / "nvidia/cufft/lib/libcufft.so.11").unlink()
        failure = self.imports(folder)
        self.assertEqual((failure["kind"], failure["package"], failure["remedy"]), ("library missing", "nvidia-cufft-cu12", "reinstall"))
        self.assertRegex(failure["command"], r'--reinstall --no-deps "nvidia-cufft-cu12==11\.2\.1\.3"$')

    def test_a_package_that_is_gone_is_named_with_the_version_that_torch_asks_for(self):
        folder = self.copy("imports-torch-2.5.1")
        self.uninstall(folder, "nvidia-cufft-cu12")
        failure = self.imports(folder)
        self.assertEqual((failure["package"], failure["remedy"]), ("nvidia-cufft-cu12", "install"))
        self.assertRegex(failure["command"], r'^uv pip install --python \S+ "?nvidia-cufft-cu12==11\.2\.1\.3"?$')

    def test_a_file_that_is_no_library(self):
        folder = self.copy("imports-torch-2.5.1")
        self.replace(self.site(folder) / "nvidia/cufft/lib/libcufft.so.11", text="version https://git-lfs.github.com/spec/v1\n" * 9)
        failure = self.imports(folder)
        self.assertEqual((failure["kind"], failure["package"], failure["remedy"]), ("library refused", "nvidia-cufft-cu12", "reinstall"))


if __name__ == "__main__":
    blackbox.main()
