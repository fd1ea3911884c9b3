"""Real Python environments, made once by uv or pip in the folder envs of the test cache."""
import fcntl
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time
import unittest

from blackbox import CACHE, uv

# Name: one installation after the other, each a list of requirements, all without their dependencies. The packages are those
# that decide, from a package index as users get them; 9.5 GB to load and 16 GB on disk in all.
#  - torch, jax and onnxruntime-gpu want NVIDIA's libraries as wheels (3 GB). Of those that torch and jax require their environments
#    get the metadata alone, which is what the program reads (STAND_INS); jax-cuda12-local and onnxruntime-gpu are examined without.
#  - tensorflow[and-cuda] 2.21.0 asks for twelve NVIDIA wheels. Three are here whole, in the lowest versions that it accepts, which
#    are the smallest; of the others the metadata alone.
#  - jax 0.10.2 is the newest for Python 3.11, the one of Debian 12.
#  - onnxruntime and onnxruntime-gpu write the same files: what is installed last wins.
#  - torch 2.5.1 is the last release whose nvJitLink LD_LIBRARY_PATH can replace. Beside it are what was built for it, and three of
#    NVIDIA's wheels whole: cuSPARSE needs the nvJitLink of its own CUDA. older-libraries holds what may come before them.
#  - torch 2.2.2 was built before NumPy 2; its tensors cannot be turned into that one's arrays.
#  - imports-... can be imported: all that their Python code needs is there, and of NVIDIA's wheels what the import loads.
#  - paddlepaddle-gpu 2.6.2 is the newest of the default index. It asks for no library of NVIDIA's.
TENSORFLOW = "tensorflow==2.21.0"
JAX = ["jax==0.10.2", "jaxlib==0.10.2"]
ONNXRUNTIME = ["onnxruntime==1.32.0"]
ONNXRUNTIME_GPU = ["onnxruntime-gpu==1.31.1"]
RECIPES = {
    "torch": [["torch==2.15.0"]],
    "tensorflow": [[TENSORFLOW]],
    "tensorflow-and-cuda": [[TENSORFLOW, "nvidia-cuda-runtime-cu12==12.5.82", "nvidia-cublas-cu12==12.5.3.2",
                             "nvidia-cudnn-cu12==9.3.0.75"]],
    "jax": [JAX],
    "jax-cuda12": [[*JAX, "jax-cuda12-plugin==0.10.2", "jax-cuda12-pjrt==0.10.2"]],
    "jax-cuda12-local": [[*JAX, "jax-cuda12-plugin==0.10.2", "jax-cuda12-pjrt==0.10.2"]],
    "onnxruntime": [ONNXRUNTIME],
    "onnxruntime-gpu": [ONNXRUNTIME_GPU],
    "onnxruntime-both-cpu-last": [ONNXRUNTIME_GPU, ONNXRUNTIME],
    "onnxruntime-both-gpu-last": [ONNXRUNTIME, ONNXRUNTIME_GPU],
    "torch-2.5.1": [["torch==2.5.1", "triton==3.1.0", "torchvision==0.20.1", "torchaudio==2.5.1", "xformers==0.0.28.post3",
                     "bitsandbytes==0.45.5", "nvidia-nvjitlink-cu12==12.4.127", "nvidia-cusparse-cu12==12.3.1.170",
                     "nvidia-cublas-cu12==12.4.5.8"]],
    "torch-2.2.2": [["torch==2.2.2", "numpy==2.1.0"]],
    "older-libraries": [["nvidia-nvjitlink-cu12==12.1.105", "nvidia-cublas-cu12==12.1.3.1"]],
    "paddle-gpu": [["paddlepaddle-gpu==2.6.2"]],
    "paddle-cpu": [["paddlepaddle==3.3.1"]],
    "transcription": [["ctranslate2==4.8.5", "faster-whisper==1.2.0"]],
    "cupy": [["cupy-cuda12x==13.6.0"]],
    "imports-tensorflow": [["absl-py==2.5.1", "astunparse==1.6.3", "certifi==2026.10.19.post1", "charset-normalizer==3.5.3",
                            "flatbuffers==25.12.19", "gast==0.7.0", "google-pasta==0.2.0", "grpcio==1.85.3", "h5py==3.14.0",
                            "idna==3.20", "keras==3.15.1", "markdown-it-py==4.3.0", "mdurl==0.1.2", "ml-dtypes==0.7.0",
                            "namex==0.1.0", "numpy==2.4.6", "nvidia-cublas-cu12==12.5.3.2", "nvidia-cuda-runtime-cu12==12.5.82",
                            "nvidia-cudnn-cu12==9.3.0.75", "opt-einsum==3.4.0", "optree==0.20.0", "packaging==26.4",
                            "protobuf==7.36.2", "pygments==2.21.0", "requests==2.34.2", "rich==15.0.0", "setuptools==84.2.1",
                            "six==1.17.0", "tensorflow==2.21.0", "termcolor==3.3.0", "typing-extensions==4.16.0", "urllib3==2.8.0",
                            "wrapt==2.5.2"]],
    "imports-jax": [["jax==0.10.2", "jax-cuda12-pjrt==0.10.2", "jax-cuda12-plugin==0.10.2", "jaxlib==0.10.2",
                     "ml-dtypes==0.7.0", "numpy==2.4.6", "nvidia-cublas-cu12==12.5.3.2", "nvidia-cuda-runtime-cu12==12.5.82",
                     "nvidia-cudnn-cu12==9.3.0.75", "opt-einsum==3.4.0", "scipy==1.17.1"]],
    "imports-onnxruntime": [["flatbuffers==25.12.19", "numpy==2.4.6", "onnxruntime-gpu==1.31.1", "packaging==26.4",
                             "protobuf==7.36.2"]],
    "imports-torch-2.5.1": [["filelock==4.3.1", "fsspec==2026.9.0", "jinja2==3.1.6", "markupsafe==3.0.4", "mpmath==1.3.0",
                             "networkx==3.6.1", "numpy==2.4.6", "nvidia-cublas-cu12==12.4.5.8", "nvidia-cuda-cupti-cu12==12.4.127",
                             "nvidia-cuda-nvrtc-cu12==12.4.127", "nvidia-cuda-runtime-cu12==12.5.82", "nvidia-cudnn-cu12==9.3.0.75",
                             "nvidia-cufft-cu12==11.2.1.3", "nvidia-curand-cu12==10.3.5.147", "nvidia-cusolver-cu12==11.6.1.9",
                             "nvidia-cusparse-cu12==12.3.1.170", "nvidia-nccl-cu12==2.21.5", "nvidia-nvjitlink-cu12==12.4.127",
                             "nvidia-nvtx-cu12==12.4.127", "sympy==1.13.1", "torch==2.5.1", "typing-extensions==4.16.0"]],
    "imports-torch": [["cuda-bindings==13.5.0", "cuda-pathfinder==1.9.1", "cuda-toolkit==13.2.2", "filelock==4.3.1",
                       "fsspec==2026.9.0", "jinja2==3.1.6", "markupsafe==3.0.4", "mpmath==1.3.0", "networkx==3.6.1",
                       "numpy==2.4.6", "nvidia-cublas==13.4.1.3", "nvidia-cuda-cupti==13.2.86", "nvidia-cuda-nvrtc==13.2.86",
                       "nvidia-cuda-runtime==13.2.86", "nvidia-cudnn-cu13==9.26.0.51", "nvidia-cufft==12.2.0.57",
                       "nvidia-cufile==1.17.1.22", "nvidia-cusolver==12.2.0.11", "nvidia-cusparse==12.7.10.12",
                       "nvidia-cusparselt-cu13==0.8.1", "nvidia-nccl-cu13==2.30.7", "nvidia-nvjitlink==13.5.37",
                       "nvidia-nvshmem-cu13==3.7.2", "sympy==1.14.0", "torch==2.15.0", "triton==3.9.0",
                       "typing-extensions==4.16.0"]],
    "imports-paddle-gpu": [["anyio==4.16.0", "astor==0.8.1", "certifi==2026.10.19.post1", "decorator==5.3.1", "h11==0.16.0",
                            "httpcore==1.0.9", "httpx==0.29.0", "idna==3.20", "numpy==2.4.6", "nvidia-cudnn-cu12==9.3.0.75",
                            "opt-einsum==3.3.0", "paddlepaddle-gpu==2.6.2", "pillow==13.0.0", "protobuf==7.36.2",
                            "setuptools==84.2.1", "typing-extensions==4.16.0"]],
    "cuobjdump": [["nvidia-cuda-cuobjdump==13.5.37"]],
}
MADE_BY_PIP = {"paddle-cpu", "transcription", "cupy"}  # and by python -m venv; the others by uv
STAND_INS = {
    "torch": [["cuda-toolkit", "13.2.2"], ["nvidia-cublas", "13.4.1.3"], ["nvidia-cudnn-cu13", "9.26.0.51"], ["nvidia-nccl-cu13", "2.30.7"],
              ["nvidia-cusparselt-cu13", "0.8.1"], ["nvidia-nvshmem-cu13", "3.7.2"]],
    "jax-cuda12": [["nvidia-cublas-cu12", "12.9.1.4"], ["nvidia-cuda-cupti-cu12", "12.9.79"], ["nvidia-cuda-nvcc-cu12", "12.9.86"],
                   ["nvidia-cuda-nvrtc-cu12", "12.9.86"], ["nvidia-cuda-runtime-cu12", "12.9.79"], ["nvidia-cudnn-cu12", "9.12.0.46"],
                   ["nvidia-cufft-cu12", "11.4.1.4"], ["nvidia-cusolver-cu12", "11.7.5.82"], ["nvidia-cusparse-cu12", "12.5.10.65"],
                   ["nvidia-nccl-cu12", "2.27.7"], ["nvidia-nvjitlink-cu12", "12.9.86"], ["nvidia-nvshmem-cu12", "3.3.20"]],
    "tensorflow-and-cuda": [["nvidia-cuda-cupti-cu12", "12.5.82"], ["nvidia-cuda-nvcc-cu12", "12.5.82"], ["nvidia-cuda-nvrtc-cu12", "12.5.82"],
                            ["nvidia-cufft-cu12", "11.2.3.61"], ["nvidia-curand-cu12", "10.3.6.82"], ["nvidia-cusolver-cu12", "11.6.3.83"],
                            ["nvidia-cusparse-cu12", "12.5.1.3"], ["nvidia-nccl-cu12", "2.27.7"], ["nvidia-nvjitlink-cu12", "12.5.82"]],
    "torch-2.5.1": [["nvidia-cuda-cupti-cu12", "12.4.127"], ["nvidia-cuda-nvrtc-cu12", "12.4.127"], ["nvidia-cuda-runtime-cu12", "12.4.127"],
                    ["nvidia-cudnn-cu12", "9.1.0.70"], ["nvidia-cufft-cu12", "11.2.1.3"], ["nvidia-curand-cu12", "10.3.5.147"],
                    ["nvidia-cusolver-cu12", "11.6.1.9"], ["nvidia-nccl-cu12", "2.21.5"], ["nvidia-nvtx-cu12", "12.4.127"]],
    "torch-2.2.2": [["nvidia-cuda-cupti-cu12", "12.1.105"], ["nvidia-cuda-nvrtc-cu12", "12.1.105"], ["nvidia-cuda-runtime-cu12", "12.1.105"],
                    ["nvidia-cudnn-cu12", "8.9.2.26"], ["nvidia-cublas-cu12", "12.1.3.1"], ["nvidia-cufft-cu12", "11.0.2.54"],
                    ["nvidia-curand-cu12", "10.3.2.106"], ["nvidia-cusolver-cu12", "11.4.5.107"], ["nvidia-cusparse-cu12", "12.1.0.106"],
                    ["nvidia-nccl-cu12", "2.19.3"], ["nvidia-nvjitlink-cu12", "12.1.105"], ["nvidia-nvtx-cu12", "12.1.105"],
                    ["triton", "2.2.0"]],
}
PYTHONS = (3, 11), (3, 13)  # all of these have wheels for each of them, but for
OLDER_PYTHON = dict.fromkeys(("torch-2.5.1", "torch-2.2.2", "paddle-gpu", "imports-torch-2.5.1", "imports-paddle-gpu"), (3, 12))
ROOM = 10 << 30             # bytes that have to be free before something is made
PATIENCE = 1200             # seconds for making all that one test program needs

