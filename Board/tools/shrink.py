"""Makes scripts and styles of the page smaller without another meaning: comments and blanks go, and names of variables
become short. It understands the part of JavaScript that the page is written in, and refuses the rest.

A variable has the same short name wherever it stands, so scopes need no analysis. A name that many scripts share has
the same short name in all of them, so that equal code stays equal and compresses well. A word is a property behind a
dot and as a key of an object, and a variable otherwise. Only names that the script declares become short, and none of
the browser's. Lines end where they ended if a semicolon might be missing."""

import collections
import itertools
import re
import string

TOKEN = re.compile(
    r"""
    (?P<space>\s+) | (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*') | (?P<word>[A-Za-z_$][\w$]*) | (?P<number>\d[\w.]*)
    | (?P<pattern>/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*) | (?P<sign>=>|\?\.|\.\.\.|.)""",
    re.X | re.S,
)

KEYWORDS = set(
    """async await break case catch class const continue default delete do else export false finally for function
    get if import in instanceof let new null of return set static super switch this throw true try typeof undefined void
    while with yield""".split()
)
# What the page uses of the browser by its bare name. A variable of this name keeps it everywhere.
BROWSER = set(
    """AbortSignal Array Blob Boolean DOMPoint Date Error Event EventSource Infinity JSON Map Math NaN Number Object
    Promise RegExp ResizeObserver Set String Symbol URL URLSearchParams WeakMap addEventListener arguments
    clearInterval clearTimeout close confirm crypto decodeURIComponent devicePixelRatio dispatchEvent document
    encodeURIComponent event fetch focus getComputedStyle history innerHeight innerWidth isNaN localStorage location
    matchMedia name navigator open parent parseFloat parseInt performance removeEventListener
    requestAnimationFrame screen self setInterval setTimeout status stop structuredClone top window""".split()
)
# What stands before a brace that begins an object or a pattern, and not a block.
BEFORE_OBJECT = set("( , = : [ ? & | ... return const let".split())


class Token:
    def __init__(self, kind, text):
        self.kind, self.text, self.is_property, self.is_short = kind, text, False, False

    def __bool__(self):
        return True


NONE = Token("none", "")


def tokens(text):
    """The tokens of a script. A template is several, because there are variables within it."""
    found, at, depths = [], 0, []
    while at < len(text):
        last = next((token for token in reversed(found) if token.kind != "space"), NONE)
        if text[at] == "`" or depths and text[at] == "}" and depths[-1] == 0:
            if text[at] == "}":
                depths.pop()
            end = at + 1
            while text[end] != "`" and not text.startswith("${", end):
                end += 2 if text[end] == "\\" else 1
            if text[end] == "$":
                depths.append(0)
                end += 1
            found.append(Token("template", text[at : end + 1]))
            at = end + 1
            continue
        match = TOKEN.match(text, at)
        token = Token(match.lastgroup, match[0])
        is_value = (
            last.kind in ("word", "number", "text", "template")
            and last.text not in ("return", "case")
            or last.text in (")", "]", "}")
        )
        if token.kind == "pattern" and is_value:
            token = Token("sign", "/")
        if depths and token.kind == "sign" and token.text in ("{", "}"):
            depths[-1] += 1 if token.text == "{" else -1
        if token.kind != "comment":
            found.append(token)
        at = at + len(token.text) if token.kind != "comment" else match.end()
    return found


def mark(code):
    """Marks what is a property, and short forms such as `{ name }`. Returns the names that the script declares."""
    declared, open_, pattern = set(), [], None
    for at, token in enumerate(code):
        before, after = code[at - 1] if at else NONE, code[at + 1] if at + 1 < len(code) else NONE
        if token.kind == "template":
            if open_ and open_[-1][0] == "${" and not token.text.startswith("`"):
                open_.pop()
            if token.text.endswith("${"):
                open_.append(("${", at))
        elif token.kind == "sign" and token.text in "({[":
            is_object = token.text == "{" and (before.text in BEFORE_OBJECT or before.kind in ("none", "template"))
            if is_object and before.text == ":" and code[at - 2].text in ("default",):
                is_object = False
            open_.append(("object" if is_object else token.text, at))
            if before.text in ("const", "let") and pattern is None:
                pattern = len(open_)
        elif token.kind == "sign" and token.text in ")}]":
            _, first = open_.pop()
            if pattern is not None and len(open_) < pattern:
                declared |= {inner.text for inner in code[first:at] if inner.kind == "word" and not inner.is_property}
                pattern = None
            is_function = token.text == ")" and (after.text == "=>" or after.text == "{" and is_head(code, first))
            if is_function:
                declared |= {inner.text for inner in code[first:at] if inner.kind == "word" and not inner.is_property}
        elif token.kind == "word":
            inside = open_[-1][0] if open_ else ""
            is_key = inside == "object" and before.text in ("{", ",")
            is_key = is_key or inside == "object" and before.text in ("get", "async", "set") and after.text == "("
            token.is_short = is_key and after.text in (",", "}", "=")
            token.is_property = before.text in (".", "?.") or is_key and not token.is_short
            if (
                before.text in ("const", "let", "function", "class")
                or after.text == "=>"
                or before.text == ","
                and pattern is None
                and in_list(code, at)
            ):
                declared.add(token.text)
    return declared


