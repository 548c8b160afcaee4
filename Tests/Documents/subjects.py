"""Checks the subjects of commits: at most 72 characters, a capital, the imperative, no full stop, no semicolon.

Each rule holds for the commits after the one that added it.
"""
import os
import re

import tree

LENGTH = 72
# Such a subject tells what a text says, not what changed in the product.
SAY = "Say "


def faults(subject, refuses_say):
    if len(subject) > LENGTH:
        yield "has %d characters, more than %d" % (len(subject), LENGTH)
    if not re.match(r"[A-Z][a-z]", subject):
        yield "does not begin with a verb and its capital"
    elif re.match(r"(Added|Fixed|Changed|Removed|Updated|Adds|Fixes|Changes|Removes|Updates|Adding|Fixing)\b", subject):
        yield "is not in the imperative"
    elif refuses_say and subject.startswith(SAY):
        yield "begins with Say; it must tell what changed in the product"
    if subject.endswith("."):
        yield "ends in a full stop"
    if ";" in subject:
        yield "has a semicolon"


def added(*options):
    """The commit that added this file, or with `-S TEXT` that text in it; the oldest known one in a shallow clone."""
    here = os.path.relpath(os.path.abspath(__file__), tree.ROOT)
    return tree.git("log", *options, "--format=%H", "--", here).split()[-1:]


def after(commits):
    """Abbreviated hash and subject of each commit after the given ones, newest first."""
    for first in commits:
        for line in tree.git("log", "--no-merges", "--format=%h %s", first + "..HEAD").splitlines():
            commit, _, subject = line.partition(" ")
            yield commit, subject


def checks():
    refusing_say = {commit for commit, _ in after(added("-S", "SAY"))}
    found = []
    for commit, subject in after(added("--diff-filter=A")):
        found.append(("commit %s \"%s\"" % (commit, subject), list(faults(subject, commit in refusing_say))))
    return found
