# labels: wheels
# timeout: 1500
"""`gpuenv doctor` is right about environments that uv made from real wheels, on machines with cards and drivers that are not there.

The environments hold the frameworks without most of NVIDIA's libraries (environments.py says why); what is asserted of them is what
their own files and metadata decide: which build it is, and what it asks of card and driver."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import blackbox
import fake_machine
import program
from environments import environment
from fake_machine import NO_CARD, spec

STATUS = {"healthy": 0, "problems": 1, "unknown": 3}

# What is in each environment, as the report says it: framework, version, build, CUDA of the build.
TORCH = "torch", "2.15.0", "cu132", "13.2"
TENSORFLOW = "tensorflow", "2.21.0", "cuda", "12.5.1"
JAX = "jax", "0.10.2", "cpu", None
JAX_CUDA12 = "jax", "0.10.2", "cuda12", "12"
ONNXRUNTIME = "onnxruntime", "1.32.0", "cpu", None
ONNXRUNTIME_GPU = "onnxruntime", "1.31.1", "cuda", "13.0"
NO_LIBRARIES = "onnxruntime.no-cuda-libraries"  # the package brings none, and neither do the fake machines


class TestCase(fake_machine.TestCase):
    def examine(self, name, machine, build, causes, symptoms=(), notes=(), verdict=None, env=None):
        """Holds the report about one environment on one machine against: its build, all causes, all symptoms (id, or
        (id, severity) where that is not "error"), some notes, and the verdict with its exit status. Returns the commands that
        each finding offers, by id."""
        folder = str(environment(name))
        report, result = self.doctor(machine, "--env", folder, env=env)
        found = {role: [(finding["id"], finding["severity"]) for finding in report["findings"] if finding["role"] == role]
                 for role in ("cause", "symptom", "note")}
        expected = lambda ids: [each if isinstance(each, tuple) else (each, "error") for each in ids]
        self.assertEqual(found["cause"], expected(causes))
        self.assertEqual(found["symptom"], expected(symptoms))
        for note in notes:
            self.assertIn((note, "info"), found["note"])
        verdict = verdict or ("problems" if causes else "healthy")
        self.assertEqual((report["verdict"], result.status, result.err), (verdict, STATUS[verdict], ""), report["unknown"])
        if verdict != "unknown":
            self.assertEqual(report["unknown"], [])

        seen = next(each for each in report["machine"]["environments"] if each["path"] == folder)
        framework, = seen["frameworks"]
        without_card = causes == ["gpu.none"] and framework["kind"] == "cpu"  # there a CPU build is right
        self.assertEqual((seen["kind"], seen["selection"], seen["installer"], seen["verdict"]),
                         ("venv", "named", "uv", "healthy" if without_card else verdict))
        self.assertEqual(tuple(framework[key] for key in ("name", "version", "build", "cuda")), build)
        self.assertEqual(framework["kind"], "cpu" if build[2] == "cpu" else "cuda")
        self.assertEqual(framework["verdict"], "cpu-only" if without_card else "usable" if verdict == "healthy" else verdict)
        return {finding["id"]: [step["command"] for step in finding["fix"] if step["command"]] for finding in report["findings"]}


class Torch(TestCase):
    def test_healthy_on_a_card_and_driver_of_its_time(self):
        self.examine("torch", spec("RTX 4090"), TORCH, [])
        self.examine("torch", spec("RTX 5090", "RTX 4090"), TORCH, [])

    def test_a_wheel_that_torch_requires_is_gone(self):
        with tempfile.TemporaryDirectory(dir=environment("torch").parent) as place:
            folder = pathlib.Path(place) / "torch"
            shutil.copytree(environment("torch"), folder, symlinks=True, copy_function=lambda old, new: os.link(old, new, follow_symlinks=False))
            gone, = folder.glob("lib/python3*/site-packages/nvidia_cudnn_cu13-*.dist-info")
            shutil.rmtree(gone)
            report, result = self.doctor(spec("RTX 4090"), "--env", str(folder))
            self.assertEqual((blackbox.causes(report), result.status), (["cuda.wheel-missing"], 1))
            self.assertRegex(report["findings"][0]["fix"][0]["command"], r'^uv pip install --python \S+ "nvidia-cudnn-cu13==9\.26\.0\.51"$')

    def test_cuda_13_needs_driver_580(self):
        commands = self.examine("torch", spec("RTX 4090", driver="535.183.01"), TORCH, ["driver.too-old"])
        self.assertRegex(commands["driver.too-old"][0], r'--reinstall-package torch "torch==2\.14\.0" --index-url \S+/whl/cu126$')

    def test_pascal_was_dropped_and_the_last_build_is_named(self):
        commands = self.examine("torch", spec("GTX 1080 Ti"), TORCH, ["arch.dropped"])
        self.assertRegex(commands["arch.dropped"][0], r'--reinstall-package torch "torch==2\.14\.0" --index-url \S+/whl/cu126$')

    def test_each_of_two_cards_has_its_own_answer(self):
        report, _ = self.doctor(spec("RTX 4090", "GTX 1080 Ti"), "--env", str(environment("torch")))
        self.assertEqual([gpu["verdict"] for gpu in report["machine"]["gpus"]], ["usable", "problems"])
        self.assertEqual([(each["id"], each["applies_to"]["gpu"]) for each in report["findings"] if each["role"] == "cause"],
                         [("arch.dropped", 1)])

    def test_without_a_card_that_is_the_only_cause(self):
        self.examine("torch", NO_CARD, TORCH, ["gpu.none"])


class Kernels(TestCase):
    """Architectures come from the library on disk; what was read is kept for the next run."""
    FOLDER = "torch-2.5.1"

    def architectures(self, report):
        framework, = report["machine"]["environments"][0]["frameworks"]
        return framework["architectures"]

    def test_are_read_once_and_kept(self):
        cache, torch = self.temporary(), ["--env", str(environment(self.FOLDER))]
        kept = cache / "gpuenv/summaries"
        machine, env = spec("RTX 4090"), {"XDG_CACHE_HOME": str(cache)}
        before = self.doctor(machine, *torch, "--no-cache", env=env)[0]
        self.assertFalse(kept.exists())
        first = self.doctor(machine, *torch, env=env)[0]
        self.assertEqual((kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777), (0o600, 0o700))
        maker, *lines = kept.read_text().splitlines()  # of PyTorch, and of the packages beside it
        kind, identity, summary = lines[0].split("\t")
        self.assertEqual((kind, len(lines)), ("kernels", 4))
        counts = {name: int(count) for name, count in (word.split(":") for word in summary.split())}
        most = max(counts.values())  # what a few kernels alone are built for is not an architecture of the framework
        self.assertEqual(self.architectures(first), [name for name, count in counts.items() if count * 2 >= most])
        self.assertEqual([first[key] for key in ("verdict", "findings")], [before[key] for key in ("verdict", "findings")])
        kept.write_text(f"{maker}\n{kind}\t{identity}\tsm_50:7\n")
        self.assertEqual(self.architectures(self.doctor(machine, *torch, env=env)[0]), ["sm_50"])
        self.assertEqual(self.architectures(self.doctor(machine, *torch, "--no-cache", env=env)[0]), self.architectures(first))

    def test_a_recording_holds_what_was_read_of_them(self):
        folder = self.temporary() / "recording"
        command = [str(program.binary()), "record", "-o", str(folder), "--env", str(environment(self.FOLDER))]
        self.output(spec("RTX 4090"), *command)
        recorded = json.loads((folder / "machine.json").read_text())
        library, = [key for key in recorded["summaries"] if key.endswith("/torch/lib/libtorch_cuda.so")]
        self.assertRegex(recorded["summaries"][library], r"^sm_50:\d+ .*sm_90:\d+")
        recorded["summaries"][library] = "sm_90:5"
        (folder / "machine.json").write_text(json.dumps(recorded))
        report = self.report("doctor", "--machine", str(folder))[0]
        self.assertEqual((self.architectures(report), blackbox.causes(report)), (["sm_90"], ["arch.missing"]))


class TensorFlow(TestCase):
    def test_alone_it_lacks_the_cuda_wheels(self):
        commands = self.examine("tensorflow", spec("RTX 4090"), TENSORFLOW, ["tensorflow.no-cuda-wheels"])
        self.assertRegex(commands["tensorflow.no-cuda-wheels"][0], r'"tensorflow\[and-cuda\]==2\.21\.0"$')

    def test_a_toolkit_that_may_serve_it_leaves_the_question_open(self):
        toolkit = self.temporary() / "cuda"
        toolkit.mkdir()
        (toolkit / "version.json").write_text(json.dumps({"cuda": {"name": "CUDA SDK", "version": "12.4.1"}}))
        self.examine("tensorflow", spec("RTX 4090", more=[f"env.CUDA_HOME={toolkit}"]), TENSORFLOW, [], verdict="unknown")

    def test_with_the_cuda_wheels_it_is_healthy(self):
        self.examine("tensorflow-and-cuda", spec("RTX 4090"), TENSORFLOW, [])

    def test_minor_version_compatibility_of_cuda_12(self):
        self.examine("tensorflow-and-cuda", spec("RTX 4090", driver="535.183.01"), TENSORFLOW, [])
        self.examine("tensorflow-and-cuda", spec("RTX 4090", driver="470.256.02"), TENSORFLOW, ["driver.too-old"])

    def test_code_for_6_0_serves_pascal(self):
        self.examine("tensorflow-and-cuda", spec("GTX 1080 Ti"), TENSORFLOW, [])

    def test_on_blackwell_nobody_knows_whether_its_ptx_works(self):  # that of earlier releases fails there
        for card in "RTX 5090", "B200":
            self.examine("tensorflow-and-cuda", spec(card), TENSORFLOW, [], verdict="unknown")



class Jax(TestCase):
    def test_without_plugin_it_stays_on_the_cpu(self):
        commands = self.examine("jax", spec("RTX 4090"), JAX, ["jax.no-plugin"])
        self.assertRegex(commands["jax.no-plugin"][0], r'"jax\[cuda13\]==0\.10\.2"$')

    def test_the_offered_plugin_suits_driver_and_card(self):
        for machine in spec("RTX 4090", driver="535.183.01"), spec("GTX 1080 Ti"):
            commands = self.examine("jax", machine, JAX, ["jax.no-plugin"])
            self.assertRegex(commands["jax.no-plugin"][0], r'"jax\[cuda12\]==0\.10\.2"$')

    def test_without_a_card_it_is_right(self):
        self.examine("jax", NO_CARD, JAX, ["gpu.none"])

    def test_with_plugin_it_is_healthy(self):
        for machine in spec("RTX 4090"), spec("RTX 4090", driver="535.183.01"), spec("RTX 5090"):
            self.examine("jax-cuda12", machine, JAX_CUDA12, [])

    def test_the_cudnn_that_it_brings_has_dropped_pascal(self):
        commands = self.examine("jax-cuda12", spec("GTX 1080 Ti"), JAX_CUDA12, ["cudnn.card-dropped"])
        self.assertRegex(commands["cudnn.card-dropped"][0], r'"nvidia-cudnn-cu12<9\.11"$')

    def test_the_plugin_alone_finds_no_cuda(self):
        commands = self.examine("jax-cuda12-local", spec("RTX 4090"), JAX_CUDA12, ["jax.no-cuda-libraries"])
        self.assertRegex(commands["jax.no-cuda-libraries"][0], r'"jax\[cuda12\]==0\.10\.2"$')

    def test_cuda_12_needs_driver_525(self):
        self.examine("jax-cuda12", spec("RTX 4090", driver="470.256.02"), JAX_CUDA12, ["driver.too-old"])


class OnnxRuntime(TestCase):
    def test_the_package_without_gpu_in_its_name_is_for_the_cpu(self):
        commands = self.examine("onnxruntime", spec("RTX 4090"), ONNXRUNTIME, ["onnxruntime.cpu-build"])
        self.assertRegex(commands["onnxruntime.cpu-build"][0], r"^uv pip uninstall .* onnxruntime$")
        self.assertRegex(commands["onnxruntime.cpu-build"][1], r'"onnxruntime-gpu\[cuda,cudnn\]==1\.31\.1"$')

    def test_without_a_card_it_is_right(self):
        self.examine("onnxruntime", NO_CARD, ONNXRUNTIME, ["gpu.none"])

    def test_gpu_package_finds_no_cuda(self):
        commands = self.examine("onnxruntime-gpu", spec("RTX 4090"), ONNXRUNTIME_GPU, [NO_LIBRARIES])
        self.assertRegex(commands[NO_LIBRARIES][0], r'"onnxruntime-gpu\[cuda,cudnn\]==1\.31\.1"$')
        self.examine("onnxruntime-gpu", spec("RTX 5090"), ONNXRUNTIME_GPU, [NO_LIBRARIES])

    def test_gpu_package_lacks_what_lies_between_its_architectures(self):
        self.examine("onnxruntime-gpu", spec("B200"), ONNXRUNTIME_GPU, ["arch.missing"], symptoms=[NO_LIBRARIES])

    def test_gpu_package_has_dropped_pascal_and_the_last_build_is_named(self):
        commands = self.examine("onnxruntime-gpu", spec("GTX 1080 Ti"), ONNXRUNTIME_GPU, ["arch.dropped"], symptoms=[NO_LIBRARIES])
        self.assertRegex(commands["arch.dropped"][0], r'"onnxruntime-gpu\[cuda,cudnn\]==1\.26\.0"$')

    def test_gpu_package_is_built_with_cuda_13(self):  # and a newer driver brings no libraries
        self.examine("onnxruntime-gpu", spec("RTX 4090", driver="535.183.01"), ONNXRUNTIME_GPU, ["driver.too-old", NO_LIBRARIES])

    def test_of_both_packages_the_last_one_counts(self):
        both = "onnxruntime.both-packages"
        cpu, gpu = "onnxruntime-both-cpu-last", "onnxruntime-both-gpu-last"
        commands = self.examine(cpu, spec("RTX 4090"), ONNXRUNTIME, [both], symptoms=["onnxruntime.cpu-build"])
        self.assertRegex(commands[both][0], r"^uv pip uninstall .* onnxruntime onnxruntime-gpu$")
        # What goes takes the files of what stays along.
        self.assertIn(" --reinstall-package onnxruntime-gpu ", commands["onnxruntime.cpu-build"][1])
        self.examine(gpu, spec("RTX 4090"), ONNXRUNTIME_GPU, [NO_LIBRARIES, (both, "warning")])
        self.examine(gpu, spec("GTX 1080 Ti"), ONNXRUNTIME_GPU, ["arch.dropped", (both, "warning")], symptoms=[NO_LIBRARIES])
        self.examine(cpu, NO_CARD, ONNXRUNTIME, ["gpu.none"])


class Facts(TestCase):
    """What the program reads from files is what Python itself says."""

    PYTHON = """
