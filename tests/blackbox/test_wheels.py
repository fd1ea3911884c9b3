# labels: wheels architectures
# timeout: 900
"""`gpuenv inspect` on the packed wheels of libraries that others build for PyTorch: the architectures that it names, and that a packed wheel
says what the unpacked one does."""
import collections

import blackbox
from environments import environment, wheel

# Architectures of the machine code as cuobjdump --list-elf prints them for the unpacked library.
KNOWN = {
    "bitsandbytes==0.45.5": {
        "bitsandbytes/libbitsandbytes_cuda124.so": {"sm_50", "sm_52", "sm_60", "sm_61", "sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90"},
        "bitsandbytes/libbitsandbytes_cuda128.so": {"sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}},
    "xformers==0.0.28.post3": {"xformers/_C.so": {"sm_60", "sm_70", "sm_75", "sm_80", "sm_90a"}},
}


def kernels(row):
    counts = collections.Counter()
    for code in row["device_code"]:
        if code["kind"] == "cubin" and not code["stub"]:
            counts[code["arch"]] += code["count"]
    return counts


class Wheels(blackbox.TestCase):
    def rows(self, path, *arguments):
        report, _ = self.report("inspect", str(path), *arguments, timeout=300)
        return {row["member"] or row["path"]: row for row in report["files"]}, report

    def test_packed_wheels_say_what_their_unpacked_libraries_do(self):
        site, = environment("torch-2.5.1").glob("lib/python3.*/site-packages")
        for requirement, members in KNOWN.items():
            packed, _ = self.rows(wheel(requirement), "--gpu", "8.9")
            plain, _ = self.rows(site / requirement.split("==")[0], "--gpu", "8.9")
            self.assertEqual({f"{site}/{member}": (row["device_code"], row["containers"], row["needed"]) for member, row in packed.items()},
                             {path: (row["device_code"], row["containers"], row["needed"]) for path, row in plain.items()})
            for member, architectures in members.items():
                with self.subTest(member):
                    found = kernels(packed[member])
                    print(f"{member}: {dict(found)}")
                    self.assertEqual(set(found), architectures)

    def test_a_wheel_ends_with_what_each_card_finds_in_all_of_it(self):
        path = wheel("bitsandbytes==0.45.5")
        _, report = self.rows(path, "--gpu", "V100", "--gpu", "5090")
        old, new = report["summary"]
        self.assertEqual(old["arch"], "sm_70")
        self.assertGreater(new["none"], 0)  # those of CUDA before 12.8
        self.assertGreater(new["native"] + new["in_part"], 0)
        told = blackbox.run("inspect", str(path), "--gpu", "5090", timeout=300)
        self.assertEqual(told.status, 1)
        self.assertEqual(told.out.count(str(path)), 1)
        self.assertIn("All libraries with device code", told.out)


if __name__ == "__main__":
    blackbox.main()