_begin = time.monotonic()
_hopeless = []  # why nothing more can be made, once that is known


def environment(name):
    """The folder of this environment, made if it is not there yet; skips the test where it can neither be found nor made."""
    here = sys.version_info[:2]
    newest = OLDER_PYTHON.get(name, PYTHONS[1])
    if not PYTHONS[0] <= here <= newest or platform.machine() != "x86_64":
        raise unittest.SkipTest(f"the pinned wheels are for Python 3.11 to 3.{newest[1]} on x86_64, "
                                f"this is {here} on {platform.machine()}")
    recipe = json.dumps([here, RECIPES[name], *STAND_INS.get(name, [])])
    folder = CACHE / "envs" / f"{name}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
    if is_whole(folder):
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_whole(folder):
            make(folder, name)
    return folder


def unfinished(folder):
    """A file that is there while the environment is being made, and stays when that is interrupted."""
    return folder.with_name(folder.name + ".unfinished")


def is_whole(folder):
    return folder.exists() and not unfinished(folder).exists()


def wheel(requirement):
    """The packed wheel of a package, for Python 3.11 on Linux, as pip loads it; skips the test where it cannot be had."""
    folder = CACHE / "wheels" / requirement
    found = sorted(folder.glob("*.whl"))
    if not found:
        folder.mkdir(parents=True, exist_ok=True)
        call(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--python-version", "3.11",
             "--platform", "manylinux_2_28_x86_64", "--platform", "manylinux_2_24_x86_64", "--platform", "manylinux2014_x86_64",
             "--dest", folder, requirement)
        found = sorted(folder.glob("*.whl"))
    return found[0]


