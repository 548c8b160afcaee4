"""Links and anchors of all documents, the width of their lines and of Swift's, and the sections that code and tests
name."""
import os
import re

import tree

WIDTH = 120
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Such as (docs/reference/COMMANDS.md, "render").
SECTION = re.compile(r'(docs/[\w/]+\.md)(?:,\s+\\?"([^"\\]+)\\?")?')
# Source files that a document names; names such as `Type.swift` stand for any file.
FILE = re.compile(r"`([\w+./-]+\.(?:swift|c|py|patch))`")
ANY = {"Type.swift", "Type+Concern.swift", "Type+Setup.swift", "NAME.swift", "NAMECommand.swift", "Reader+Concern.swift"}
COMMENT = re.compile(r"\n\s*(?:///?|#) ?")


def without_code(page):
    return re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)


def headings(path):
    return re.findall(r"^#+ (.+)$", without_code(tree.text(path)), re.M)


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    found = []
    for heading in headings(path):
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.append("%s-%d" % (anchor, found.count(anchor)) if anchor in found else anchor)
    return found


def dead_links(path):
    for target in LINK.findall(without_code(tree.text(path))):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(os.path.join(tree.ROOT, file)):
            yield "no file for the link %s" % target
        elif anchor and anchor not in anchors(file):
            yield "no heading for the link %s" % target


def missing_files(path, paths):
    for file in FILE.findall(tree.text(path)):
        if os.path.basename(file) not in ANY and not any(("/" + known).endswith("/" + file) for known in paths):
            yield "no file %s" % file


def wide_lines(path):
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        if len(line) > WIDTH:
            yield "line %d has %d columns, more than %d" % (number, len(line), WIDTH)


def dead_sections(path):
    for page, section in SECTION.findall(COMMENT.sub(" ", tree.text(path))):
        if not os.path.exists(os.path.join(tree.ROOT, page)):
            yield "no page %s" % page
        elif section and section not in headings(page):
            yield "no section \"%s\" in %s" % (section, page)


def checks():
    paths = tree.paths()
    documents = [path for path in paths if path.endswith(".md")]
    swift = [path for path in paths if path.endswith(".swift")]
    naming = [path for path in paths if path not in documents and SECTION.search(tree.text(path))]
    return (
        [(path, list(dead_links(path))) for path in documents]
        + [(path, list(missing_files(path, paths))) for path in documents if path != "CHANGELOG.md"]
        + [(path, list(wide_lines(path))) for path in documents + swift]
        + [(path, list(dead_sections(path))) for path in naming]
    )
