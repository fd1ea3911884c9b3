# labels: full architectures
# timeout: 900
"""What `gpuenv inspect` reads from objects, libraries, archives, fatbins and cubins that nvcc makes here, for every architecture and way of
packing that it knows, against cuobjdump. Skipped where there is no nvcc."""
import pathlib
import re
import shutil
import subprocess
import unittest

import blackbox
from environments import environment
from test_device_code import folded

KERNEL = "__global__ void k(float *x) { x[threadIdx.x] *= 2; }\nvoid run(float *x) { k<<<1, 32>>>(x); }\n"
PACKINGS = [[], ["-no-compress"], ["-Xfatbin", "-compress-all"], *([f"-compress-mode={mode}"] for mode in ("default", "size", "speed", "balance", "none"))]


def nvcc():
    found = shutil.which("nvcc") or next(iter(sorted(map(str, pathlib.Path("/usr/local").glob("cuda*/bin/nvcc")))), None)
    if not found:
        raise unittest.SkipTest("nvcc is not installed")
    return found


class Nvcc(blackbox.TestCase):
    def setUp(self):
        self.folder = self.temporary()
        (self.folder / "k.cu").write_text(KERNEL)

    def make(self, name, *options):
        """The file that nvcc makes with these options, or None where this nvcc does not know them."""
        done = subprocess.run([nvcc(), *options, "-o", name, "k.cu"], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            self.assertRegex(done.stderr, "compress|Unsupported|unknown|not supported", done.stderr)
            return None
        return self.folder / name

    def ours(self, file):
        report, _ = self.report("inspect", str(file), "--gpu", "9.0")
        counts = {}
        for row in report["files"][0]["device_code"]:
            if row["kind"] in ("cubin", "ptx"):
                key = f"{'elf' if row['kind'] == 'cubin' else 'ptx'} {row['arch']}"
                counts[key] = counts.get(key, 0) + row["count"]
        return folded(counts)

    def cuobjdump(self, file):
        tool, = environment("cuobjdump").glob("lib/python3.*/site-packages/nvidia/cu13/bin/cuobjdump")
        counts = {}
        for kind in "elf", "ptx":
            done = subprocess.run([tool, "-all", f"--list-{kind}", file], capture_output=True, text=True, timeout=300, check=False)
            self.assertNotIn("fatal", done.stderr)
            for arch in re.findall(r"\.(sm_\d+[a-z]?)\.(?:cubin|ptx)$", done.stdout, re.MULTILINE):
                counts[f"{kind} {arch}"] = counts.get(f"{kind} {arch}", 0) + 1
        return folded(counts)

    def codes(self):
        """-gencode options for all architectures that go together, machine code and PTX."""
        listed = subprocess.run([nvcc(), "--list-gpu-code"], capture_output=True, text=True, timeout=60, check=True).stdout.split()
        plain = [code[3:] for code in listed if code.startswith("sm_")]
        return [f"-gencode=arch=compute_{arch},code=[sm_{arch},compute_{arch}]" for arch in plain], plain

    def test_every_packing_of_every_architecture(self):
        codes, _ = self.codes()
        compared = 0
        for packing in PACKINGS:
            for name, options in ("k.o", ["-c"]), ("k.so", ["-shared", "-Xcompiler", "-fPIC"]), ("rdc.o", ["-dc"]), ("k.fatbin", ["-fatbin"]):
                with self.subTest(packing=packing, name=name):
                    file = self.make(name, *options, *codes, *packing)
                    if file is None:
                        continue
                    ours = self.ours(file)
                    self.assertEqual(ours, self.cuobjdump(file))
                    self.assertGreaterEqual(len(ours), 2 * len(codes))
                    compared += 1
        print(f"{compared} files compared, each of {len(codes)} architectures")
        self.assertGreater(compared, 8)

    def test_suffixes_stand_in_the_name(self):
        for arch in "90a", "100a", "100f", "120f", "121a":
            file = self.make(f"{arch}.o", "-c", f"-gencode=arch=compute_{arch},code=[sm_{arch},compute_{arch}]")
            if file is None:
                continue
            report, _ = self.report("inspect", str(file), "--gpu", "9.0")
            self.assertEqual({row["arch"] for row in report["files"][0]["device_code"]}, {f"sm_{arch}"})

    def test_a_bare_cubin_and_an_archive(self):
        codes, plain = self.codes()
        cubin = self.make("k.cubin", "-cubin", f"-arch=sm_{plain[-1]}")
        self.assertEqual(self.ours(cubin), {f"elf sm_{plain[-1]}": 1})
        objects = [self.make(f"{place}.o", "-dc", *codes) for place in range(2)]
        archive = self.folder / "lib.a"
        subprocess.run(["ar", "rc", archive, *objects], check=True)
        self.assertEqual(self.ours(archive), {key: 2 * count for key, count in self.ours(objects[0]).items()})


if __name__ == "__main__":
    blackbox.main()
