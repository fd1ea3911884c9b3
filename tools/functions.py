"""Finds the functions of a C++ text with their lengths: a small reader of braces, good for the code style of this tree."""
import dataclasses

from source_tree import tokens

CLASS_WORDS = {"class", "struct", "union"}
ACCESS_WORDS = {"public", "private", "protected"}
CLOSING = {"(": ")", "{": "}", "[": "]"}


@dataclasses.dataclass
class Function:
    name: str
    line: int   # of its first word
    lines: int  # from there to its closing brace


class Reader:
    def __init__(self, text):
        self.tokens = tokens(text)
        self.at = 0
        self.found = []

    def word(self, offset=0):
        place = self.at + offset
        return self.tokens[place][0] if 0 <= place < len(self.tokens) else ""

    def skip_group(self):
        """From an opening sign to after the one that closes it; lambdas on the way count as functions."""
        closing = [CLOSING[self.word()]]
        self.at += 1
        while closing and self.at < len(self.tokens):
            word = self.word()
            if word == "{" and self.begins_lambda_body():
                self.lambda_body()
                continue
            if word in CLOSING:
                closing.append(CLOSING[word])
            elif word == closing[-1]:
                closing.pop()
            self.at += 1

    def begins_lambda_body(self):
        """In an initializer or argument: `](...) {`, `] {`, `](...) -> T {` and `](...) mutable {`."""
        place = self.at - 1
        while place > 0 and (self.tokens[place][0] in {"mutable", "noexcept", "->", "::", "<", ">", "*", "&", "const"} or
                             self.tokens[place][0][0].isalpha()):
            place -= 1
        if self.tokens[place][0] == ")":
            depth = 0
            while place >= 0:
                depth += {")": 1, "(": -1}.get(self.tokens[place][0], 0)
                place -= 1
                if depth == 0:
                    break
        return place >= 0 and self.tokens[place][0] == "]"

    def lambda_body(self):
        line = self.tokens[self.at][1]
        self.body()
        self.found.append(Function("lambda", line, self.tokens[self.at - 1][1] - line + 1))

    def body(self):
        """From the opening brace of a function to after its closing one; lambdas in there belong to it."""
        depth = 0
        while self.at < len(self.tokens):
            depth += {"{": 1, "}": -1}.get(self.word(), 0)
            self.at += 1
            if depth == 0:
                return

    def skip_template(self):
        """From `template` to after its <...>."""
        self.at += 1
        depth = 0
        while self.at < len(self.tokens):
            word = self.word()
            if word == "(":
                self.skip_group()
                continue
            depth += {"<": 1, ">": -1}.get(word, 0)
            self.at += 1
            if depth == 0:
                return

    def scope(self):
        """A namespace or class, from after its opening brace to after its closing one, or the whole file."""
        while self.at < len(self.tokens):
            if self.word() == "}":
                self.at += 1
                return
            self.declaration()

    def declaration(self):
        """One declaration, with all that is inside it."""
        start = self.at
        head = []  # words outside of any parentheses
        while self.at < len(self.tokens):
            word = self.word()
            if word == ";":
                self.at += 1
                return
            if word == "}":
                return
            if word == "template" and not head:
                self.skip_template()
            elif word in ACCESS_WORDS and self.word(1) == ":" and not head:
                self.at += 2
                start = self.at
            elif word == "{":
                if self.opening_brace(head, start):
                    return
            elif word in CLOSING:
                self.skip_group()
                head.append(word + CLOSING[word])
            else:
                head.append(word)
                self.at += 1

    def opening_brace(self, head, start):
        """A brace after the words `head`; true when the declaration ends with it."""
        kind = brace_kind(head)
        if kind == "value":
            if self.begins_lambda_body():
                self.lambda_body()
            else:
                self.skip_group()
            head.append("{}")
            return False
        if kind == "scope":
            self.at += 1
            self.scope()
            # What may follow a class: names, and the semicolon that the next declaration reads.
            return True
        line = self.tokens[start][1]
        self.body()
        self.found.append(Function(name_of(head), line, self.tokens[self.at - 1][1] - line + 1))
        return True


def brace_kind(head):
    """What a brace after these words opens: "scope", "function" or "value"."""
    words = [word for word in head if word not in {"inline", "constexpr", "static", "typedef", "export", "const"}]
    if not words:
        return "scope"
    if "namespace" in words or (words[0] == "extern" and words[-1] == '""') or words[0] in CLASS_WORDS:
        return "scope"
    if words[0] == "enum" or "()" not in words:
        return "value"
    if "=" in words and words[words.index("=") - 1] != "operator":
        return "value"
    after = words[words.index("()") + 1:]
    is_name = words[-1] == ">" or words[-1].isidentifier()
    if ":" in after and is_name:
        return "value"  # a member's initializer: Thing() : part_{1} {}
    return "function"


def name_of(head):
    """The name in a function's head, with its class when that is written there."""
    if "operator" in head:
        place = head.index("operator")
        end = head.index("()", place)
        sign = "()" if end == place + 1 else " ".join(head[place + 1:end])
        scope = qualified(head[:place])
        return (scope if scope.endswith("::") else "") + "operator" + (" " if sign[0].isalpha() else "") + sign
    return qualified(head[:head.index("()")]) or "?"


def qualified(words):
    """The `A::B::c` at the end of these words; "" when they end with a type."""
    name = ""
    for word in reversed(words):
        joins = word in {"::", "~"}
        if not joins and not (word.isidentifier() and (not name or name.startswith(("::", "~")))):
            break
        name = word + name
    return name


def functions(text):
    """[Function] in the order in which they end."""
    reader = Reader(text)
    while reader.at < len(reader.tokens):
        reader.scope()
    return reader.found
