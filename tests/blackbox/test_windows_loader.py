# on: sanitize
# timeout: 900
"""What the simulated loader of Windows says against LoadLibraryEx under wine, on libraries built here by mingw: every way to search,
with the library in every set of folders.

Wine loads a library whose imports the other one lacks, which Windows refuses: that is not compared here."""
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import blackbox
from program import ROOT, binary

GCC = "x86_64-w64-mingw32-gcc"
PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>
#include <psapi.h>
int wmain(int count, wchar_t** arguments) {
  for (int i = 1; i < count; ++i) {
    wchar_t* rest = arguments[i] + 4;
    DWORD flags = !wcsncmp(arguments[i], L"alt", 3) ? LOAD_WITH_ALTERED_SEARCH_PATH
                  : !wcsncmp(arguments[i], L"def", 3) ? LOAD_LIBRARY_SEARCH_DEFAULT_DIRS
                  : !wcsncmp(arguments[i], L"dir", 3) ? LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR : 0;
    if (!wcsncmp(arguments[i], L"add", 3)) AddDllDirectory(rest);
    else if (!wcsncmp(arguments[i], L"set", 3)) SetDllDirectoryW(rest);
    else if (!LoadLibraryExW(rest, NULL, flags)) printf("error\t%lu\n", GetLastError());
  }
  HMODULE modules[256];
  DWORD size = 0;
  EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &size);
  for (DWORD i = 0; i < size / sizeof *modules; ++i) {
    wchar_t path[1024];
    GetModuleFileNameW(modules[i], path, 1024);
    printf("module\t%ls\n", path);
  }
  return 0;
}
"""
FOLDERS = "app", "added", "path", "current", "site"
MISSING, REFUSED = "126", "193"


@unittest.skipUnless(shutil.which(GCC), f"{GCC} is not installed")
@unittest.skipUnless(pathlib.Path("/usr/lib/wine/wine64").exists(), "wine64 is not installed")
class Wine(blackbox.TestCase):
    def setUp(self):
        self.folder = self.temporary()
        for name in FOLDERS:
            (self.folder / name).mkdir()
        self.gcc(PROGRAM, "app/try.exe", "-municode", "-lpsapi")
        self.gcc("__declspec(dllexport) int f(void) { return 1; }", "x.dll", "-shared")
        self.gcc("__declspec(dllimport) int f(void); __declspec(dllexport) int g(void) { return f(); }", "site/needs_x.dll", "-shared",
                 str(self.folder / "x.dll"))

    def gcc(self, source, out, *options):
        subprocess.run([GCC, "-xc", "-", "-xnone", "-o", str(self.folder / out), *options], input=source, text=True, check=True)

    def windows(self, path):
        return "Z:" + str(path).replace("/", "\\")

    def put(self, folders):
        for name in FOLDERS:
            (self.folder / name / "x.dll").unlink(missing_ok=True)
        for name in folders:
            shutil.copy(self.folder / "x.dll", self.folder / name)

    def ours(self, lines):
        """The modules that are neither wine's nor the program."""
        files = {line.split("\t")[1].lower() for line in lines if line.startswith("module\t")}
        return {file for file in files if file.startswith("z:") and file.endswith(".dll")}

    def real(self, requests):
        """(modules, error) as wine has them."""
        env = {"WINEPATH": self.windows(self.folder / "path")}
        with tempfile.TemporaryFile("w+") as out:  # wine's own processes would hold a pipe open for seconds
            done = subprocess.run([ROOT / "tools/wine", self.folder / "app/try.exe", *requests], stdout=out, stderr=out, timeout=120,
                                  cwd=self.folder / "current", env={**os.environ, **env})
            out.seek(0)
            told = out.read()
        lines = told.replace("\r", "").splitlines()
        if done.returncode:
            self.skipTest(f"wine: {told}"[:300])
        errors = [line.split("\t")[1] for line in lines if line.startswith("error\t")]
        return self.ours(lines), errors[0] if errors else ""

    def simulated(self, requests):
        prefix = blackbox.CACHE / "wine"
        settings = [f"path:{self.windows(self.folder / 'path')}", f"cwd:{self.windows(self.folder / 'current')}"]
        done = subprocess.run([binary().parent / "fakes/load_windows", prefix, self.windows(self.folder / "app/try.exe"), *settings, *requests],
                              capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()
        kinds = {line.split("\t")[1] for line in lines if line.startswith("failure\t")}
        return self.ours(lines), MISSING if "library missing" in kinds else REFUSED if "library refused" in kinds else ""

    def compare(self, *requests):
        self.assertEqual(self.simulated(requests), self.real(requests), (requests, sorted(str(each) for each in self.folder.glob("*/*.dll"))))

    def test_where_a_library_is_found(self):
        add, site = f"add:{self.windows(self.folder / 'added')}", self.windows(self.folder / "site/needs_x.dll")
        compared = 0
        for count in range(len(FOLDERS) + 1):
            for folders in itertools.combinations(FOLDERS, count):
                self.put(folders)
                for requests in ([add, "std:x.dll"], [add, "def:x.dll"], [f"std:{site}"], [f"alt:{site}"], [add, f"def:{site}"], [add, f"dir:{site}"]):
                    with self.subTest(folders=folders, requests=requests):
                        self.compare(*requests)
                    compared += 1
        print(f"compared with LoadLibraryEx: {compared} searches")

    def test_a_folder_set_by_the_program_takes_the_place_of_the_current_one(self):
        for folders in [("added", "current")], [("current",)], [("added", "path")]:
            self.put(*folders)
            self.compare(f"set:{self.windows(self.folder / 'added')}", "std:x.dll")

    def test_a_module_of_the_name_is_taken_wherever_it_came_from(self):
        self.put(("added", "app", "site"))
        self.compare(f"std:{self.windows(self.folder / 'added/x.dll')}", "std:x.dll")
        self.compare(f"std:{self.windows(self.folder / 'added/x.dll')}", f"dir:{self.windows(self.folder / 'site/needs_x.dll')}")

    def test_files_that_are_no_library_end_the_search(self):
        self.put(("path",))
        whole = (self.folder / "x.dll").read_bytes()
        machine = whole.index(b"PE\0\0") + 4
        for data in b"GROUP ( x.lib )", whole[:machine] + b"\x64\xaa" + whole[machine + 2:]:
            (self.folder / "app/x.dll").write_bytes(data)
            self.compare("std:x.dll")

    def test_names_without_ending(self):
        self.put(("app",))
        self.compare("std:x")
        self.compare("std:X.DLL")


if __name__ == "__main__":
    blackbox.main()
