"""Names that documents promise: make's targets, names of the sources, how many boards there are; and `public`."""
import re

import tree

MAKE = re.compile(r"(?:`|^ {4})make ([a-z][a-z0-9-]*)", re.M)
# A type or a function of several words, such as `serveContacts` or `Loop.turn`, also with its parentheses.
NAME = re.compile(r"`((?:\w+\.)*[A-Za-z]+[a-z][A-Z]\w*)(?:\([\w:]*\))?`")
JOBS = re.compile(r"\b(\d+) jobs\b")
PUBLIC = re.compile(r"^ *(?:@\w+ )*public ")
# The documents of the inside; others name things that players see.
INSIDE = ("CONTRIBUTING.md", "docs/design/ARCHITECTURE.md")


def missing_targets(path, targets):
    for target in MAKE.findall(tree.text(path)):
        if target not in targets:
            yield "make has no target %s" % target


def missing_names(path, words):
    for name in NAME.findall(tree.text(path)):
        if name.split(".")[-1] not in words:
            yield "no source has the name %s" % name


def wrong_counts(path, boards):
    for jobs in JOBS.findall(tree.text(path)):
        if int(jobs) != boards:
            yield "%s jobs, but docs/examples has %d boards" % (jobs, boards)


def published(path):
    """Declarations for users of a library, which this package has not.

    Functions that C calls are public, and types with one owner whose deinit other modules call: Embedded Swift 6.3 does
    not find that of a `package struct`.
    """
    before = ""
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        if PUBLIC.match(line) and not before.startswith("@c(") and "~Copyable" not in line:
            yield "line %d says public, where package is enough" % number
        before = line


def checks():
    paths = tree.paths()
    documents = [path for path in paths if path.endswith(".md") and path != "CHANGELOG.md"]
    targets = set(" ".join(re.findall(r"^([a-z0-9 -]+):", tree.text("Makefile"), re.M)).split())
    sources = [path for path in paths if path.startswith(("Sources/", "Tests/", "Board/")) and not path.endswith(".md")]
    words = set(re.findall(r"\w+", " ".join(tree.text(path) for path in sources)))
    swift = [path for path in sources if path.endswith(".swift")]
    boards = len({path.split("/")[2] for path in paths if re.match(r"docs/examples/[^/]+/", path)})
    return (
        [(path, list(missing_targets(path, targets))) for path in documents]
        + [(path, list(missing_names(path, words))) for path in INSIDE]
        + [(path, list(wrong_counts(path, boards))) for path in documents]
        + [(path, list(published(path))) for path in swift]
    )
