"""tools/check_rooms on small trees, most of them bad."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import source_tree  # noqa: E402

loader = importlib.machinery.SourceFileLoader("check_rooms", str(pathlib.Path(__file__).parent / "check_rooms"))
check_rooms = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_rooms", loader))
loader.exec_module(check_rooms)

ROOMS = """# a comment
base | | Text.
machine | base | Questions.
machine/live | base machine | The real one.
check | base | Judges.
"""


def problems(files, rooms=ROOMS):
    """["path:line: what"] for a tree with these files."""
    with tempfile.TemporaryDirectory() as folder:
        src = pathlib.Path(folder) / "src"
        for name, text in {"ROOMS": rooms, **files}.items():
            (src / name).parent.mkdir(parents=True, exist_ok=True)
            (src / name).write_text(text)
        return [f"{path}:{line}: {what}" for path, line, what in check_rooms.problems(source_tree.Tree(folder))]


class Rooms(unittest.TestCase):
    def only(self, files, *parts, rooms=ROOMS):
        found = problems(files, rooms)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def test_good_tree_has_no_problems(self):
        self.assertEqual(problems({
            "base/text.h": "#include <string>\n",
            "base/text.cpp": '#include "base/text.h"\n#include <fmt/format.h>\n',
            "machine/machine.h": '#include "base/text.h"\n',
            "machine/live/file_linux.cpp": '#include "machine/machine.h"\n#include <unistd.h>\n#include <filesystem>\n#ifdef __linux__\n#endif\n',
            "check/torch/build.cpp": '#include "base/text.h"\n',
            "check/torch/build_test.cpp": "#include <gtest/gtest.h>\n#include <filesystem>\n",
            "check/torch/test_folders.h": "#include <filesystem>\n",
        }), [])

    def test_include_without_a_grant(self):
        self.only({"base/a.h": "", "check/a.h": "", "base/b.cpp": '#include "base/a.h"\n#include "check/a.h"\n'},
                  "base/b.cpp:2:", "base may not include check", "allows it: nothing")

    def test_lower_room_does_not_reach_the_room_nested_in_it(self):
        self.only({"machine/live/a.h": "", "machine/a.cpp": '#include "machine/live/a.h"\n'}, "may not include machine/live")

    def test_grant_of_the_outer_room_does_not_cover_the_nested_one(self):
        rooms = ROOMS.replace("check | base |", "check | base machine |")
        self.only({"machine/live/a.h": "", "check/a.cpp": '#include "machine/live/a.h"\n'}, "check may not include machine/live", rooms=rooms)

    def test_folder_without_a_row(self):
        self.only({"odd/a.cpp": ""}, "odd/a.cpp:1:", "no row")

    def test_file_outside_any_folder(self):
        self.only({"main.cpp": ""}, "no row")

    def test_missing_or_relative_include(self):
        self.only({"base/a.h": "", "base/b.cpp": '#include "a.h"\n'}, '"a.h" is no file')

    def test_grant_of_an_unknown_room(self):
        self.only({}, "granted nothere", rooms=ROOMS.replace("check | base |", "check | base nothere |"))

    def test_system_headers(self):
        for header in ("windows.h", "sys/stat.h", "unistd.h", "dlfcn.h", "filesystem", "stdint.h"):
            with self.subTest(header):
                self.only({"check/a.cpp": f"#include <vector>\n#include <{header}>\n"}, "check/a.cpp:2:", header)

    def test_platform_macros(self):
        for line in ("#ifdef _WIN32", "#if defined(__linux__)", "#elif __APPLE__", "int x = __MINGW32__;"):
            with self.subTest(line):
                self.only({"check/a.cpp": f"\n{line}\n"}, "check/a.cpp:2:", "for machine/live only")

    def test_comments_and_strings_are_no_code(self):
        self.assertEqual(problems({"check/a.cpp": '// #include <windows.h>\n/*\n#include "odd/x.h"\n_WIN32 */ auto s = "_WIN32 // ";\n'
                                                  "auto r = R\"(\n__linux__ \")\";\nint n = 1'000'000;  // __linux__\n"}), [])

    def test_heavy_headers_stay_out_of_headers(self):
        for header in ("nlohmann/json.hpp", "toml++/toml.h", "CLI/CLI.hpp", "boost/regex.hpp", "fmt/format.h"):
            with self.subTest(header):
                self.only({"base/a.h": f"#include <{header}>\n", "base/a.cpp": f"#include <{header}>\n"}, "base/a.h:1:", "slow")

    def test_gtest_stays_in_tests(self):
        self.only({"base/a.cpp": "#include <gtest/gtest.h>\n"}, "belongs in")


if __name__ == "__main__":
    unittest.main()