def make(folder, name):
    if _hopeless:
        raise unittest.SkipTest(_hopeless[0])
    free = shutil.disk_usage(folder.parent).free
    if free < ROOM:
        give_up(f"{folder} is not there, and {free >> 30} GiB are free for it where {ROOM >> 30} have to be")
    begin = time.monotonic()
    unfinished(folder).touch()
    shutil.rmtree(folder, ignore_errors=True)
    python = pathlib.Path(sys.base_prefix) / f"bin/python{sys.version_info.major}.{sys.version_info.minor}"
    if name in MADE_BY_PIP:
        make_with_pip(folder, python, RECIPES[name])
    else:
        call_uv("venv", "--relocatable", "--python", python, folder)
        for requirements in RECIPES[name]:
            install(folder, *requirements)
    for package, version in STAND_INS.get(name, []):
        stand_in(folder / f"lib/{python.name}/site-packages", package, version)
    unfinished(folder).unlink()
    print(f"made {folder} in {time.monotonic() - begin:.0f} s")


def make_with_pip(folder, python, installations):
    if subprocess.run([python, "-c", "import ensurepip, venv"], capture_output=True).returncode:
        raise unittest.SkipTest(f"{python} cannot make an environment with pip: it lacks venv or ensurepip")
    call(python, "-m", "venv", folder)
    for requirements in installations:
        call(folder / "bin/python", "-m", "pip", "install", "--no-deps", "--only-binary", ":all:", "--no-cache-dir", *requirements)


