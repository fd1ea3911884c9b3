"""What looks like a fault and is none, for as many findings as have such a thing.

A trap changes something that the program looks at on that machine: `worse` is the real fault, one step further, which gives the finding
on one of the same machines (test_traps.py holds both). Where it can be laid say its kinds and what has to be there:
  host, wsl, container, windows   machines without a fault
  unloaded                        Linux machines whose driver is installed and not loaded, each for another reason

Without a trap are findings that say a state which has no look-alike in what is read (wsl.version-1 apart from its kernel, gpu.stopped,
driver.nodes-denied ...), and notes that say only what is there.
"""
from machine_changes import (as_conda, card, cards_from, driver, driver_has_all, files, folder, free, kernel, link, log, no_card,
                             of_kind, other_card, packages, python, removed, second_card, second_maker, size, text, toolkit, unset, variables,
                             without, without_files, without_frameworks)

EFI = "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
LOCKDOWN = "/sys/kernel/security/lockdown"
LIBRARIES = "/usr/lib/x86_64-linux-gnu"
HERE = "host wsl container"
ALL = "host wsl container windows"


def trap(lures, on, lay, worse, needs=""):
    """`needs` is the beginning of a package in the active environment, such as "torch==2.5"."""
    as_list = lambda changes: changes if isinstance(changes, list) else [changes]
    return {"lures": lures, "on": set(on.split()), "lay": as_list(lay), "worse": as_list(worse), "needs": needs}


def xid(number, what):
    return log(f"[   10.123456] nvidia-uvm: Loaded the UVM driver, major device number 234.\n"
               f"[  100.123456] NVRM: Xid (PCI:0000:01:00): {number}, {what}\n")


QUIET = log("[    5.123456] nvidia: loading out-of-tree module taints kernel.\n"
            "[    6.123456] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  570.124.06  Thu Feb 27 01:00:00 UTC 2025\n"
            "[   10.123456] nvidia-uvm: Loaded the UVM driver, major device number 234.\n")
RTX_4090 = other_card(id="2684", name="NVIDIA GeForce RTX 4090", cc="8.9", memory_mib=24564)
RTX_5090 = other_card(id="2B85", name="NVIDIA GeForce RTX 5090", cc="12.0", memory_mib=32607)
GTX_1660 = other_card(id="2184", name="NVIDIA GeForce GTX 1660", cc="7.5", memory_mib=6144)
GTX_1080 = other_card(id="1B06", name="NVIDIA GeForce GTX 1080 Ti", cc="6.1", memory_mib=11264)
DOCKER = size("/usr/bin/dockerd", 90_000_000)


def left_over(name, version):
    """What pip leaves of a package that it could not take away."""
    return files(text(f"{{site}}/~{name[1:]}-{version}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"))


