"""The guide: its pictures are what the program shows, and its words for messages are those of the program."""
import os
import re
import sys

import tree

GUIDE = "docs/guide/"
PICTURES = GUIDE + "pictures/"
TROUBLE = GUIDE + "troubleshooting.md"
RULES = "docs/reference/BEHAVIOUR.md"
LONGEST = 220

sys.path.insert(0, os.path.join(tree.ROOT, PICTURES))


def index():
    """Each chapter is in the index, each board in the cookbook, and none is too long to be read at once."""
    listed = tree.text(GUIDE + "README.md")
    for path in tree.chapters():
        name = os.path.basename(path)
        faults = [] if name == "README.md" or "(%s)" % name in listed else ["is not in the index"]
        count = tree.text(path).count("\n")
        yield path, faults + (["has %d lines, more than %d" % (count, LONGEST)] if count > LONGEST else [])
    cookbook = tree.text(GUIDE + "cookbook.md")
    examples = [path for path in tree.paths() if path.startswith("docs/examples/") and path.count("/") > 2]
    boards = sorted({path.split("/")[2] for path in examples})
    yield "the cookbook", ["has no row for %s" % board for board in boards if "| [%s](" % board not in cookbook]


def chain():
    """Each chapter ends with the next one of the index; the last one ends the guide."""
    chapters = tree.text(GUIDE + "README.md").split("To look things up")[0]
    rows = re.findall(r"^\| \[[^]]+\]\((\w[\w-]*\.md)\) \|", chapters, re.M)
    for chapter, following in zip(["README.md"] + rows, rows + [None]):
        found = re.findall(r"^Next: .*?\]\(([\w-]+\.md)\)", tree.text(GUIDE + chapter), re.M)
        wanted = [following] if following else []
        yield GUIDE + chapter, [] if found == wanted else ["its next chapter is %s, not %s" % (wanted, found)]


def pictures(binary):
    """Displays and signal paths as the program gives them now; each picture is shown somewhere."""
    import displays
    import paths
    shown = {os.path.basename(target) for path in tree.chapters() + ["README.md"]
             for target in re.findall(r"\]\(([^)\s]+\.svg)\)", tree.text(path))}
    drawn = {name + ".svg": picture for kind in (displays, paths) for name, picture in kind.pictures(binary)}
    for path in [path for path in tree.paths() if path.startswith(PICTURES) and path.endswith(".svg")]:
        name = os.path.basename(path)
        faults = [] if name in shown else ["is in no chapter"]
        if name in drawn and drawn.pop(name)() != tree.text(path):
            faults.append("differs from what the program shows; `make pictures` draws it")
        yield path, faults
    yield PICTURES, ["%s is not drawn; `make pictures` draws it" % name for name in drawn]


def language():
    """Each key of the examples in CONFIGURATION is on the page of the guide that has the whole language."""
    examples = "".join(re.findall(r"```yaml\n(.*?)```", tree.text("docs/reference/CONFIGURATION.md"), re.S))
    keys = set(re.findall(r"(?:^|[\s{,-])([a-z][a-z-]*):(?=\s|$)", re.sub(r"#.*", "", examples), re.M))
    page = tree.text(GUIDE + "language.md")
    yield GUIDE + "language.md", ["has no `%s`" % key for key in sorted(keys) if key not in page]


def screens():
    """Each word on a screen of the simulator is one of the program or of the board that it shows.

    What is played takes its time, so the pictures themselves are never twice the same.
    """
    known = "".join(tree.text(path) for path in tree.paths() if path.startswith(("Sources/", "docs/examples/laptop/")))
    for path in [path for path in tree.paths() if re.match(PICTURES + r"screen-.*\.svg", path)]:
        shown = set(re.findall(r"[A-Za-z]{3,}", " ".join(re.findall(r">([^<>]+)</text>", tree.text(path)))))
        yield path + ": words", ["%s is no word of the program" % word for word in sorted(shown) if word not in known]


def plain(text):
    """Text without the marks of quotation."""
    return re.sub(r"[`'\"\\]", "", text)


def said():
    """All literals of the sources, those of several lines joined, once as they are and once without interpolations."""
    paths = [path for path in tree.paths() if path.startswith("Sources/") and path.endswith(".swift")]
    joined = re.sub(r'"\s*\n?\s*\+ "', "", "".join(tree.text(path) for path in paths))
    return plain(joined + re.sub(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "…", joined))


def cells(heading):
    """The code in the first cells of the tables that begin with this heading."""
    for table in re.findall(r"^\| %s \|.*\n\|.*\n((?:\|.*\n)+)" % heading, tree.text(TROUBLE), re.M):
        for row in table.splitlines():
            yield from re.findall(r"`([^`]+)`", row.split(" | ")[0])


def messages():
    """Each message that the chapter explains is in the sources."""
    sources = said()
    found = list(cells("it says")) + list(cells("reason"))
    for message in found:
        parts = [part.strip() for part in re.split("…", plain(message)) if len(part.strip()) > 2]
        yield "%s: %s" % (TROUBLE, message), ["is said nowhere: " + part for part in parts if part not in sources]
    yield TROUBLE, [] if len(found) > 60 else ["explains %d messages only" % len(found)]


def statuses():
    """Each status of D3 is explained, and is drawn by the panel."""
    rule = re.search(r"- \*\*D3\*\*(.*?)\n- \*\*", tree.text(RULES), re.S)[1]
    words = {word for word in re.findall(r"`([^`]+)`", rule) if "++" not in word}
    panel = "".join(tree.text(path) for path in tree.paths() if path.startswith("Sources/Panel/"))
    explained = set(cells("status"))
    for word in sorted(words | {word for word in explained if word.isupper()}):
        faults = [] if word in explained else ["is not explained"]
        capitals = [part for part in re.findall(r"[A-Z]{2,}(?: [A-Z]{2,})*", word) if part != "NAME"]
        faults += ["%s is not in Sources/Panel" % part for part in capitals if part not in panel]
        yield "%s: %s" % (TROUBLE, word), faults


def checks(binary):
    found = [index(), chain(), pictures(os.path.abspath(binary)), screens(), language(), messages(), statuses()]
    return [check for kind in found for check in kind]
