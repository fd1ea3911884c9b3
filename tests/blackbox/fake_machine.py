"""Machines with a card and a driver that are not there (fakes/machine.sh), for tests of the live program."""
import functools
import subprocess
import tempfile

import blackbox
from blackbox import ROOT

SCRIPT = ROOT / "fakes/machine.sh"

# Name in NVML, PCI device id, compute capability, memory in MiB; https://pci-ids.ucw.cz/ and
# https://developer.nvidia.com/cuda-gpus
CARDS = {
    "GTX 1080 Ti": ("NVIDIA GeForce GTX 1080 Ti", "1B06", "6.1", 11264),
    "RTX 4090": ("NVIDIA GeForce RTX 4090", "2684", "8.9", 24564),
    "RTX 5090": ("NVIDIA GeForce RTX 5090", "2B85", "12.0", 32607),
    "B200": ("NVIDIA B200", "2901", "10.0", 183359),
}
# What cuDriverGetVersion answers in a driver of this branch.
CUDA_OF_BRANCH = {"470": 11040, "535": 12020, "580": 13000}

# The surroundings of whoever runs the test, which would be examined too.
ELSEWHERE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "VIRTUAL_ENV": None, "CONDA_PREFIX": None, "LD_LIBRARY_PATH": None,
             "LD_PRELOAD": None, "CUDA_VISIBLE_DEVICES": None, "NVIDIA_VISIBLE_DEVICES": None, "PYTHONPATH": None,
             "PYTHONHOME": None}


def spec(*cards, driver="580.95.05", more=()):
    """The text of a spec: a machine with these cards (names of CARDS) and this driver, which loads and answers. `more` are
    further lines."""
    branch = driver.split(".")[0]
    lines = ["os=Ubuntu 24.04", "pci=0000:00:02.0 8086:4680 030000 i915", f"module={driver}", f"library={driver}",
             f"driver={driver}", f"cuda={CUDA_OF_BRANCH[branch]}", f"count={len(cards)}"]
    for index, card in enumerate(cards):
        name, device, capability, memory = CARDS[card]
        address = f"0000:{index + 1:02x}:00.0"
        lines += [f"pci={address} 10de:{device.lower()} 030000 nvidia", f"gpu{index}.name={name}", f"gpu{index}.pci={address}",
                  f"gpu{index}.uuid=GPU-00000000-0000-4000-8000-{index:012d}", f"gpu{index}.pci_device_id={device}",
                  f"gpu{index}.cc={capability}", f"gpu{index}.memory_mib={memory}"]
    return "\n".join([*lines, *more, ""])


NO_CARD = "os=Ubuntu 24.04\npci=0000:00:02.0 8086:4680 030000 i915\n"


@functools.cache
def impossible():
    """Why there can be no fake machines here, or None."""
    with tempfile.NamedTemporaryFile("w", prefix="gpuenv-test-", suffix=".spec") as file:
        done = subprocess.run([SCRIPT, file.name, "--", "true"], capture_output=True, text=True, timeout=60)
    if done.returncode == blackbox.program.SKIP:
        return done.stderr.strip().removeprefix("SKIP: ")
    return None


class TestCase(blackbox.TestCase):
    """Tests on fake machines; skipped where there can be none."""

    def setUp(self):
        if impossible():
            self.skipTest(impossible())

    def inside(self, text):
        """The command that runs another one on this machine."""
        file = self.temporary() / "machine.spec"
        file.write_text(text)
        return [SCRIPT, file, "--"]

    def doctor(self, text, *arguments, env=None):
        """`gpuenv doctor` on this machine: (report, Result). Nothing that belongs to whoever runs the test is in sight."""
        home = self.temporary()
        return self.report("doctor", *arguments, inside=self.inside(text), cwd=home,
                           env={**ELSEWHERE, "HOME": str(home), **(env or {})})

    def output(self, text, *command):
        """What another program prints there."""
        return subprocess.run([*self.inside(text), *command], capture_output=True, text=True, check=True, timeout=60).stdout
