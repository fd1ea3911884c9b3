"""Real Python environments, made once by uv in the folder envs of the test cache."""
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
# that decide, from a package index as users get them; 2.6 GB to load and 5.5 GB on disk in all.
#  - torch, jax and onnxruntime-gpu want NVIDIA's libraries as wheels (3 GB). Of those that torch and jax require their environments
#    get the metadata alone, which is what the program reads (STAND_INS); jax-cuda12-local and onnxruntime-gpu are examined without.
#  - tensorflow[and-cuda] 2.21.0 asks for twelve NVIDIA wheels. Three are here whole, in the lowest versions that it accepts, which
#    are the smallest; of the others the metadata alone.
#  - jax 0.10.2 is the newest for Python 3.11, the one of Debian 12.
#  - onnxruntime and onnxruntime-gpu write the same files: what is installed last wins.
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
}
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
}
PYTHONS = (3, 11), (3, 13)  # all of these have wheels for each of them
ROOM = 10 << 30             # bytes that have to be free before something is made
PATIENCE = 1200             # seconds for making all that one test program needs

_begin = time.monotonic()
_hopeless = []  # why nothing more can be made, once that is known


def environment(name):
    """The folder of this environment, made if it is not there yet; skips the test where it can neither be found nor made."""
    here = sys.version_info[:2]
    if not PYTHONS[0] <= here <= PYTHONS[1] or platform.machine() != "x86_64":
        raise unittest.SkipTest(f"the pinned wheels are for Python 3.11 to 3.13 on x86_64, this is {here} on {platform.machine()}")
    recipe = json.dumps([here, RECIPES[name], *STAND_INS.get(name, [])])
    folder = CACHE / "envs" / f"{name}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            make(folder, RECIPES[name], STAND_INS.get(name, []))
    return folder


def make(folder, installations, stand_ins):
    """Makes it under another name, so that what an interruption leaves is never taken for an environment."""
    if _hopeless:
        raise unittest.SkipTest(_hopeless[0])
    free = shutil.disk_usage(folder.parent).free
    if free < ROOM:
        give_up(f"{folder} is not there, and {free >> 30} GiB are free for it where {ROOM >> 30} have to be")
    begin = time.monotonic()
    half_made = folder.with_name("half-made")
    shutil.rmtree(half_made, ignore_errors=True)
    python = pathlib.Path(sys.base_prefix) / f"bin/python{sys.version_info.major}.{sys.version_info.minor}"
    try:
        call_uv("venv", "--relocatable", "--python", python, half_made)
        for requirements in installations:
            call_uv("pip", "install", "--no-deps", "--only-binary", ":all:", "--python", half_made / "bin/python", *requirements)
        for name, version in stand_ins:
            stand_in(half_made / f"lib/{python.name}/site-packages", name, version)
        half_made.rename(folder)
    finally:
        shutil.rmtree(half_made, ignore_errors=True)
    print(f"made {folder} in {time.monotonic() - begin:.0f} s")


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
    left = PATIENCE - (time.monotonic() - _begin)
    try:
        done = subprocess.run([program, "--no-progress", *map(str, arguments)], env={**os.environ, **variables}, cwd=CACHE,
                              capture_output=True, text=True, timeout=max(left, 1))
    except subprocess.TimeoutExpired:
        give_up(f"making the environments took more than {PATIENCE} s; what was loaded is kept for the next time")
    if done.returncode == 0:
        return
    if re.search(r"error sending request|Failed to fetch|error decoding response|timed out|not found in the cache",
                 done.stderr):
        give_up(f"the package index cannot be reached: {' '.join(done.stderr.split())[-300:]}")
    raise RuntimeError(f"uv {' '.join(map(str, arguments))}\n{done.stderr}")


def give_up(reason):
    _hopeless.append(reason)
    raise unittest.SkipTest(reason)
