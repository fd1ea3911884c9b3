# labels: wheels
# timeout: 1500
"""`gpuenv doctor` on real wheels that go with a framework or use CUDA by themselves, in the release that fits and in another one:
torchvision, torchaudio, xformers, bitsandbytes, triton, CTranslate2 with faster-whisper, CuPy."""

import blackbox
import copies
from environments import environment, install
from fake_machine import NO_CARD, spec

RELEASE = "torch.companion-release"


class BesideTorch(copies.TestCase):
    def test_what_was_built_for_it_gives_no_alarm(self):
        report = self.assert_healthy(environment("torch-2.5.1"))
        companions = {each["name"] for each in report["machine"]["environments"][0].get("companions", [])}
        self.assertLessEqual({"torchvision", "torchaudio", "xformers", "bitsandbytes"}, companions)

    def assert_other_release(self, folder, severity, right):
        """The one companion of another release is found, and the fix names the right one."""
        causes, report = self.causes(folder)
        self.assertEqual(causes, [(RELEASE, severity)], report["findings"])
        self.assertRegex(self.commands(report, RELEASE)[0], rf'^uv pip install --python \S+ --reinstall --no-deps "{right}" --index-url \S+$')

    def test_of_another_torch(self):
        folder = self.copy("torch-2.5.1")
        for wrong, severity, right in (
            ("torchvision==0.19.1", "error", "torchvision==0.20.1"),
            ("torchaudio==2.4.1", "error", "torchaudio==2.5.1"),
            ("torchaudio==2.5.0", "warning", "torchaudio==2.5.1"),  # of the same series: mostly loads
            ("xformers==0.0.28.post1", "warning", r"xformers==0\.0\.\S+"),  # nothing has to use it
        ):
            with self.subTest(wrong):
                install(folder, wrong)
                self.assert_other_release(folder, severity, right)
                install(folder, *(each for each in ("torchvision==0.20.1", "torchaudio==2.5.1", "xformers==0.0.28.post3")
                                  if each.split("=")[0] == wrong.split("=")[0]))
        self.assert_healthy(folder)

    def test_of_a_much_older_torch(self):
        folder = self.copy("torch")
        install(folder, "torchvision==0.24.1")
        self.assert_other_release(folder, "error", r"torchvision==0\.29\.2")
        install(folder, "torchvision==0.29.2", "torchaudio==2.11.1", "bitsandbytes==0.49.0")
        self.assert_healthy(folder)  # from these releases on they are at ease with later ones of torch

    def test_which_asks_for_nothing_newer(self):
        folder = self.copy("torch-2.5.1")
        install(folder, "bitsandbytes==0.49.0")
        self.assert_healthy(folder)

    def test_triton_of_another_torch(self):
        folder = self.copy("torch-2.5.1")  # its metadata asks for triton==3.1.0
        install(folder, "triton==3.3.1")
        causes, report = self.causes(folder)
        self.assertEqual(causes, [("companion.pinned", "warning")])
        self.assertRegex(self.commands(report, "companion.pinned")[0], r"triton==3\.1\.0")


class UsersOfLibraries(copies.TestCase):
    """Packages without a framework, which find CUDA on the system or not at all."""

    def test_ctranslate2_without_cublas(self):
        causes, report = self.causes(environment("transcription"))
        self.assertEqual((causes, report["verdict"]), ([("companion.no-libraries", "error")], "problems"))
        commands = self.commands(report, "companion.no-libraries")
        self.assertRegex(commands[0], r"^\S+/bin/python -m pip install nvidia-cublas-cu12$")  # pip made it, pip repairs it
        self.assertRegex(commands[1], r"^export LD_LIBRARY_PATH=\S+/nvidia/cublas/lib\$")

    def test_ctranslate2_is_not_said_to_need_what_it_does_not(self):
        _, report = self.causes(environment("transcription"))
        finding = self.finding(report, "companion.no-libraries")
        self.assertNotRegex(finding["title"] + finding["why"], "(?i)cudnn")  # from 4.6.3 on it uses none

    def test_ctranslate2_with_cublas_of_the_same_environment(self):
        folder = self.copy("transcription")
        install(folder, "nvidia-cublas-cu12==12.4.5.8")
        causes, report = self.causes(folder)
        self.assertEqual(causes, [("companion.libraries-not-on-path", "warning")])  # set by a launcher, perhaps
        library = str(self.site(folder) / "nvidia/cublas/lib")
        self.assertEqual(self.commands(report, "companion.libraries-not-on-path"), [f"export LD_LIBRARY_PATH={library}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"])
        self.assert_healthy(folder, env={"LD_LIBRARY_PATH": library})

    def test_ctranslate2_beside_torch_finds_what_torch_has_loaded(self):
        folder = self.copy("torch-2.5.1")
        install(folder, "ctranslate2==4.8.5", "faster-whisper==1.2.0")
        self.assert_healthy(folder)

    def test_cupy_without_cuda(self):
        causes, report = self.causes(environment("cupy"))
        self.assertEqual(causes, [("cupy.no-cuda-libraries", "error")])
        self.assertEqual(self.finding(report, "cupy.no-cuda-libraries")["confidence"], "likely")

    def test_cupy_with_nvrtc(self):
        folder = self.copy("cupy")
        install(folder, "nvidia-cuda-nvrtc-cu12==12.4.127")
        self.assert_healthy(folder)

    def test_cupy_on_a_driver_of_cuda_11(self):
        causes, report = self.causes(environment("cupy"), machine=spec("RTX 4090", driver="470.256.02"))
        self.assertEqual(causes, [("cupy.driver-too-old", "error")])
        commands = self.commands(report, "cupy.driver-too-old")
        self.assertRegex(commands[0], r"^\S+/bin/python -m pip uninstall -y cupy-cuda12x$")
        self.assertRegex(commands[1], r'^\S+/bin/python -m pip install "cupy-cuda11x==13\.6\.0"$')

    def test_without_a_card_that_is_the_only_cause(self):
        for name in "transcription", "cupy":
            self.assertEqual(self.causes(environment(name), machine=NO_CARD)[0], [("gpu.none", "error")])


if __name__ == "__main__":
    blackbox.main()
