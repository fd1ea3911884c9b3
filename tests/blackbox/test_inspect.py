# labels: wheels
# timeout: 1500
"""`gpuenv inspect` on the libraries of real wheels, unpacked and packed: their architectures as cuobjdump lists them, what they mean for
a card, what a process would load; and on files that are none."""
import zipfile

import blackbox
from environments import environment

# What cuobjdump --list-elf and --list-ptx print for libtorch_cuda.so of torch 2.5.1 (linked code and what is in it for a later link).
TORCH_251 = {"sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_90"}


def kernels(file):
    return {row["arch"] for row in file["device_code"] if row["kind"] == "cubin" and not row["stub"] and row["where"] != "relocatable"}


class Inspect(blackbox.TestCase):
    def site(self, folder):
        found, = folder.glob("lib/python3.*/site-packages")
        return found

    def inspect(self, *arguments, status=0, **options):
        report, result = self.report("inspect", *(str(each) for each in arguments), **options)
        self.assertEqual(result.status, status, result.err + result.out[:2000])
        return report

    def test_architectures_of_torch_and_what_they_mean_for_cards(self):
        library = self.site(environment("torch-2.5.1")) / "torch/lib/libtorch_cuda.so"
        self.inspect(library, "--gpu", "RTX 4090")
        report = self.inspect(library, "--gpu", "RTX 4090", "--gpu", "12.0", "--gpu", "3.5", status=1)
        file, = report["files"]
        self.assertEqual((file["format"], file["machine"]), ("ELF", "x86_64"))
        self.assertLessEqual(TORCH_251, kernels(file))
        self.assertEqual([each["how"] for each in file["gpus"]][0::2], ["native", "none"])
        self.assertIn("libcudart.so.12", file["needed"])

    def test_a_folder_lists_what_holds_code_and_counts_the_rest(self):
        folder = self.site(environment("torch-2.5.1"))
        report = self.inspect(folder / "bitsandbytes", folder / "xformers", "--gpu", "8.9")
        names = [each["path"].rsplit("/", 1)[1] for each in report["files"]]
        self.assertIn("libbitsandbytes_cuda124.so", names)
        self.assertIn("_C.so", names)
        self.assertGreater(report["without_device_code"], 0)
        self.assertEqual({each["gpus"][0]["how"] for each in report["files"] if each["path"].endswith("_cuda124.so")}, {"native"})

    def test_members_of_a_wheel_are_read_in_place(self):
        library = self.site(environment("torch-2.5.1")) / "bitsandbytes/libbitsandbytes_cuda124.so"
        plain, = self.inspect(library)["files"]
        for method in zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED:
            wheel = self.temporary() / "some-1.0-py3-none-any.whl"
            with zipfile.ZipFile(wheel, "w", method) as archive:
                archive.write(library, "some/lib.so")
                archive.writestr("some/text.so", "GROUP ( libc.so.6 )")
            packed, = self.inspect(wheel)["files"]
            self.assertEqual((packed["member"], packed["device_code"], packed["needed"]), ("some/lib.so", plain["device_code"], plain["needed"]))

    def test_what_a_process_would_load(self):
        library = self.site(environment("torch-2.5.1")) / "torch/lib/libtorch_cuda.so"
        report = self.inspect(library, "--load", status=1)  # of most libraries the environment holds the metadata alone
        load, = report["load"]
        taken = {each["library"]: each["file"] for each in load["libraries"]}
        self.assertTrue(taken["libcublas.so.12"].endswith("/nvidia/cublas/lib/libcublas.so.12"), taken)
        self.assertIn("libcudart.so.12", [each["what"] for each in load["missing"]])

    def test_a_folder_is_loaded_library_by_library(self):
        folder = self.site(environment("torch-2.5.1")) / "nvidia"
        report = self.inspect(folder, "--symbols", "--deps")
        files = {each["file"].rsplit("/", 1)[1]: each for each in report["load"]}
        self.assertLessEqual({"libcublas.so.12", "libcusparse.so.12", "libnvJitLink.so.12"}, set(files))
        bound = {each["version"]: each["file"].rsplit("/", 1)[1] for each in files["libcusparse.so.12"]["symbols"]}
        self.assertEqual(bound["libnvJitLink.so.12"], "libnvJitLink.so.12")
        self.assertEqual(report["frameworks"], [])

    def test_files_that_are_no_libraries(self):
        folder = self.temporary()
        (folder / "script.so").write_text("GROUP ( libc.so.6 )")
        (folder / "cut.so").write_bytes((self.site(environment("torch-2.5.1")) / "torch/lib/libtorch_cuda.so").read_bytes()[:300_000])
        (folder / "empty.so").write_bytes(b"")
        file, = self.inspect(folder / "script.so", status=3)["files"]
        self.assertTrue(file["error"])
        file, = self.inspect(folder, status=3)["files"]  # what begins as no binary is passed over
        self.assertTrue(file["path"].endswith("/cut.so"))
        self.assertIn("past the end of the file (300000 bytes)", file["error"])

    def test_what_is_not_there_is_wrong_usage(self):
        for arguments in ["/no/such/file.so"], [], [__file__, "--gpu", "RTX 99999"]:
            self.assertEqual(blackbox.run("inspect", *arguments).status, 2, arguments)


if __name__ == "__main__":
    blackbox.main()
