"""Our C++ sources as the tools in this folder see them: files, rooms, includes, tokens."""
import pathlib
import re

PLATFORM_MACROS = frozenset("""_WIN32 _WIN64 WIN32 __WIN32__ __MINGW32__ __MINGW64__ _MSC_VER __CYGWIN__ __linux __linux__ linux
    __unix __unix__ __APPLE__ __ANDROID__ __FreeBSD__ __GLIBC__""".split())

# Order matters: a prefix or a digit separator must not begin a character.
TOKEN = re.compile(r"""
    (?P<comment> //(?:\\\n|[^\n])* | /\*.*?\*/ )
  | (?P<string> (?:u8|[uUL])?R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)" | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" )
  | (?P<char> (?:u8|[uUL])?'(?:\\.|[^'\\\n])+' )
  | (?P<number> \.?\d(?:'?[\w.])* )
  | (?P<word> [A-Za-z_]\w* )
  | (?P<sign> <=>|::|->|==|!=|<=|>=|\S )
""", re.VERBOSE | re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)


def blank(text):
    """As many lines, nothing on them."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text, strings_too=False):
    """The text with comments blanked, so that lines keep their numbers."""
    def replace(match):
        if match["comment"] or (strings_too and (match["string"] or match["char"])):
            return blank(match[0])
        return match[0]
    return TOKEN.sub(replace, text)


def tokens(text):
    """[(token, line)] without comments and preprocessor lines; a string or character is one token, '""'."""
    text = DIRECTIVE.sub(lambda match: blank(match[0]), without_comments(text))
    result, line, position = [], 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        result.append(('""' if match["string"] or match["char"] else match[0], line))
    return result


class Room:
    def __init__(self, name, grants):
        self.name, self.grants = name, grants


class Source:
    """One file below src/, by its path there with forward slashes."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.lines = text.count("\n")
        self.is_header = path.endswith(".h")
        name = path.rsplit("/", 1)[-1]
        self.is_test = name.endswith(("_test.cpp", "_test.h")) or (self.is_header and name.startswith("test_"))
        code = without_comments(text)
        self.includes = [(code.count("\n", 0, match.start()) + 1, match[1], match[2]) for match in INCLUDE.finditer(code)]


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.src = self.root / "src"
        self.rooms = self._read_rooms()
        self.files = {}
        for path in sorted(self.src.rglob("*")):
            if path.suffix in (".h", ".cpp"):
                name = path.relative_to(self.src).as_posix()
                self.files[name] = Source(name, path.read_text(encoding="utf-8"))
        self._chains = {}

    def _read_rooms(self):
        rooms = {}
        for line in (self.src / "ROOMS").read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                name, grants, _ = (part.strip() for part in line.split("|", 2))
                rooms[name] = Room(name, grants.split())
        return rooms

    def room_of(self, path):
        """The room with the longest name that the path lies in, or None."""
        folders = path.split("/")[:-1]
        for count in range(len(folders), 0, -1):
            room = self.rooms.get("/".join(folders[:count]))
            if room:
                return room
        return None

    def direct(self, path):
        """First-party files that a file includes."""
        return [quoted for _, quoted, _ in self.files[path].includes if quoted in self.files]

    def reached(self, path):
        """First-party headers that a file includes, directly or not."""
        seen, waiting = set(), [path]
        while waiting:
            for header in self.direct(waiting.pop()):
                if header not in seen:
                    seen.add(header)
                    waiting.append(header)
        return seen

    def chain(self, path, above=()):
        """The longest chain of includes that starts here, as a list of files; a cycle ends it."""
        if path not in self._chains:
            chains = [self.chain(header, above + (path,)) for header in self.direct(path) if header not in above + (path,)]
            self._chains[path] = [path] + max(chains, key=len, default=[])
        return self._chains[path]
