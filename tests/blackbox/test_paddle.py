# labels: wheels
# timeout: 1500
"""`gpuenv doctor` on the real wheels of PaddlePaddle: the GPU build of PyPI, the CPU build made by pip, both in either order, and what
is left when one of both goes."""

import blackbox
import copies
from environments import environment, install
from fake_machine import NO_CARD, spec

GPU = "2.6.2", "cuda", "11.8"
CPU = "3.3.1", "cpu", None


class Paddle(copies.TestCase):
    def examine(self, folder, build, causes, machine=copies.MACHINE, env=None):
        """Holds build and causes against the report, which it returns."""
        found, report = self.causes(folder, machine=machine, env=env)
        self.assertEqual(found, causes, report["findings"])
        seen = next(each for each in report["machine"]["environments"] if each["path"] == str(folder))
        framework, = seen["frameworks"]
        self.assertEqual((framework["name"], *(framework[key] for key in ("version", "kind", "cuda"))), ("paddle", *build))
        return report

    def test_the_gpu_build_brings_no_cuda(self):
        report = self.examine(environment("paddle-gpu"), GPU, [("paddle.no-cuda-libraries", "error")])
        # The releases of the project's own index bring theirs.
        self.assertRegex(self.commands(report, "paddle.no-cuda-libraries")[0],
                         r'^uv pip install .*"paddlepaddle-gpu==3\.\S+" --index https://www\.paddlepaddle\.org\.cn/packages/stable/cu\d+/$')

    def test_the_gpu_build_has_nothing_for_blackwell(self):
        self.examine(environment("paddle-gpu"), GPU, [("arch.missing", "error")], machine=spec("RTX 5090"))

    def test_what_is_offered_for_blackwell_knows_it(self):
        _, report = self.causes(environment("paddle-gpu"), machine=spec("RTX 5090"))
        self.assertRegex(self.commands(report, "arch.missing")[0], r'"paddlepaddle-gpu==3\.\S+" --index \S+/cu1\d+/$')

    def test_the_cpu_build(self):
        folder = environment("paddle-cpu")
        report = self.examine(folder, CPU, [("paddle.cpu-build", "error")])
        commands = self.commands(report, "paddle.cpu-build")  # pip made it, pip repairs it
        self.assertEqual(commands[0], f"{folder}/bin/python -m pip uninstall -y paddlepaddle")
        self.assertRegex(commands[1], rf'^{folder}/bin/python -m pip install --no-deps "paddlepaddle-gpu==3\.3\.\d+" --index-url ')
        self.assertEqual(report["machine"]["environments"][0]["installer"], "pip")

    def test_without_a_card_the_cpu_build_is_right(self):
        self.examine(environment("paddle-cpu"), CPU, [("gpu.none", "error")], machine=NO_CARD)

    def test_of_both_the_last_one_counts_and_neither_survives_the_other(self):
        folder = self.copy("paddle-gpu")
        install(folder, "paddlepaddle==3.3.1")
        report = self.examine(folder, CPU, [("paddle.both-packages", "error")])
        self.assertIn("paddle.cpu-build", [each["id"] for each in report["findings"] if each["role"] == "symptom"])
        commands = self.commands(report, "paddle.both-packages")
        self.assertRegex(commands[0], r"^uv pip uninstall --python \S+ paddlepaddle paddlepaddle-gpu$")

        self.uninstall(folder, "paddlepaddle")  # takes the files of the other along
        causes, report = self.causes(folder)
        self.assertEqual(causes, [("files.emptied", "error")])
        self.assertIn('"paddlepaddle-gpu==2.6.2"', self.commands(report, "files.emptied")[0])

    def test_the_gpu_build_installed_last(self):
        folder = self.copy("paddle-cpu")
        install(folder, "paddlepaddle-gpu==2.6.2")
        report = self.examine(folder, GPU, [("paddle.no-cuda-libraries", "error"), ("paddle.both-packages", "warning")])
        self.assertEqual(report["verdict"], "problems")


if __name__ == "__main__":
    blackbox.main()
