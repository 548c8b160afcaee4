"""Code of Swift files without comments and strings, and the types that a file declares."""
import re

# A string, raw and multi-line ones too, or a comment.
SKIPPED = re.compile(
    r'(?P<hashes>#*)"""[\s\S]*?"""(?P=hashes)'
    r'|#+"[^\n]*?"#+'
    r'|"(?:\\.|[^"\\\n])*"'
    r'|//[^\n]*'
    r'|/\*[\s\S]*?\*/')
# At the start of a line: declarations of a whole module.
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|final|indirect) )*"
    r"(?:struct|enum|class|protocol|typealias|actor) (\w+)", re.M)
NAME = re.compile(r"\b[A-Z]\w+\b")


def code(text):
    """The code of a file, with its lines where they were."""
    return SKIPPED.sub(lambda match: "\n" * match.group().count("\n"), text)


def line(text, position):
    return text.count("\n", 0, position) + 1


def declared(text):
    """Names of the types that a file declares for its module, each with its line."""
    return {match.group(1): line(text, match.start(1)) for match in TYPE.finditer(text)}


def used(text):
    """Names that a file uses or extends, each with the line of its first use."""
    lines = {}
    for match in NAME.finditer(text):
        lines.setdefault(match.group(), line(text, match.start()))
    return lines