def is_head(code, first):
    """Whether the parentheses that begin at `first` have the parameters of a function or of `catch`."""
    before = [code[first - distance].text if first >= distance else "" for distance in (1, 2, 3)]
    return (
        before[0] in ("function", "catch")
        or before[1] in ("function", "get")
        or (before[1] in (",", "{", "async") and code[first - 1].is_property)
    )


def in_list(code, at):
    """Whether a word behind a comma is declared with others: `let first, second = 0, third;`."""
    depth = 0
    while at > 0:
        at -= 1
        text = code[at].text
        if code[at].kind == "sign":
            depth += (text in ")]}") - (text in "([{")
            if depth < 0 or text == ";":
                return False
        if depth == 0 and text in ("const", "let", "return"):
            return text != "return"
    return False


def short_names(taken):
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_letters, repeat=length):
            name = "".join(letters)
            if name not in taken and name not in KEYWORDS:
                yield name


def variables_of(found, known):
    """How often each variable stands in a script of tokens, and which of them the script declares and may rename."""
    code = [token for token in found if token.kind != "space"]
    declared = mark(code) - KEYWORDS - BROWSER - set(known)
    return collections.Counter(token.text for token in code if token.kind == "word" and not token.is_property), declared


def shared_names(scripts, known=()):
    """One letter for each of the names that most scripts declare."""
    shared, taken = collections.Counter(), set()
    for text in scripts:
        variables, declared = variables_of(tokens(text), known)
        shared.update(name for name in variables if name in declared)
        taken |= set(variables) - declared
    letters = itertools.takewhile(lambda name: len(name) == 1, short_names(taken))
    return dict(zip((name for name, _ in shared.most_common()), letters))


def script(text, known=(), shared=()):
    """A script with short names and without blanks. Names in `known` are declared elsewhere; `shared` has short names
    of `shared_names`. Raises ValueError for a name that nobody declares."""
    found = tokens(text)
    variables, declared = variables_of(found, known)
    if strange := set(variables) - declared - KEYWORDS - BROWSER - set(known):
        raise ValueError("nothing declares `%s`" % min(strange))
    names = {name: shared[name] for name in variables if name in declared and name in shared}
    others = (name for name, _ in variables.most_common() if name in declared and name not in shared)
    names |= zip(others, short_names(set(variables) - declared | set(names.values())))
    parts = []
    for at, token in enumerate(found):
        if token.kind != "space":
            name = names.get(token.text, token.text) if token.kind == "word" and not token.is_property else token.text
            parts.append("%s:%s" % (token.text, name) if token.is_short and name != token.text else name)
        elif parts and at + 1 < len(found):
            parts += [between for between in [gap(parts[-1], found[at + 1].text, "\n" in token.text)] if between]
    return "".join(parts) + "\n"


def is_word(character):
    return character.isalnum() or character in "_$"


def gap(before, after, is_line):
    """What has to stand between two tokens."""
    if is_word(before[-1]) and is_word(after[0]):
        return "\n" if is_line else " "
    if before[-1] == after[0] and after[0] in "+-/":
        return " "
    may_end = is_word(before[-1]) or before[-1] in "})]\"'`/"
    may_begin = is_word(after[0]) or after[0] in "{([\"'`!+-/~"
    return "\n" if is_line and may_end and may_begin else ""


def style(text):
    """Styles without comments and blanks."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,>]) ?", r"\1", text)
    return re.sub(r"(?<=[\w-]): ", ":", text).replace(";}", "}").strip() + "\n"
