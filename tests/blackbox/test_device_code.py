# labels: wheels
# timeout: 1500
"""The architectures and counts that `gpuenv inspect` reads from libraries of real wheels, against NVIDIA's own cuobjdump. Its answers are
slow, so they are kept by the hash of the file."""
import collections
import hashlib
import json
import re
import subprocess

import blackbox
from blackbox import CACHE
from environments import environment

# Where libraries with device code lie in the environments. cuobjdump 13.5 reads those of CUDA 12 and 13; older ones it may refuse.
PLACES = {
    "torch": ["torch/lib/*.so"],
    "torch-2.5.1": ["bitsandbytes/*.so", "xformers/*.so", "nvidia/cusparse/lib/*.so*", "nvidia/cublas/lib/libcublas.so*", "torch/lib/libtorch_cuda_linalg.so"],
    "onnxruntime-gpu": ["onnxruntime/capi/libonnxruntime_providers_cuda.so"],
}


def hash_of(file):
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


class DeviceCode(blackbox.TestCase):
    def cuobjdump(self, file):
        """{"cubin sm_80": count} as cuobjdump has it, or why it has nothing to say."""
        tool, = environment("cuobjdump").glob("lib/python3.*/site-packages/nvidia/cu13/bin/cuobjdump")
        tool.chmod(0o755)
        kept = CACHE / "oracles" / f"cuobjdump-13.5-{hash_of(file)}.json"
        if kept.exists():
            return json.loads(kept.read_text())
        counts = collections.Counter()
        for kind in "elf", "ptx":
            done = subprocess.run([tool, "-all", f"--list-{kind}", file], capture_output=True, text=True, timeout=900)
            if "fatal" in done.stderr:
                return done.stderr.strip()
            for arch in re.findall(r"\.(sm_\d+[a-z]?)\.(?:cubin|ptx)$", done.stdout, re.MULTILINE):
                counts[f"{kind} {arch}"] += 1
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(counts))
        return dict(counts)

    def inspected(self, file):
        """The same of our own. cuobjdump drops the suffix f, and knows nothing of code outside of the sections for it."""
        report, _ = self.report("inspect", str(file), "--gpu", "8.9")
        counts = collections.Counter()
        for row in report["files"][0]["device_code"]:
            if row["where"] != "elsewhere" and row["kind"] in ("cubin", "ptx"):
                counts[f"{'elf' if row['kind'] == 'cubin' else 'ptx'} {row['arch'].removesuffix('f')}"] += row["count"]
        return dict(counts)

    def test_counts_are_those_of_cuobjdump(self):
        compared = refused = 0
        for name, patterns in PLACES.items():
            site, = environment(name).glob("lib/python3.*/site-packages")
            for file in sorted({each.resolve() for pattern in patterns for each in site.glob(pattern)}):
                ours = self.inspected(file)
                if not ours:
                    continue
                theirs = self.cuobjdump(file)
                if isinstance(theirs, str):
                    refused += 1
                    print(theirs)
                    continue
                with self.subTest(file.name):
                    folded = collections.Counter()
                    for key, count in theirs.items():
                        folded[key.removesuffix("f")] += count
                    self.assertEqual(ours, dict(folded))
                compared += 1
        print(f"{compared} files compared, {refused} that cuobjdump refuses")
        self.assertGreater(compared, 5)


if __name__ == "__main__":
    blackbox.main()