def install(folder, *requirements):
    """Adds packages to an environment, or others in their place, as a user does with uv."""
    call_uv("pip", "install", "--no-deps", "--only-binary", ":all:", "--python", folder / "bin/python", *requirements)


def stand_in(site, name, version):
    """The metadata of a distribution without its files."""
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    texts = {"METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "INSTALLER": "uv"}
    for file, text in texts.items():
        (info / file).write_text(text, encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{info.name}/{file},,\n" for file in [*texts, "RECORD"]), encoding="utf-8")


def call_uv(*arguments):
    program, variables = uv()
    call(program, "--no-progress", *arguments, variables=variables)


def call(*command, variables=None):
    left = PATIENCE - (time.monotonic() - _begin)
    command = list(map(str, command))
    try:
        done = subprocess.run(command, env={**os.environ, **(variables or {})}, cwd=CACHE, capture_output=True, text=True,
                              timeout=max(left, 1))
    except subprocess.TimeoutExpired:
        give_up(f"making the environments took more than {PATIENCE} s; what was loaded is kept for the next time")
    if done.returncode == 0:
        return
    if re.search(r"error sending request|Failed to fetch|error decoding response|timed out|not found in the cache|"
                 r"connection broken|Max retries exceeded", done.stderr):
        give_up(f"the package index cannot be reached: {' '.join(done.stderr.split())[-300:]}")
    raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")


def give_up(reason):
    _hopeless.append(reason)
    raise unittest.SkipTest(reason)