import importlib.metadata, json, platform, runpy, sys, sysconfig
told = {"version": platform.python_version(), "bits": 64 if sys.maxsize > 1 << 32 else 32}
def read(path):
    return runpy.run_path(sysconfig.get_path("purelib") + "/" + path)
"""
    READ = {
        "torch": "file = read('torch/version.py'); told |= {'cuda': file['cuda'], 'build': file['__version__'].split('+')[1]}",
        "tensorflow": "file = read('tensorflow/python/platform/build_info.py')['build_info']; told |= {'cuda': file['cuda_version'],"
                      " 'code': [each.replace('compute', 'sm') for each in file['cuda_compute_capabilities']]}",
        "jax-cuda12": "told['framework'] = importlib.metadata.version('jax')",
        "onnxruntime": "file = read('onnxruntime/capi/build_and_package_info.py'); told |= {'framework': file['__version__'],"
                       " 'cuda': file.get('cuda_version')}",
    }

    def test_python_and_build_are_those_that_python_tells(self):
        both = "onnxruntime-both-cpu-last", "onnxruntime-both-gpu-last"
        for name in "torch", "tensorflow", "jax-cuda12", "onnxruntime", *both:
            folder = environment(name)
            program = self.PYTHON + self.READ.get(name, self.READ["onnxruntime"]) + "\nprint(json.dumps(told))"
            told = json.loads(subprocess.check_output([folder / "bin/python", "-I", "-c", program]))
            report, _ = self.doctor(spec("RTX 4090"), "--env", str(folder))
            seen = next(each for each in report["machine"]["environments"] if each["path"] == str(folder))
            framework, = seen["frameworks"]
            code = [*(framework["architectures"] or []), *(framework["ptx"] or [])]
            facts = {**seen["python"], "framework": framework["version"], "cuda": framework["cuda"], "build": framework["build"],
                     "code": code}
            self.assertEqual({key: facts[key] for key in told}, told, name)


if __name__ == "__main__":
    blackbox.main()
