"""What looks like a fault and is none: one trap for each check that files, variables and the card's state can lure.

A trap adds to a hand-written machine. {env}, {site} and {home} are the active environment, its packages and the user's folder; a value
of a variable that begins with ":" is put behind what the machine has. What a machine says itself stays as it is.
"""

EFI = "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"


def trap(lures, on, files=(), variables=None, free=None, card=None):
    return {"lures": lures, "on": set(on.split()), "files": list(files), "variables": variables or {}, "free_mib": free or {}, "card": card or {}}


def text(path, content=""):
    return {"path": path, "text": content}


def size(path, count=28_000_000):
    return {"path": path, "size": count}


ANYWHERE = "host wsl container"
TRAPS = [
    # The driver
    trap("driver.blacklisted", "host", [text("/etc/modprobe.d/zz-trap.conf", "# blacklist nvidia\nblacklist nvidiafb\nblacklist nvidia_wmi_ec_backlight\n")]),
    trap("driver.secure-boot", "host", [text(EFI, "\x06\0\0\0\x01"), text("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n")]),
    trap("driver.dkms-not-built", "host", [text("/var/lib/dkms/nvidia/390.157/build/make.log", "error\n")]),
    trap("driver.module-missing", "host", [text("/usr/lib/modules/5.4.0-1-trap/modules.dep", "kernel/fs/ext4/ext4.ko:\n")]),
    trap("driver.two-installs", "host", [size("/usr/lib/x86_64-linux-gnu/libcuda.so.390.157"), size("/usr/bin/nvidia-uninstall", 100)]),
    trap("driver.compat-mismatch", "host", [size("/opt/trap/compat/libcuda.so.520.61.05"),
                                            {"path": "/opt/trap/compat/libcuda.so.1", "link": "libcuda.so.520.61.05"}]),
    trap("driver.nvml-failed", ANYWHERE, [size("/opt/trap/stubs/libnvidia-ml.so", 50_000), size("/opt/trap/stubs/libcuda.so", 70_000)],
         {"LD_LIBRARY_PATH": ":/opt/trap/stubs"}),
    trap("wsl.linux-driver", "wsl", [size("/usr/lib/x86_64-linux-gnu/libcuda.so.390.157")]),
    trap("wsl.no-device", "wsl", [text("/mnt/c/Users/user/.wslconfig", "[wsl2]\nmemory=8GB\n# gpuSupport=false\n")]),
    # The cards
    trap("gpu.hidden", "host windows wsl container", variables={"CUDA_VISIBLE_DEVICES": "{cards}"}),
    trap("gpu.order-differs", "host windows wsl container", variables={"CUDA_DEVICE_ORDER": "PCI_BUS_ID"}),
    trap("gpu.throttled", "host windows wsl container", card={"throttle": "4", "temperature": "80"}),
    trap("gpu.link-narrow", "host", card={"link_generation": "1", "link_generation_max": "4", "link_width": "8", "link_width_max": "8"}),
    trap("gpu.memory-full", "host windows wsl container", card={"memory_used_mib": "{half}", "processes": "1", "process0": "77 500 python"}),
    trap("gpu.memory-errors", "host", card={"ecc_uncorrected": "0", "remap_pending": "0", "remap_failed": "0"}),
    trap("gpu.exclusive-busy", "host", card={"compute_mode": "0"}),
    trap("gpu.mig-without-instance", "host", card={"mig": "0"}),
    # Environments
    trap("python.local-module", ANYWHERE, [text("{env}/../torch/notes.txt"), text("{env}/../torch_utils.py"), text("{env}/../numpy_tools.py")]),
    trap("python.pythonpath", ANYWHERE, [text("/opt/trap/code/torchlike/__init__.py"), text("/opt/trap/code/jax/readme.txt")], {"PYTHONPATH": ":/opt/trap/code"}),
    trap("python.user-site", "host wsl", [text("{home}/.local/lib/python{python}/site-packages/black/__init__.py")]),
    trap("python.outside-module", ANYWHERE, [text("{site}/trap.pth", "/opt/trap/none\nimport sys\n")]),
    trap("environment.started-elsewhere", ANYWHERE, [text("{home}/.local/share/jupyter/kernels/trap/kernel.json",
                                                          '{"argv": ["{env}/bin/python", "-m", "ipykernel_launcher"], "display_name": "trap"}')]),
    trap("files.changed", ANYWHERE, [size("{site}/trap_own/libtrap.so", 10), text("{site}/__pycache__/trap.pyc", "x")]),
    trap("files.emptied", ANYWHERE, [text("{site}/onnxruntime_trap/capi/cache.bin", "x")]),
    trap("disk.almost-full", "host wsl", free={"/mnt/trap": 0}),
    # Libraries and tools
    trap("cuda.library-shadowed", ANYWHERE, [size("/opt/trap/lib/libcudnn.so.9.99.0"), {"path": "/opt/trap/lib/libcudnn.so.9", "link": "libcudnn.so.9.99.0"},
                                             size("/opt/trap/lib/libnvJitLink.so.12.99.9"),
                                             {"path": "/opt/trap/lib/libnvJitLink.so.12", "link": "libnvJitLink.so.12.99.9"}],
         {"LD_LIBRARY_PATH": ":/opt/trap/lib"}),
    trap("toolkit.home-missing", ANYWHERE, [{"path": "/opt/trap/cuda", "folder": True}], {"CUDA_HOME": "/opt/trap/cuda"}),
    trap("installer.cpu-index", "host windows wsl container", variables={"PIP_EXTRA_INDEX_URL": "https://download.pytorch.org/whl/cu128"}),
    trap("jax.platforms", "host windows wsl container", variables={"JAX_PLATFORMS": "cuda,cpu"}),
    trap("container.host-runtime", "host", [size("/usr/bin/dockerd", 90_000_000), size("/usr/bin/nvidia-ctk", 9_000_000),
                                            text("/etc/docker/daemon.json", '{"runtimes": {"nvidia": {"path": "nvidia-container-runtime"}}}\n')]),
    trap("container.no-gpu", "container", variables={"NVIDIA_VISIBLE_DEVICES": "all", "NVIDIA_DRIVER_CAPABILITIES": "compute,utility"}),
]
