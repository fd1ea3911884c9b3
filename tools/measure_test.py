"""tools/measure and its reader of functions, on small texts and trees."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
from functions import functions  # noqa: E402


def shape(text):
    """[(name, lines)] of a text."""
    return [(function.name, function.lines) for function in functions(text)]


class Functions(unittest.TestCase):
    def test_free_function(self):
        self.assertEqual(shape("int f(int a,\n      int b) {\n  return a;\n}\n"), [("f", 4)])

    def test_declarations_and_values_are_no_functions(self):
        self.assertEqual(shape("int f(int);\nint x{3};\nint a[] = {\n 1,\n 2};\nenum class E { a,\n b };\nT t = f(1, {2});\nusing F = int (*)(int);\n"), [])

    def test_namespaces_and_classes_are_looked_into(self):
        self.assertEqual(shape("namespace a::b {\nnamespace {\nclass C : public D<int> {\n public:\n  int f() const {\n    return 1;\n  }\n"
                               " private:\n  int x_ = 0;\n};\n}\nextern \"C\" {\nvoid g() {}\n}\n}\n"), [("f", 3), ("g", 1)])

    def test_braces_in_text_do_not_count(self):
        self.assertEqual(shape("void f() {\n  a(\"}\");\n  b('}');\n  // }\n  /* } */\n  c(R\"x(}\")x\");\n  d(1'0, u8'}');\n}\nvoid g() {}\n"),
                         [("f", 8), ("g", 1)])

    def test_preprocessor_lines_do_not_count(self):
        self.assertEqual(shape("#define OPEN { \\\n {\nvoid f() {\n}\n"), [("f", 2)])

    def test_constructor_with_initializers(self):
        self.assertEqual(shape("struct A {\n  A(int a, T t = {})\n      : a_{a}, b_(a), c_{T<int>{1}} {\n  }\n  A() : B<int>{1} {}\n  explicit A(X x) : x_(x) {}\n};\n"),
                         [("A", 3), ("A", 1), ("A", 1)])

    def test_names(self):
        self.assertEqual([name for name, _ in shape(
            "bool A::operator==(const A& o) const { return true; }\nA::~A() {}\nauto f(int) -> std::vector<int> { return {}; }\n"
            "template <typename T = std::less<>, int N>\nT g(T t) noexcept { return t; }\nT operator()(int a) { return 1; }\n"
            "[[nodiscard]] const std::map<int, A>& A::h() const& { return x; }\n")],
            ["A::operator==", "A::~A", "f", "g", "operator()", "A::h"])

    def test_lambda_inside_belongs_to_its_function(self):
        self.assertEqual(shape("void f() {\n  auto g = [](int a) {\n    return a;\n  };\n}\n"), [("f", 5)])

    def test_lambda_in_a_value_counts(self):
        self.assertEqual(shape("const Check c = {\"id\", [](const X& x) -> std::vector<int> {\n  return {};\n}};\nconst auto d = [] { return 1; };\n"),
                         [("lambda", 3), ("lambda", 1)])

    def test_function_after_a_class_with_a_name(self):
        self.assertEqual(shape("struct { int a; } x = {1};\nstruct P { int a; };\nP f() { return {}; }\n"), [("f", 1)])


class Limits(unittest.TestCase):
    def measure(self, files):
        """(exit status, what was printed) for a tree that is in order but for these files."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            good = {"src/ROOMS": "base | | x\n", "src/base/a.cpp": "void f() {\n}\n", "src/base/a_test.cpp": "\n\n"}
            for name, text in {**good, **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, str(HERE / "measure"), folder], capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def assert_fails(self, files, *parts):
        status, output = self.measure(files)
        self.assertEqual(status, 1, output)
        for part in parts:
            self.assertIn(part, output)

    def test_good_tree(self):
        status, output = self.measure({})
        self.assertEqual(status, 0, output)
        self.assertIn("lines of product code", output)

    def test_function_over_60_lines(self):
        self.assert_fails({"src/base/b.cpp": "void long_one() {\n" + "  x();\n" * 60 + "}\n", "tests/t.py": "\n" * 99},
                          "functions over 60 lines", "src/base/b.cpp:1: long_one, 62 lines")

    def test_long_test_function_is_no_offence(self):
        status, output = self.measure({"src/base/b_test.cpp": "void long_one() {\n" + "  x();\n" * 60 + "}\n"})
        self.assertEqual(status, 0, output)

    def test_file_over_500_lines_even_a_test(self):
        self.assert_fails({"src/base/b_test.cpp": "\n" * 501}, "src/base/b_test.cpp, 501 lines")

    def test_too_few_tests(self):
        self.assert_fails({"src/base/b.cpp": "\n" * 20}, "TOO LITTLE")

    def test_platform_ifdef(self):
        self.assert_fails({"src/base/b.cpp": "// #if _WIN32\n#if defined(_WIN32)\n#endif\n", "tests/t.py": "\n" * 9}, "src/base/b.cpp:2")

    def test_long_chain_of_headers(self):
        files = {f"src/base/h{i}.h": f'#include "base/h{i + 1}.h"\n' for i in range(8)}
        self.assert_fails({**files, "src/base/h8.h": "", "tests/t.py": "\n" * 9}, "base/h0.h > base/h1.h")

    def test_many_headers_behind_a_file(self):
        files = {f"src/base/h{i}.h": "" for i in range(16)}
        lines = "".join(f'#include "base/h{i}.h"\n' for i in range(16))
        self.assert_fails({**files, "src/base/a.cpp": lines, "tests/t.py": "\n" * 50}, "src/base/a.cpp, 16 headers")

    def test_large_program(self):
        self.assert_fails({"build/release/gpuenv": "x" * 6_100_000}, "program, MB")


if __name__ == "__main__":
    unittest.main()
