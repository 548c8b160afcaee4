"""Writes a tree as YAML, with the place of each value, as `GET files/PATH` of the box gives it."""

import json
import re

SPECIAL = re.compile(r"^[<>\"'&*!|%@#]|: | #|[\[\]{},]|^$")


def scalar(value):
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False) if SPECIAL.search(value) else value
    return json.dumps(value)


def inline(value):
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(inline, value))
    if isinstance(value, dict):
        return (
            "{ %s }" % ", ".join("%s: %s" % (scalar(key), inline(item)) for key, item in value.items())
            if value
            else "{}"
        )
    return scalar(value)


class Writer:
    """The lines of a tree. Places are those of the values' first characters; ends are not given."""

    def __init__(self, tree, comment):
        self.lines, self.places = [comment], {"": [2, 1, 0, 0]}
        self.mapping(tree, 0, "")

    def text(self):
        return "\n".join(self.lines) + "\n"

    def note(self, path, column, value=None):
        self.places[path] = [len(self.lines), column + 1, 0, 0]
        # Values within brackets stand one behind the other.
        text, at = self.lines[-1], column
        for key, item in (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        ):
            at = text.find(inline(item), at + 1)
            self.note(path + "/" + str(key), at, item)

    def mapping(self, value, indent, path):
        for key, item in value.items():
            self.entry(
                scalar(key) + ":", item, indent, "%s/%s" % (path, str(key).replace("~", "~0").replace("/", "~1"))
            )

    def entry(self, key, item, indent, path):
        blank = " " * indent
        if not item or not isinstance(item, (dict, list)) or len(inline(item)) + indent + len(key) <= 68:
            self.lines.append("%s%s %s" % (blank, key, inline(item)))
            return self.note(path, indent + len(key) + 1, item)
        self.lines.append(blank + key)
        self.places[path] = [len(self.lines) + 1, indent + 1, 0, 0]
        if isinstance(item, dict):
            return self.mapping(item, indent + 2, path)
        for at, one in enumerate(item):
            inner = "%s/%d" % (path, at)
            if not isinstance(one, dict) or len(inline(one)) + indent < 96:
                self.lines.append("%s- %s" % (blank, inline(one)))
                self.note(inner, indent + 2, one)
                continue
            first = len(self.lines)
            self.mapping(one, indent + 2, inner)
            self.lines[first] = "%s- %s" % (blank, self.lines[first].lstrip())
            self.places[inner] = [first + 1, indent + 3, 0, 0]
