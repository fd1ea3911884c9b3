"""A channel of conda packages on disk, made here: a Python, PyTorch and JAX, as CPU and CUDA builds. The packages have the layout
and names of real ones and hold only the files that the program reads."""
import asyncio
import bz2
import hashlib
import io
import json
import tarfile

PYTHON, TORCH = "3.12.4", "2.5.1"
CPU_BUILD, CUDA_BUILD = "cpu_generic_py312_h8a1ee9d_1", "cuda126_generic_py312_h478e78a_207"
SITE = "lib/python3.12/site-packages"

# What a reader needs of an executable: that it is ELF and of 64 bits.
EXECUTABLE = b"\x7fELF\x02\x01\x01".ljust(64, b"\0")


def distribution(name, version):
    info = f"{SITE}/{name}-{version}.dist-info"
    return {f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
            f"{info}/INSTALLER": "conda\n", f"{info}/RECORD": f"{name}-{version}.dist-info/RECORD,,\n"}


def torch(cuda):
    version = f"__version__ = '{TORCH}'\ndebug = False\ncuda: Optional[str] = {cuda!r}\nhip: Optional[str] = None\n"
    return {f"{SITE}/torch/__init__.py": "", f"{SITE}/torch/version.py": version, **distribution("torch", TORCH)}


def jax():
    return {f"{SITE}/jax/__init__.py": "", **distribution("jax", "0.4.35")}


# name, version, build, what it depends on, files (text, bytes; a tuple is a link)
PACKAGES = [
    ("python", PYTHON, "h194c7f8_0_cpython", [],
     {"bin/python3.12": EXECUTABLE, "bin/python3": ("python3.12",), "bin/python": ("python3.12",), f"{SITE}/README.txt": "x\n"}),
    ("pytorch", TORCH, CPU_BUILD, ["python >=3.12,<3.13.0a0"], torch(None)),
    ("pytorch", TORCH, CUDA_BUILD, ["python >=3.12,<3.13.0a0", "__cuda", "cuda-version >=12.6,<13"], torch("12.6")),
    ("cuda-version", "12.6", "h7480c83_3", [], {"share/cuda-version": "12.6\n"}),
    ("jax", "0.4.35", "pyhd8ed1ab_0", ["python", "jaxlib 0.4.35"], jax()),
    ("jaxlib", "0.4.35", "cpu_py312h4c86d2c_0", ["python"], distribution("jaxlib", "0.4.35")),
    ("jaxlib", "0.4.35", "cuda126py312h0b1b8d2_200", ["python", "__cuda", "cuda-version >=12.6,<13"],
     distribution("jaxlib", "0.4.35")),
]


def make(folder):
    """Writes the channel there and returns its address."""
    (folder / "noarch").mkdir(parents=True)
    (folder / "linux-64").mkdir()
    records = {}
    for name, version, build, depends, files in PACKAGES:
        number = max(int(word) for word in ["0", *build.split("_")] if word.isdigit())
        index = {"name": name, "version": version, "build": build, "build_number": number, "depends": depends, "subdir": "linux-64",
                 "arch": "x86_64", "platform": "linux", "timestamp": 1730000000000}
        data = archive(index, files)
        file = f"{name}-{version}-{build}.tar.bz2"
        (folder / "linux-64" / file).write_bytes(data)
        hashes = {kind: hashlib.new(kind, data).hexdigest() for kind in ("md5", "sha256")}
        records[file] = {**index, **hashes, "size": len(data)}
    for subdir, packages in ("linux-64", records), ("noarch", {}):
        repodata = {"info": {"subdir": subdir}, "packages": packages, "packages.conda": {}, "repodata_version": 1}
        (folder / subdir / "repodata.json").write_text(json.dumps(repodata), encoding="utf-8")
    return folder.as_uri()


def archive(index, files):
    paths = {"paths": [], "paths_version": 1}
    contents = {}
    for path, content in files.items():
        data = content if isinstance(content, bytes) else content.encode() if isinstance(content, str) else b""
        entry = {"_path": path, "path_type": "softlink" if isinstance(content, tuple) else "hardlink",
                 "sha256": hashlib.sha256(data).hexdigest(), "size_in_bytes": len(data)}
        paths["paths"].append(entry)
        contents[path] = content if isinstance(content, tuple) else data
    contents["info/index.json"] = json.dumps(index).encode()
    contents["info/paths.json"] = json.dumps(paths).encode()
    contents["info/files"] = "".join(f"{path}\n" for path in files).encode()
    bytes_of_tar = io.BytesIO()
    with tarfile.open(fileobj=bytes_of_tar, mode="w") as tar:
        for path, content in contents.items():
            member = tarfile.TarInfo(path)
            member.mode = 0o755 if path.startswith("bin/") else 0o644
            if isinstance(content, tuple):
                member.type, member.linkname = tarfile.SYMTYPE, content[0]
                tar.addfile(member)
            else:
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    return bz2.compress(bytes_of_tar.getvalue())


def install(prefix, channel, cache, *specs):
    """Puts packages into an environment with the solver and installer of py-rattler, on a machine with CUDA 13; returns the build
    of each package that the environment has then."""
    return asyncio.run(solve_and_install(prefix, channel, cache, specs))


async def solve_and_install(prefix, channel, cache, specs):
    import rattler
    metadata = prefix / "conda-meta"
    installed = [rattler.PrefixRecord.from_path(file) for file in metadata.glob("*.json")] if metadata.exists() else []
    cuda = rattler.GenericVirtualPackage(rattler.PackageName("__cuda"), rattler.Version("13.0"), rattler.BuildString("0"))
    records = await rattler.solve([rattler.Channel(channel)], [rattler.MatchSpec(spec) for spec in specs],
                                  gateway=rattler.Gateway(cache_dir=cache / "repodata"),
                                  platforms=["linux-64", "noarch"], virtual_packages=[cuda])
    await rattler.install(records, str(prefix), cache_dir=cache / "packages", installed_packages=installed,
                          platform=rattler.Subdir("linux-64"), show_progress=False)
    return {record.name.normalized: str(record.build) for record in records}
