# labels: wheels architectures
# timeout: 2400
"""The architectures and counts that `gpuenv inspect` reads from every library with device code in the environments of real wheels, against
NVIDIA's own cuobjdump and against a plain walk along the headers that is written down here a second time. The answers of cuobjdump are
slow, so they are kept by the hash of the file."""
import collections
import hashlib
import json
import mmap
import re
import struct
import subprocess
import unittest

import blackbox
from blackbox import CACHE
from environments import environment

ENVIRONMENTS = ["torch", "torch-2.5.1", "torch-2.2.2", "tensorflow-and-cuda", "jax-cuda12", "paddle-gpu", "onnxruntime-gpu", "cupy", "transcription",
                "older-libraries"]
# cuobjdump 13.5 stops amid these files, and what it lists until then is all that can be compared:
#  - "Support for 'sm_35' has been removed": libraries of CUDA 11 and older, as PaddlePaddle 2.6 brings them;
#  - "Invalid ELF": some libraries that CUDA 12.0 to 12.4 built, as bitsandbytes 0.45.5 for CUDA 12.0 to 12.2, cuBLAS 12.4, torch 2.2.2
#    and xformers 0.0.28. Why is not known; others of the same CUDA are read to their end.
STOPS = "has been removed", "Invalid ELF"
WHERE_CODE_LIES = ".nv_fatbin", "__nv_relfatbin"


def hash_of(file):
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def folded(counts):
    """cuobjdump drops the suffix f."""
    result = collections.Counter()
    for key, count in counts.items():
        result[key.removesuffix("f")] += count
    return dict(result)


def cuobjdump(file):
    """({"elf sm_80": count} as cuobjdump has it, why it stopped amid the file or "")."""
    kept = CACHE / "oracles" / f"cuobjdump-13.5-{hash_of(file)}.json"
    if kept.exists():
        answer = json.loads(kept.read_text())
        return answer.pop("stopped", ""), answer
    tool, = environment("cuobjdump").glob("lib/python3.*/site-packages/nvidia/cu13/bin/cuobjdump")
    tool.chmod(0o755)
    answer, stopped = collections.Counter(), ""
    for kind in "elf", "ptx":
        done = subprocess.run([tool, "-all", f"--list-{kind}", file], capture_output=True, text=True, timeout=900, check=False)
        stopped = stopped or (done.stderr.strip() if "fatal" in done.stderr else "")
        for arch in re.findall(r"\.(sm_\d+[a-z]?)\.(?:cubin|ptx)$", done.stdout, re.MULTILINE):
            answer[f"{kind} {arch}"] += 1
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({**answer, **({"stopped": stopped} if stopped else {})}))
    return stopped, dict(answer)


def sections(data):
    """(name, offset, size) of the sections of a 64-bit ELF file."""
    table, = struct.unpack_from("<Q", data, 0x28)
    count, names = struct.unpack_from("<HH", data, 0x3c)
    rows = [struct.unpack_from("<IIQQQQ", data, table + 64 * place) for place in range(count)]
    for name, _, _, _, offset, size in rows:
        begin = rows[names][4] + name
        yield data[begin:data.find(b"\0", begin)].decode(), offset, size


def walked(file):
    """The same by following headers one after the other."""
    counts = collections.Counter()
    with open(file, "rb") as opened, mmap.mmap(opened.fileno(), 0, prot=mmap.PROT_READ) as data:
        for name, at, size in sections(data):
            end = at + size if name in WHERE_CODE_LIES else at
            while at + 16 <= end:
                magic, _, header, length = struct.unpack_from("<IHHQ", data, at)
                if magic != 0xBA55ED50:
                    at += 8
                    continue
                at += header
                after = at + length
                while at + 64 <= after:
                    kind, header, length = struct.unpack_from("<H2xIQ", data, at)
                    arch, = struct.unpack_from("<I", data, at + 28)
                    flags, = struct.unpack_from("<Q", data, at + 40)
                    if kind in (1, 2):
                        counts[f"{'ptx' if kind == 1 else 'elf'} sm_{arch}{'a' if flags & 0x100000 else ''}"] += 1
                    at += header + length
                at = (after + 7) // 8 * 8
    return dict(counts)


class DeviceCode(blackbox.TestCase):
    def files_with_code(self):
        """Each library that holds device code where compilers put it: (its file, what was read of it)."""
        seen = set()
        for name in ENVIRONMENTS:
            try:
                site, = environment(name).glob("lib/python3.*/site-packages")
            except unittest.SkipTest as reason:
                print(f"SKIP: {name}: {reason}")
                continue
            report, _ = self.report("inspect", str(site), "--gpu", "8.9", timeout=300)
            for row in report["files"]:
                counts = collections.Counter()
                for code in row["device_code"]:
                    if code["where"] != "elsewhere" and code["kind"] in ("cubin", "ptx"):
                        counts[f"{'elf' if code['kind'] == 'cubin' else 'ptx'} {code['arch']}"] += code["count"]
                same = row["path"].rsplit("/", 1)[1], row["size"]
                if counts and same not in seen:
                    seen.add(same)
                    yield row["path"], folded(counts)

    def test_counts_are_those_of_cuobjdump_and_of_a_plain_walk(self):
        equal = stops = 0
        for file, ours in self.files_with_code():
            with self.subTest(file):
                self.assertEqual(ours, walked(file))
                stopped, theirs = cuobjdump(file)
                theirs = folded(theirs)
                if not stopped:
                    self.assertEqual(ours, theirs)
                    equal += 1
                    continue
                stops += 1
                print(f"{file.rsplit('/', 1)[1]}: {stopped.replace(file, '...')}")
                self.assertTrue(any(reason in stopped for reason in STOPS), stopped)
                self.assertEqual({key: count for key, count in theirs.items() if count > ours.get(key, 0)}, {})
        print(f"{equal} files equal to cuobjdump, {stops} in which it stops and what it lists before is among ours; "
              f"{equal + stops} equal to a plain walk")
        self.assertGreater(equal, 20)


if __name__ == "__main__":
    blackbox.main()
