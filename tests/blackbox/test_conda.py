# timeout: 300
"""`gpuenv doctor` on conda environments that real installer code made from a channel on disk (conda_channel.py): py-rattler, the
library of pixi, and conda, mamba or micromamba where one of them is on PATH."""
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile

import blackbox
import conda_channel
import fake_machine
from conda_channel import CPU_BUILD, CUDA_BUILD, SITE
from fake_machine import spec

MACHINE = spec("RTX 4090")


class Base(fake_machine.TestCase):
    def setUp(self):
        super().setUp()
        self.folder = self.temporary()
        self.prefix = self.folder / "envs/ml"
        self.channel = conda_channel.make(self.folder / "conda-forge")

    def examine(self):
        """Causes, the commands of the first finding, the framework, the facts that would decide and are not known."""
        report, result = self.doctor(MACHINE, "--env", str(self.prefix))
        self.assertEqual(result.err, "")
        seen, = report["machine"]["environments"]
        self.assertEqual((seen["path"], seen["kind"], seen["python"]["version"]), (str(self.prefix), "conda", conda_channel.PYTHON))
        framework, = seen["frameworks"]
        commands = [step["command"] for step in report["findings"][0]["fix"]] if report["findings"] else []
        return blackbox.causes(report), commands, framework, [each["fact"] for each in report["unknown"] if each["decides"]]


class Conda(Base):
    def install(self, *specs):
        if importlib.util.find_spec("rattler") is None:
            self.skipTest("py-rattler is not installed")
        return conda_channel.install(self.prefix, self.channel, self.folder / "cache", "python", *specs)

    def test_a_cpu_build_and_the_command_that_replaces_it(self):
        self.assertEqual(self.install("pytorch=2.5.1=cpu*")["pytorch"], CPU_BUILD)
        causes, commands, framework, unknown = self.examine()
        self.assertEqual((causes, unknown, framework["kind"]), (["torch.cpu-build"], [], "cpu"))
        self.assertEqual(commands, [f'conda install --prefix {self.prefix} -c {self.channel} "pytorch=2.5.1=*cuda12*"'])

        # The real solver takes the CUDA build for what the command asks. Which cards conda-forge built it for, no file says.
        self.assertEqual(self.install(shlex.split(commands[0])[-1])["pytorch"], CUDA_BUILD)
        causes, _, framework, unknown = self.examine()
        self.assertEqual((causes, unknown, framework["kind"], framework["cuda"]), ([], ["torch.architectures"], "cuda", "12.6"))

    def test_the_build_of_jax_stands_in_the_record_alone(self):
        self.install("jax", "jaxlib=0.4.35=cpu*")
        causes, commands, framework, _ = self.examine()
        self.assertEqual((causes, framework["kind"]), (["jax.no-plugin"], "cpu"))
        asked = [shlex.split(command)[-1] for command in commands if command]
        self.assertEqual([re.sub(r"=[0-9].*=", "=V=", text) for text in asked], ["jaxlib=V=*cuda12*"], commands)
        self.install("jax", "jaxlib=0.4.35=cuda*")
        causes, _, framework, unknown = self.examine()
        self.assertEqual((causes, unknown, framework["kind"], framework["cuda"]), ([], ["jax.architectures"], "cuda", "12.6"))

    def test_pip_installs_over_conda(self):
        self.install("pytorch=2.5.1=cuda*")
        wheel = self.folder / "torch-2.5.1+cu124-py3-none-any.whl"
        info = "torch-2.5.1+cu124.dist-info"
        with zipfile.ZipFile(wheel, "w") as file:
            file.writestr("torch/__init__.py", "")
            file.writestr("torch/version.py", "__version__ = '2.5.1+cu124'\ncuda: Optional[str] = '12.4'\n")
            file.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: torch\nVersion: 2.5.1+cu124\n")
            file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            file.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in [*file.namelist(), f"{info}/RECORD"]))
        # pip cannot run in the Python of this channel, so it is given the folder; it then leaves the old metadata, which it removes
        # in its own environment.
        shutil.rmtree(self.prefix / SITE / "torch-2.5.1.dist-info")
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--upgrade", "--target",
                        self.prefix / SITE, wheel], check=True, capture_output=True, timeout=120)
        causes, commands, framework, unknown = self.examine()
        self.assertEqual((causes, unknown, framework["build"]), (["environment.pip-and-conda"], [], "cu124"))
        self.assertEqual(commands[0], f"conda remove --prefix {self.prefix} --force pytorch")
        self.assertIn("pip install", commands[1])


class Client(Base):
    """The same first steps with a client that a user has."""

    def install(self, *specs):
        program = next(filter(None, map(shutil.which, ("conda", "mamba", "micromamba"))), None)
        if program is None:
            self.skipTest("neither conda nor mamba nor micromamba is on PATH")
        self.program = os.path.basename(program)
        verb = "install" if self.prefix.exists() else "create"
        subprocess.run([program, verb, "--yes", "--quiet", "--prefix", self.prefix, "--override-channels", "-c", self.channel,
                        "python", *specs], check=True, capture_output=True, timeout=240,
                       env={**os.environ, "CONDA_OVERRIDE_CUDA": "13.0", "CONDA_PKGS_DIRS": str(self.folder / "packages")})

    def test_a_cpu_build_and_the_command_that_replaces_it(self):
        self.install("pytorch=2.5.1=cpu*")
        causes, commands, _, _ = self.examine()
        self.assertEqual(causes, ["torch.cpu-build"])
        self.assertEqual(commands, [f'{self.program} install --prefix {self.prefix} -c {self.channel} "pytorch=2.5.1=*cuda12*"'])
        self.install(shlex.split(commands[0])[-1])
        causes, _, framework, _ = self.examine()
        self.assertEqual((causes, framework["kind"]), ([], "cuda"))


if __name__ == "__main__":
    blackbox.main()
