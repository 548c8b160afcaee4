"""Folders that tests fill, and that are removed after them."""

import pathlib
import tempfile
import unittest


def temporary(test):
    """A folder for a test, or for all tests of a class."""
    enter = test.enterClassContext if isinstance(test, type) else test.enterContext
    return pathlib.Path(enter(tempfile.TemporaryDirectory(prefix="treadle-test-")))


def write(folder, files):
    """Writes files: path -> text or bytes."""
    for name, content in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


class Case(unittest.TestCase):
    """Tests that have a folder each."""

    def setUp(self):
        self.folder = temporary(self)