TRAPS = [
    # Other cards, before what depends on the card
    trap("arch.missing", "host", RTX_4090, RTX_5090, needs="torch==2.6"),
    trap("arch.dropped", "host", GTX_1660, GTX_1080, needs="torch==2.9.1+cu128"),
    trap("gpu.order-differs", "host", second_card(), second_card(id="2684", name="NVIDIA GeForce RTX 4090", cc="8.9", memory_mib=24564)),
    # The driver
    trap("driver.blacklisted", "unloaded", files(text("/etc/modprobe.d/zz-trap.conf", "# blacklist nvidia\nblacklist nvidiafb\n")),
         files(text("/etc/modprobe.d/zz-trap.conf", "blacklist nvidia\n"))),
    trap("driver.secure-boot", "unloaded", files(text(EFI, "\x06\0\0\0\x01"), text(LOCKDOWN, "[none] integrity confidentiality\n")),
         files(text(EFI, "\x06\0\0\0\x01"), text(LOCKDOWN, "none [integrity] confidentiality\n"))),
    trap("driver.dkms-not-built", "unloaded", files(text("/var/lib/dkms/nvidia-fs/2.17.5/build/make.log", "error\n")),
         [files(text("/var/lib/dkms/nvidia/550.54.15/build/make.log", "error\n"), text("/usr/lib/modules/{kernel}/build/Makefile"))]),
    trap("driver.module-missing", "unloaded", files(text("/usr/lib/modules/5.4.0-1-trap/modules.dep", "kernel/fs/ext4/ext4.ko:\n")),
         files(text("/usr/lib/modules/{kernel}/modules.dep", "kernel/fs/ext4/ext4.ko:\n"))),
    trap("driver.kernel-gone", "unloaded", files(folder("/usr/lib/modules/{kernel}/kernel"), folder("/usr/lib/modules/5.4.0-1-trap")),
         files(removed("/usr/lib/modules/{kernel}"))),
    trap("driver.too-old", "host", driver(version="525.60.13", cuda="12.0"), driver(version="470.256.02", cuda="11.4"), needs="torch==2.6.0+cu124"),
    trap("driver.too-old", "windows", driver(version="528.33", cuda="12.0"), driver(version="474.14", cuda="11.4"), needs="torch==2.8.0+cu128"),
    trap("driver.version-mismatch", "host", files(size("/opt/trap/lib/libcuda.so.390.157"), size("/opt/trap/lib/libnvidia-ml.so.390.157")),
         driver(library="999.1", nvml_init=18)),
    trap("driver.two-installs", "host", files(size(LIBRARIES + "/libcuda.so.390.157"), size("/usr/bin/nvidia-uninstall", 100)),
         [files(size("/usr/local/lib/libcuda.so.390.157"), link("/usr/local/lib/libcuda.so.1", "libcuda.so.390.157")),
          driver(nvml_init=18)]),
    trap("driver.compat-mismatch", "host", files(size("/usr/local/cuda-11.8/compat/libcuda.so.520.61.05"),
                                                 link("/usr/local/cuda-11.8/compat/libcuda.so.1", "libcuda.so.520.61.05")),
         [driver(compat="/usr/local/cuda-11.8/compat/libcuda.so.520.61.05", cuda_init=803), variables(LD_LIBRARY_PATH=":/usr/local/cuda-11.8/compat")]),
    trap("driver.nvml-failed", "host", [files(size("/opt/trap/stubs/libnvidia-ml.so", 50_000), size("/opt/trap/stubs/libcuda.so", 70_000)),
                                        variables(LD_LIBRARY_PATH=":/opt/trap/stubs")], driver(nvml_init=999)),
    trap("driver.uvm-missing", "host", [driver_has_all, files(removed("/sys/module/nvidia_uvm"))],
         [files(removed("/sys/module/nvidia_uvm"), removed("/dev/nvidia-uvm")), driver(cuda_init=999)]),
    trap("wsl.linux-driver", "wsl", files(size("/opt/trap/lib/libcuda.so.390.157")),
         [files(size("/opt/trap/lib/libcuda.so.390.157"), link("/opt/trap/lib/libcuda.so.1", "libcuda.so.390.157")),
          variables(LD_LIBRARY_PATH=":/opt/trap/lib")]),
    trap("wsl.no-device", "wsl", files(text("/mnt/c/Users/user/.wslconfig", "[wsl2]\nmemory=8GB\n# gpuSupport=false\n")),
         [files(removed("/dev/dxg")), driver(nvml_init=9)]),
    trap("wsl.not-on-library-path", "wsl", files(text("/etc/ld.so.conf.d/zz-trap.conf", "# /usr/lib/wsl/lib\n")),
         files(removed("/etc/ld.so.conf.d/ld.wsl.conf"), text("/etc/ld.so.cache", "glibc-ld.so.cache1.1 libc.so.6 /lib/libc.so.6\n"))),
    trap("wsl.version-1", "wsl", kernel("5.10.102.1-microsoft-standard-WSL2"), kernel("4.4.0-19041-Microsoft")),
    # The cards
    trap("gpu.none", "host", second_maker, [no_card, second_maker]),
    trap("gpu.hidden", ALL, variables(CUDA_VISIBLE_DEVICES="{cards}"), variables(CUDA_VISIBLE_DEVICES="-1")),
    trap("gpu.some-hidden", ALL, variables(CUDA_VISIBLE_DEVICES="{cards}, "), variables(CUDA_VISIBLE_DEVICES="1")),
    trap("gpu.throttled", ALL, card(throttle="4", temperature="80"), card(throttle="64", temperature="95")),
    trap("gpu.link-narrow", "host", card(link_generation="1", link_generation_max="4", link_width="8", link_width_max="8"),
         card(link_generation="1", link_generation_max="4", link_width="1", link_width_max="16")),
    trap("gpu.memory-full", ALL, card(memory_used_mib="{half}", processes="1", process0="77 500 python"),
         card(memory_used_mib="{most}", processes="1", process0="77 500 python")),
    trap("gpu.memory-errors", "host", card(ecc_uncorrected="0", remap_pending="0", remap_failed="0"),
         card(ecc_uncorrected="0", remap_pending="1", remap_failed="0")),
    trap("gpu.memory-worn", "host", card(ecc_uncorrected="0", remap_pending="0", remap_failed="0"),
         card(ecc_uncorrected="0", remap_pending="0", remap_failed="1")),
    trap("gpu.exclusive-busy", "host", card(compute_mode="3", processes="0"),
         card(compute_mode="3", processes="1", process0="77 500 python")),
    trap("gpu.compute-prohibited", ALL, card(compute_mode="0"), card(compute_mode="2")),
    trap("gpu.mig-without-instance", "host", card(mig="1", mig_instances="2"), card(mig="1", mig_instances="0")),
    trap("gpu.fell-off-bus", "host", QUIET, xid(79, "GPU has fallen off the bus.")),
    trap("gpu.memory-errors-logged", "host", QUIET, xid(48, "pid='<unknown>', name=<unknown>, An uncorrectable double bit error (DBE)")),
    trap("gpu.nvlink-errors", "host", QUIET, xid(74, "pid='<unknown>', name=<unknown>, NVLink: fatal error detected on link 2")),
    # Environments
    trap("python.too-new", "host", [without_frameworks, python("3.13.3")], [without_frameworks, python("3.17.0")]),
    trap("python.too-old", "host", [without_frameworks, python("3.10.4")], [without_frameworks, python("3.5.2")]),
    trap("python.last-release", "host", python("3.12.10"), python("3.9.21"), needs="torch==2.8.0"),
    trap("python.local-module", HERE, files(text("{env}/../torch/notes.txt"), text("{env}/../torch_utils.py"), text("{env}/../numpy_tools.py")),
         files(text("{env}/../torch.py")), needs="torch"),
    trap("python.pythonpath", HERE, [files(text("/opt/trap/code/torchlike/__init__.py"), text("/opt/trap/code/jax/readme.txt")),
                                     variables(PYTHONPATH=":/opt/trap/code")],
         [files(text("/opt/trap/code/torch/__init__.py")), variables(PYTHONPATH=":/opt/trap/code")], needs="torch"),
    # An environment does not look into the user's folder; what is not called venv does.
    trap("python.user-site", "host wsl", [of_kind("venv"), files(text("{home}/.local/lib/python{python}/site-packages/torch/__init__.py"))],
         [as_conda, files(text("{home}/.local/lib/python{python}/site-packages/torch/__init__.py"))]),
    trap("python.outside-module", HERE, files(text("{site}/trap.pth", "/opt/trap/none\nimport sys\n")),
         files(text("{site}/trap.pth", "/opt/trap/more\n"), text("/opt/trap/more/jax/__init__.py"))),
    trap("python.numpy2", HERE, left_over("numpy", "2.1.0"), packages("numpy==2.1.0"), needs="torch==2.2"),
    trap("environment.started-elsewhere", HERE, files(text("{home}/.local/share/jupyter/kernels/trap/kernel.json",
                                                           '{"argv": ["{env}/bin/python", "-m", "ipykernel_launcher"], "display_name": "trap"}')),
         files(text("{home}/.local/share/jupyter/kernels/trap/kernel.json",
                    '{"argv": ["/usr/bin/python3", "-m", "ipykernel_launcher"], "display_name": "trap"}')), needs="torch"),
    trap("environment.moved", HERE, files(text("{env}/bin/trap", "#!{env}/bin/python\nimport sys\n")),
         files(text("{env}/bin/pip", "#!/home/user/elsewhere/bin/python\nimport sys\n"))),
    trap("environment.pip-and-conda", "host", files(text("{env}/conda-meta/numpy-base-2.1.0-0.json", '{"name": "numpy-base", "version": "2.1.0"}\n')),
         files(text("{env}/conda-meta/torch-2.8.0-0.json", '{"name": "pytorch", "version": "2.8.0"}\n'),
               text("{env}/conda-meta/pytorch-2.8.0-0.json", '{"name": "pytorch", "version": "2.8.0"}\n')), needs="torch"),
    trap("files.missing", HERE, files(text("{site}/nvidia_trap_cu12-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nvidia-trap-cu12\nVersion: 1.0\n"),
                                      text("{site}/nvidia_trap_cu12-1.0.dist-info/RECORD", "nvidia/trap/__pycache__/none.cpython-312.pyc,,\n"
                                           "../../../bin/trap,sha256=x,900\nnvidia/trap/lib/libtrap.so.12,sha256=x,28000000\n"),
                                      size("{site}/nvidia/trap/lib/libtrap.so.12")),
         files(text("{site}/nvidia_trap_cu12-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nvidia-trap-cu12\nVersion: 1.0\n"),
               text("{site}/nvidia_trap_cu12-1.0.dist-info/RECORD", "nvidia/trap/lib/libtrap.so.12,sha256=x,28000000\n"))),
    trap("files.cut", HERE, files(text("{site}/nvidia_own_cu12-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nvidia-own-cu12\nVersion: 1.0\n"),
                                  text("{site}/nvidia_own_cu12-1.0.dist-info/RECORD", "nvidia/own/lib/libown.so.12,,\nnvidia/own/__init__.py,sha256=x,90\n"),
                                  text("{site}/nvidia/own/__init__.py"), size("{site}/nvidia/own/lib/libown.so.12", 10_000_000)),
         files(text("{site}/nvidia_own_cu12-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nvidia-own-cu12\nVersion: 1.0\n"),
               text("{site}/nvidia_own_cu12-1.0.dist-info/RECORD", "nvidia/own/lib/libown.so.12,sha256=x,28000000\n"),
               text("{site}/nvidia/own/lib/libown.so.12", "version https://git-lfs.github.com/spec/v1\n"))),
    trap("files.emptied", HERE, files(text("{site}/onnxruntime/capi/cache.bin", "x"), text("{site}/tensorflow/notes.txt", "x")),
         files(removed("{site}/torch/__init__.py"), removed("{site}/torch/lib")), needs="torch"),
    trap("files.overlap", HERE, packages("opencv-python-headless==4.12.0.88"), packages("opencv-python-headless==4.12.0.88", "opencv-python==4.11.0.86"),
         needs="numpy"),
    trap("disk.almost-full", "host wsl", free("{home}", 2000), free("{home}", 500)),
    # Builds and what goes with them
    trap("torch.cpu-build", HERE, left_over("torch", "2.9.0+cpu"), packages("torch==2.9.0+cpu"), needs="torch"),
    trap("torch.companion-release", ALL, packages("torchvision==0.21.0{build}"), packages("torchvision==0.20.1{build}"), needs="torch==2.6.0"),
    trap("torch.companion-release", ALL, packages("xformers==0.0.32.post2"), packages("xformers==0.0.29.post2"), needs="torch==2.8.0"),
    trap("torch.companion-build", ALL, packages("torchaudio==2.6.0{build}"), packages("torchaudio==2.6.0+cpu"), needs="torch==2.6.0"),
    trap("tensorflow.cpu-build", HERE, packages("tensorflow-io-gcs-filesystem==0.37.1", "tensorflow-estimator==2.15.0"),
         [without("tensorflow"), packages("tensorflow-cpu==2.18.0")], needs="tensorflow"),
    trap("tensorflow.both-packages", HERE, left_over("tensorflow-cpu", "2.18.0"), packages("tensorflow-cpu==2.18.0"), needs="tensorflow"),
    trap("tensorflow.no-cuda-wheels", HERE, packages("nvidia-ml-py==12.560.30"), without("nvidia-"), needs="tensorflow"),
    trap("jax.no-plugin", HERE, packages("jaxtyping==0.2.36"), without("jax-cuda", "nvidia-"), needs="jax=="),
    trap("jax.plugin-incomplete", HERE, packages("jaxopt==0.8.5"), without("jax-cuda12-pjrt"), needs="jax-cuda12-pjrt"),
    trap("jax.plugin-out-of-step", HERE, left_over("jax-cuda12-plugin", "0.4.30"), packages("jax-cuda12-plugin==0.11.0", "jax-cuda12-pjrt==0.11.0"), needs="jax-cuda12-plugin==0.12.0"),
    trap("jax.jaxlib-out-of-step", HERE, left_over("jaxlib", "0.4.30"), packages("jaxlib==0.4.30"), needs="jax=="),
    trap("jax.two-plugins", HERE, packages("jax-cuda-trap==1.0"), packages("jax-cuda13-plugin==0.12.0", "jax-cuda13-pjrt==0.12.0"), needs="jax-cuda12-plugin"),
    trap("jax.no-cuda-libraries", HERE, packages("nvidia-ml-py==12.560.31"), without("nvidia-"), needs="jax-cuda12-plugin==0.12.0"),
    trap("jax.platforms", ALL, variables(JAX_PLATFORMS="cuda,cpu"), variables(JAX_PLATFORMS="cpu"), needs="jax=="),
    trap("onnxruntime.both-packages", HERE, left_over("onnxruntime", "1.23.2"), packages("onnxruntime==1.23.2"), needs="onnxruntime-gpu"),
    trap("onnxruntime.cpu-build", HERE, packages("onnxruntime-extensions==0.14.0"), [without("onnxruntime"), packages("onnxruntime==1.23.2")],
         needs="onnxruntime-gpu"),
    trap("onnxruntime.no-cuda-libraries", HERE, packages("nvidia-cufile-cu12==1.14.1.1"),
         without_files("/libcudnn.so.9"), needs="onnxruntime-gpu==1.23.2"),
    trap("paddle.cpu-build", HERE, packages("paddleocr==3.0.0", "paddlex==3.0.0"), [without("paddlepaddle"), packages("paddlepaddle==3.3.1")],
         needs="paddlepaddle-gpu"),
    trap("paddle.both-packages", HERE, left_over("paddlepaddle", "3.3.1"), packages("paddlepaddle==3.3.1"), needs="paddlepaddle-gpu"),
    trap("cupy.several-packages", HERE, packages("cupy-xarray==0.1.4"), packages("cupy-cuda11x==13.3.0"), needs="cupy-cuda12x"),
    trap("cupy.no-cuda-libraries", HERE, packages("nvidia-ml-py==12.560.32"), without("nvidia-"), needs="cupy-cuda12x==14"),
    trap("companion.libraries-not-on-path", HERE, files(size("{site}/nvidia/trap/lib/libcudnn.so.8")), unset("LD_LIBRARY_PATH"), needs="ctranslate2"),
    trap("companion.no-libraries", HERE, packages("faster-whisper==1.1.0"), packages("ctranslate2==4.6.0"), needs="numpy==1.26.4"),
    # Libraries and tools
    trap("cuda.wheel-missing", HERE, packages("nvidia-ml-py==12.560.33"), without("nvidia-cublas"), needs="torch==2.5.1+cu124"),
    trap("cuda.wheel-older", HERE, left_over("nvidia-nvjitlink-cu12", "12.1.105"), packages("nvidia-nvjitlink-cu12==12.1.105"), needs="nvidia-nvjitlink-cu12==12.4.127"),
    trap("cuda.wheel-other-major", HERE, packages("nvidia-cufft-cu11==10.9.0.58"), packages("nvidia-cudnn-cu12==8.9.2.26"), needs="nvidia-cudnn-cu12==9.1.0.70"),
    # cuDNN from 9.11 on serves no older cards.
    trap("cuda.library-shadowed", HERE, [cards_from(7.5),
                                         files(size("/opt/trap/lib/libcudnn.so.9.99.0"), link("/opt/trap/lib/libcudnn.so.9", "libcudnn.so.9.99.0"),
                                               size("/opt/trap/lib/libnvJitLink.so.12.99.9"),
                                               link("/opt/trap/lib/libnvJitLink.so.12", "libnvJitLink.so.12.99.9")),
                                         variables(LD_LIBRARY_PATH=":/opt/trap/lib")],
         [files(size("/opt/trap/lib/libnvJitLink.so.12.1.105"), link("/opt/trap/lib/libnvJitLink.so.12", "libnvJitLink.so.12.1.105")),
          variables(LD_LIBRARY_PATH=":/opt/trap/lib")]),
    trap("toolkit.home-missing", HERE, [files(folder("/opt/trap/cuda")), variables(CUDA_HOME="/opt/trap/cuda")], variables(CUDA_HOME="/opt/trap/cuda")),
    trap("toolkit.nvcc-differs", "host", toolkit("12.1.1"), toolkit("11.8.0"), needs="torch==2.6.0"),
    trap("installer.cpu-index", ALL, variables(PIP_EXTRA_INDEX_URL="https://download.pytorch.org/whl/cu128"),
         variables(PIP_EXTRA_INDEX_URL="https://download.pytorch.org/whl/cpu")),
    trap("container.host-runtime", "host", files(DOCKER, size("/usr/bin/nvidia-ctk", 9_000_000), size("/usr/bin/nvidia-container-runtime", 9_000_000),
                                                 text("/etc/docker/daemon.json", '{"runtimes": {"nvidia": {"path": "nvidia-container-runtime"}}}\n')),
         files(DOCKER, size("/usr/bin/nvidia-ctk", 9_000_000), size("/usr/bin/nvidia-container-runtime", 9_000_000), text("/etc/docker/daemon.json", "{}\n"))),
    trap("container.no-gpu", "container", variables(NVIDIA_VISIBLE_DEVICES="all", NVIDIA_DRIVER_CAPABILITIES="compute,utility"),
         [driver(library=""), variables(NVIDIA_VISIBLE_DEVICES="void")]),
]
