"""The subjects of commits since this check is there: at most 72 characters, a capital, no full stop, no semicolon."""
import os
import re

import tree

LENGTH = 72


def faults(subject):
    if len(subject) > LENGTH:
        yield "has %d characters, more than %d" % (len(subject), LENGTH)
    if not re.match(r"[A-Z][a-z]", subject):
        yield "does not begin with a verb and its capital"
    elif re.match(r"(Added|Fixed|Changed|Removed|Updated|Adds|Fixes|Changes|Removes|Updates|Adding|Fixing)\b", subject):
        yield "is not in the imperative"
    if subject.endswith("."):
        yield "ends in a full stop"
    if ";" in subject:
        yield "has a semicolon"


def since():
    """The commit that brought this file: the oldest that is known, in a shallow clone the first."""
    here = os.path.relpath(os.path.abspath(__file__), tree.ROOT)
    return tree.git("log", "--diff-filter=A", "--format=%H", "--", here).split()[-1:]


def checks():
    found = []
    for first in since():
        for line in tree.git("log", "--no-merges", "--format=%h %s", first + "..HEAD").splitlines():
            commit, _, subject = line.partition(" ")
            found.append(("commit %s \"%s\"" % (commit, subject), list(faults(subject))))
    return found
