"""The rules of docs/reference/BEHAVIOUR.md: cited rules exist, and each rule is cited in code and tests."""
import re

import tree

PAGE = "docs/reference/BEHAVIOUR.md"
RULE = r"[A-Z][1-9]\d?"
# A rule alone or in a list. Some letters also name notes, controllers or hex bytes: those are rules only in brackets,
# before a colon at the beginning of a comment, after the word "rule", or in the name of an example.
LIST = r"%s(?:(?:, |; | and | or )%s)*" % (RULE, RULE)
IN_BRACKETS = re.compile(r"\((%s)[):,; ]" % LIST)
AT_BEGINNING = re.compile(r"^\s*(?:///?|#) (%s)[:,]" % LIST)
AFTER_WORD = re.compile(r"\brules? (%s)" % LIST)
OF_EXAMPLE = re.compile(r"^example (%s)-" % RULE)
# Letters that are used for rules only.
PLAIN = re.compile(r"(?<![\w`#.-])[SRHKM]\d{1,2}(?![\w`#-])")
RANGE = re.compile(r"\b([SRHCPAKFDMENU])(\d{1,2}) to \1(\d{1,2})\b")
# Bytes in brackets that look like rules: real-time, and the end of a SysEx.
BYTES = {"F7", "F8", "F9"}


def rules():
    return re.findall(r"^- \*\*(%s)\*\*" % RULE, tree.text(PAGE), re.M)


def cited(line):
    """The rules that a line cites."""
    found = PLAIN.findall(line)
    for place in (IN_BRACKETS, AT_BEGINNING, AFTER_WORD, OF_EXAMPLE):
        for listed in place.findall(line):
            found += re.findall(RULE, listed)
    return [rule for rule in found if rule not in BYTES]


def unknown(path, known):
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        for rule in sorted(set(cited(line)) - known):
            yield "line %d cites %s, which is not a rule of %s" % (number, rule, PAGE)
        for letter, low, high in RANGE.findall(line):
            if letter + low in known:
                yield "line %d cites rules as a range, %s%s to %s%s: name each" % (number, letter, low, letter, high)


def uncited(rule, citations):
    return ["is cited nowhere in %s" % folder for folder, found in citations.items() if rule not in found]


def order(listed):
    """Numbers that are missing or not in order, letter by letter."""
    for letter in dict.fromkeys(rule[0] for rule in listed):
        numbers = [int(rule[1:]) for rule in listed if rule[0] == letter]
        if numbers != list(range(1, len(numbers) + 1)):
            yield "the rules %s are numbered %s" % (letter, numbers)


def checks():
    listed = rules()
    known = set(listed)
    # Scripts of the boards keep rules as sources do.
    folders = {"Sources": "Sources", "Board": "Sources", "Tests": "Tests"}
    paths = [path for path in tree.paths() if path.split("/")[0] in [*folders, "docs"] or path.endswith(".md")]
    citations = {folder: set() for folder in folders.values()}
    for path in paths:
        if (folder := folders.get(path.split("/")[0])) and not path.endswith(".md"):
            citations[folder].update(rule for line in tree.text(path).split("\n") for rule in cited(line))
    return (
        [(PAGE, list(order(listed)) or ([] if listed else ["has no rules"]))]
        + [(path, list(unknown(path, known))) for path in paths]
        + [("rule " + rule, uncited(rule, citations)) for rule in listed]
    )
