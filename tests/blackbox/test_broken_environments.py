# labels: wheels
# timeout: 1500
"""`gpuenv doctor` on environments of real wheels that were broken for real: a truncated library, a package or one of two with the same
files uninstalled, older libraries on LD_LIBRARY_PATH, NumPy 2 beside an old torch, a local torch.py, PYTHONPATH, the user's folder,
and with --deep a changed script. Where it takes no GPU, the dynamic linker and Python say what is true."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import blackbox
import copies
import fake_machine
from copies import MACHINE
from environments import environment, install
from fake_machine import spec


class Broken(copies.TestCase):
    def test_a_truncated_library(self):
        folder = self.copy("torch")
        self.replace(self.site(folder) / "torch/lib/libtorch_python.so", 4_000_000)
        causes, report = self.causes(folder)
        self.assertEqual(causes, [("files.cut", "error")])
        finding, = (each for each in report["findings"] if each["id"] == "files.cut")
        self.assertEqual(finding["confidence"], "certain")
        self.assertIn("libtorch_python.so", finding["why"])
        self.assertRegex(finding["fix"][0]["command"], r'--reinstall --no-deps --no-cache "torch==2\.15\.0"$')

    def test_a_library_that_is_gone(self):
        folder = self.copy("tensorflow-and-cuda")
        library, = self.site(folder).glob("nvidia/cudnn/lib/libcudnn.so.9")
        library.unlink()
        causes, report = self.causes(folder)
        self.assertIn(("files.missing", "error"), causes)
        self.assertEqual([each["distribution"] for each in report["machine"]["environments"][0]["damaged"]], ["nvidia-cudnn-cu12"])

    def test_one_of_both_onnxruntime_packages_uninstalled(self):
        for gone, left in ("onnxruntime", "onnxruntime-gpu"), ("onnxruntime-gpu", "onnxruntime"):
            folder = self.copy("onnxruntime-both-gpu-last")
            self.uninstall(folder, gone)
            causes, report = self.causes(folder)
            self.assertIn(("files.emptied", "error"), causes, report["findings"])
            finding, = (each for each in report["findings"] if each["id"] == "files.emptied")
            self.assertIn(f'"{left}==', finding["fix"][0]["command"])
            shutil.rmtree(folder)

    def test_a_local_file_with_the_name_of_a_framework(self):
        folder = environment("torch")
        home = self.temporary()
        (home / "torch.py").write_text("print('mine')\n")
        report, _ = self.report("doctor", "--env", str(folder), inside=self.inside(MACHINE), cwd=home,
                                env={**fake_machine.ELSEWHERE, "HOME": str(home)})
        causes = [each["id"] for each in report["findings"] if each["role"] == "cause"]
        self.assertEqual(causes, ["python.local-module"])

    def test_pythonpath_and_the_users_folder(self):
        folder = environment("torch")
        home = self.temporary()
        user = home / ".local/lib" / self.site(folder).parent.name / "site-packages"
        (user / "torch").mkdir(parents=True)
        (user / "torch/__init__.py").write_text("")
        (user / "torch-2.5.1.dist-info").mkdir()
        self.assertEqual(self.causes(folder, env={"HOME": str(home)})[0], [])  # a venv does not look there
        causes, _ = self.causes(folder, env={"HOME": str(home), "PYTHONPATH": str(user)})
        self.assertEqual(causes, [("python.pythonpath", "error")])

    def test_numpy_2_beside_a_torch_built_before_it(self):
        folder = environment("torch-2.2.2")
        causes, report = self.causes(folder)
        # torch itself works; what turns its tensors into arrays does not.
        self.assertEqual((causes, report["verdict"]), ([("python.numpy2", "warning")], "healthy"))
        self.assertRegex(self.commands(report, "python.numpy2")[0], r'^uv pip install --python \S+ "numpy<2"$')
        folder = self.copy("torch-2.2.2")
        install(folder, "numpy==1.26.4")
        self.assert_healthy(folder)

    def test_cudnn_uninstalled(self):
        folder = self.copy("tensorflow-and-cuda")
        self.assert_healthy(folder)
        self.uninstall(folder, "nvidia-cudnn-cu12")
        causes, report = self.causes(folder)
        self.assertEqual((causes, report["verdict"]), ([("tensorflow.no-cuda-wheels", "error")], "problems"))
        self.assertIn("nvidia-cudnn-cu12: not installed", [e["text"] for e in self.finding(report, "tensorflow.no-cuda-wheels")["evidence"]])
        self.assertRegex(self.commands(report, "tensorflow.no-cuda-wheels")[-1], r'^uv pip install --python \S+ "tensorflow\[and-cuda\]==')
        install(folder, "nvidia-cudnn-cu12==9.3.0.75")
        self.assert_healthy(folder)

    def test_deep_finds_a_changed_script(self):
        folder = self.copy("torch")
        self.assertEqual(self.causes(folder, "--deep")[0], [])
        self.replace(self.site(folder) / "torch/utils/__init__.py", text="# patched\n")
        self.assertEqual(self.causes(folder, "--deep")[0], [("files.changed", "warning")])


class OnTheLibraryPath(copies.TestCase):
    """What lies in a folder of LD_LIBRARY_PATH comes before what the wheels bring, or does not."""

    def older(self, library):
        return self.site(environment("older-libraries")) / "nvidia" / library / "lib"

    def loaded(self, file, folder):
        """What the dynamic linker says of a library of torch 2.5.1: "" when it loads, else why not."""
        program = f"import ctypes; ctypes.CDLL({str(self.site(environment('torch-2.5.1')) / file)!r})"
        done = subprocess.run([sys.executable, "-I", "-c", program], env={**os.environ, "LD_LIBRARY_PATH": str(folder)}, capture_output=True,
                              text=True, timeout=60)
        return done.stderr

    def assert_nvjitlink_is_shadowed(self, folder):
        self.assertEqual(self.loaded("nvidia/cusparse/lib/libcusparse.so.12", ""), "")
        self.assertIn("undefined symbol: __nvJitLinkComplete_12_4", self.loaded("nvidia/cusparse/lib/libcusparse.so.12", folder))
        causes, report = self.causes(environment("torch-2.5.1"), env={"LD_LIBRARY_PATH": str(folder)})
        self.assertEqual(causes, [("cuda.library-shadowed", "error")], report["unknown"])
        self.assertEqual(self.commands(report, "cuda.library-shadowed"), ["unset LD_LIBRARY_PATH"])

    def test_nvjitlink_of_an_older_toolkit(self):
        toolkit = self.temporary() / "lib64"
        toolkit.mkdir()
        shutil.copy(self.older("nvjitlink") / "libnvJitLink.so.12", toolkit / "libnvJitLink.so.12.1.105")
        (toolkit / "libnvJitLink.so.12").symlink_to("libnvJitLink.so.12.1.105")
        self.assert_nvjitlink_is_shadowed(toolkit)

    def test_nvjitlink_of_an_older_wheel(self):
        self.assert_nvjitlink_is_shadowed(self.older("nvjitlink"))

    def test_nvjitlink_of_the_same_wheel(self):
        own = self.site(environment("torch-2.5.1")) / "nvidia/nvjitlink/lib"
        self.assertEqual(self.loaded("nvidia/cusparse/lib/libcusparse.so.12", own), "")
        self.assert_healthy(environment("torch-2.5.1"), env={"LD_LIBRARY_PATH": str(own)})

    def test_torch_takes_its_own_cublas_all_the_same(self):
        site = self.site(environment("torch-2.5.1"))
        folder = self.older("cublas")
        listed = subprocess.run(["ldd", site / "torch/lib/libtorch_cuda.so"], env={**os.environ, "LD_LIBRARY_PATH": str(folder)},
                                capture_output=True, text=True, timeout=60).stdout
        taken, = re.findall(r"libcublas\.so\.12 => (\S+)", listed)
        self.assertEqual(os.path.realpath(taken), os.path.realpath(site / "nvidia/cublas/lib/libcublas.so.12"))
        self.assert_healthy(environment("torch-2.5.1"), env={"LD_LIBRARY_PATH": str(folder)})


class UsersFolder(copies.TestCase):
    """A torch in ~/.local, and a torch where the system's Python keeps its own. Python says which one it imports."""

    SERIES = f"python{sys.version_info.major}.{sys.version_info.minor}"
    SYSTEM = pathlib.Path(f"/usr/local/lib/{SERIES}/dist-packages")  # Debian's

    def setUp(self):
        super().setUp()
        self.python = pathlib.Path(f"/usr/bin/{self.SERIES}")
        if not self.SYSTEM.is_dir() or not self.python.exists():
            self.skipTest(f"{self.python} with {self.SYSTEM} is not on this machine")
        older = environment("torch-2.5.1")
        self.home = older.with_name(f"broken-{os.getpid()}-home")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.user = self.home / ".local/lib" / self.SERIES / "site-packages"
        for part in "torch", "torch-2.5.1.dist-info":
            shutil.copytree(self.site(older) / part, self.user / part, symlinks=True, copy_function=os.link)
        self.variables = {**fake_machine.ELSEWHERE, "HOME": str(self.home)}

    def with_system_torch(self, machine):
        """The command for this machine, with a newer torch among the packages of its system."""
        mount = f'mount --bind "{self.site(environment("torch"))}" "{self.SYSTEM}" && exec "$@"'
        return [*self.inside(machine), "sh", "-c", mount, "sh"]

    def imported(self, python, inside=()):
        variables = {name: value for name, value in {**os.environ, **self.variables}.items() if value is not None}
        return self.import_path(python, "torch", inside=inside, env=variables, cwd=self.home)

    def examine(self, folder, inside):
        report, _ = self.report("doctor", "--env", str(folder), inside=inside, cwd=self.home, env=self.variables)
        seen = next(each for each in report["machine"]["environments"] if each["path"] == str(folder))
        version = [each["version"] for each in seen["frameworks"] if each["name"] == "torch"]
        return [(each["id"], each["severity"]) for each in report["findings"] if each["role"] == "cause"], version, report

    def test_it_comes_before_the_systems(self):
        inside = self.with_system_torch(MACHINE)
        self.assertEqual(self.imported(self.python, inside), str(self.user / "torch/__init__.py"))
        causes, version, report = self.examine("/usr", inside)
        self.assertEqual(version, ["2.5.1"])
        self.assertIn(("python.user-site", "warning"), causes)  # another version, which may serve as well
        self.assertEqual(self.commands(report, "python.user-site"), ["export PYTHONNOUSERSITE=1"])

    def test_it_keeps_the_newer_one_from_a_card_it_does_not_know(self):
        causes, _, report = self.examine("/usr", self.with_system_torch(spec("RTX 5090")))
        self.assertEqual([name for name, severity in causes if severity == "error"][:1], ["arch.missing"], causes)
        self.assertIn("python.user-site", [name for name, _ in causes])

    def test_a_switch_takes_it_away(self):
        inside = self.with_system_torch(MACHINE)
        self.variables["PYTHONNOUSERSITE"] = "1"
        self.assertEqual(self.imported(self.python, inside), str(self.SYSTEM / "torch/__init__.py"))
        causes, version, _ = self.examine("/usr", inside)
        self.assertEqual(version, ["2.15.0"])
        self.assertNotIn("python.user-site", [name for name, _ in causes])

    def test_an_environment_on_top_of_the_system_sees_it(self):
        folder = self.home / "env"
        subprocess.run([self.python, "-m", "venv", "--without-pip", "--system-site-packages", folder], check=True, timeout=60)
        inside = self.with_system_torch(MACHINE)
        self.assertEqual(self.imported(folder / "bin/python", inside), str(self.user / "torch/__init__.py"))
        self.assertEqual(self.examine(folder, inside)[1], ["2.5.1"])
        # A torch of its own is before the user's.
        own = folder / "lib" / self.SERIES / "site-packages"
        for part in "torch", "torch-2.15.0.dist-info":
            shutil.copytree(self.site(environment("torch")) / part, own / part, symlinks=True, copy_function=os.link)
        self.assertEqual(self.imported(folder / "bin/python", inside), str(own / "torch/__init__.py"))
        causes, version, _ = self.examine(folder, inside)
        self.assertEqual((version, [name for name, _ in causes if name.startswith("python.")]), (["2.15.0"], []))


if __name__ == "__main__":
    blackbox.main()
