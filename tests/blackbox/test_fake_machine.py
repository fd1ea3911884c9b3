"""fakes/machine.sh: what a spec says is what the program finds on that machine, so that tests on it test what they say."""
import blackbox
import fake_machine
from fake_machine import CARDS, NO_CARD, spec


class FakeMachine(fake_machine.TestCase):
    def test_cards_and_driver_are_those_of_the_spec(self):
        machine = self.doctor(spec("RTX 4090", "GTX 1080 Ti", driver="535.183.01"))[0]["machine"]
        self.assertEqual(machine["os"]["name"], "Ubuntu 24.04")
        self.assertTrue(machine["driver"].pop("setup")["uvm_loaded"])
        self.assertEqual(machine["driver"], {"version": "535.183.01", "branch": 535, "cuda": "12.2", "kernel_module": "535.183.01",
                                             "user_library": "535.183.01", "kind": "proprietary", "nvml": 0})
        for index, (card, gpu) in enumerate(zip(["RTX 4090", "GTX 1080 Ti"], machine["gpus"], strict=True)):
            name, device, capability, memory = CARDS[card]
            told = {key: gpu[key] for key in ("index", "name", "pci", "pci_device_id", "compute_capability", "memory_mib", "uuid")}
            self.assertEqual(told, {"index": index, "name": name, "pci": f"0000:{index + 1:02x}:00.0", "pci_device_id": device,
                                    "compute_capability": capability, "memory_mib": memory,
                                    "uuid": f"GPU-00000000-0000-4000-8000-{index:012d}"})
        self.assertEqual(machine["other_gpus"], [{"vendor": "Intel", "name": "4680", "pci": "0000:00:02.0"}])

    def test_kind_of_kernel_module(self):
        machine = self.doctor(spec("RTX 4090", more=["kind=open"]))[0]["machine"]
        self.assertEqual((machine["driver"]["kind"], machine["driver"]["kernel_module"]), ("open", "580.95.05"))

    def test_module_and_libraries_may_differ(self):
        text = spec("RTX 4090", driver="535.183.01").replace("module=535.183.01", "module=535.129.03") + "init=18\n"
        report, result = self.doctor(text)
        driver = report["machine"]["driver"]
        self.assertEqual((driver["kernel_module"], driver["user_library"], driver["nvml"]), ("535.129.03", "535.183.01", 18))
        self.assertEqual((blackbox.causes(report), result.status), (["driver.version-mismatch"], 1))

    def test_without_an_nvidia_card(self):
        report, result = self.doctor(NO_CARD)
        self.assertEqual((report["machine"]["gpus"], report["machine"]["driver"]["version"]), ([], None))
        self.assertEqual((blackbox.causes(report), result.status), (["gpu.none"], 1))

    def test_card_without_driver(self):
        report, result = self.doctor(NO_CARD + "pci=0000:01:00.0 10de:2684 030000 nouveau\nloaded=nouveau\n")
        gpu, = report["machine"]["gpus"]
        self.assertEqual((gpu["pci_device_id"], gpu["index"], report["machine"]["driver"]["kernel_module"]), ("2684", None, None))
        self.assertEqual((blackbox.causes(report), result.status), (["driver.missing"], 1))
        self.assertIn("nouveau", self.output(NO_CARD + "loaded=nouveau\n", "ls", "/sys/module").split())

    def test_laptop(self):
        self.assertIs(self.doctor(NO_CARD + "laptop=1\n")[0]["machine"]["os"]["laptop"], True)
        self.assertIs(self.doctor(NO_CARD)[0]["machine"]["os"]["laptop"], False)

    def test_wsl(self):
        text = "os=Ubuntu 24.04\nwsl=1\n" + "".join(line + "\n" for line in spec("RTX 4090").splitlines()
                                                    if not line.startswith(("pci=", "module=", "library=", "os=")))
        report, _ = self.doctor(text)
        gpu, = report["machine"]["gpus"]
        self.assertIs(report["machine"]["os"]["wsl"], True)
        self.assertEqual((gpu["name"], report["machine"]["driver"]["version"]), ("NVIDIA GeForce RTX 4090", "580.95.05"))
        self.assertIn("dxg", self.output(text, "ls", "/dev").split())
        self.assertIn("libcuda.so.1", self.output(text, "ls", "/usr/lib/wsl/lib").split())

    def test_device_nodes(self):
        nodes = lambda text: sorted(name for name in self.output(text, "ls", "/dev").split() if name.startswith("nvidia"))
        two = spec("RTX 4090", "GTX 1080 Ti")
        self.assertEqual(nodes(two), ["nvidia-modeset", "nvidia-uvm", "nvidia0", "nvidia1", "nvidiactl"])
        self.assertEqual(nodes(two + "nodes=no\n"), [])
        self.assertEqual(nodes(NO_CARD), [])

    def test_variables_and_toolkits(self):
        hidden = spec("RTX 4090", more=["env.CUDA_VISIBLE_DEVICES=-1"])
        machine = self.doctor(hidden, env={"CUDA_HOME": "/usr/local/cuda"})[0]["machine"]
        self.assertEqual((machine["variables"]["CUDA_VISIBLE_DEVICES"], machine["variables"]["CUDA_HOME"]), ("-1", None))
        self.assertEqual(machine["toolkits"], [])

    def test_nothing_stays_behind(self):
        self.assertIn("\nfakes ", self.output(spec("RTX 4090"), "cat", "/proc/self/mounts"))
        with open("/proc/self/mounts", encoding="utf-8") as mounts:
            self.assertEqual([line for line in mounts if line.startswith("fakes ")], [])


if __name__ == "__main__":
    blackbox.main()
