"""Tests Board/tools/prerequisites with a fake apt-get."""

import fcntl
import os
import re
import subprocess

from common import folders
from common.project import ROOT

# A fake apt-get that needs a lock and fails with Debian's message if it cannot get it.
APT_GET = """#!/usr/bin/env python3
import fcntl, pathlib, sys
folder = pathlib.Path(__file__).parent
with open(folder / "calls", "a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
lock = folder / ("lists-lock" if "update" in sys.argv else "lock-frontend")
try:
    fcntl.lockf(open(lock, "w"), fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    sys.exit("E: Could not get lock %s. It is held by process 4711 (unattended-upgr)" % lock)
if "install" in sys.argv and not (folder / "is-listed").exists():
    sys.exit("E: Unable to locate package make")
if "update" in sys.argv:
    (folder / "is-listed").touch()
"""


class Prerequisites(folders.Case):
    def setUp(self):
        super().setUp()
        programs = {
            "apt-get": APT_GET, "dpkg-query": "#!/bin/sh\nexit 1\n", "sudo": "#!/bin/sh\nexec \"$@\"\n",
            "swift": "#!/bin/sh\necho Swift version 6.3\n"
        }
        for name, text in programs.items():
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def start(self):
        environment = dict(os.environ, PATH="%s:%s" % (self.folder, os.environ["PATH"]))
        return subprocess.Popen([ROOT / "Board" / "tools" / "prerequisites", "linux"], env=environment,
                                stderr=subprocess.PIPE, text=True)

    def test_a_busy_lock_is_waited_for_and_said(self):
        for name in ["lock-frontend", "lists-lock"]:
            with open(self.folder / name, "w") as lock:
                fcntl.lockf(lock, fcntl.LOCK_EX)
                process = self.start()
                # The line appears only after apt-get was refused the lock.
                said = next((line for line in process.stderr if "waiting" in line), "nothing was said")
            self.assertRegex(said, "waiting for another program that installs packages: .*%s.*unattended-upgr" % name)
            rest = process.communicate()[1]
            self.assertEqual((process.returncode, "waiting" in rest), (0, False), rest)
            (self.folder / "is-listed").unlink()

    def test_lists_are_fetched_only_where_installing_fails(self):
        for calls in [["install", "update", "install"], ["install"]]:
            (self.folder / "calls").unlink(missing_ok=True)
            process = self.start()
            self.assertEqual((process.communicate()[1].count("waiting"), process.returncode), (0, 0))
            called = (self.folder / "calls").read_text().splitlines()
            self.assertEqual([re.search("install|update", call)[0] for call in called], calls)

    def test_a_swift_that_does_not_start_says_why(self):
        (self.folder / "is-listed").touch()
        (self.folder / "swift").write_text("#!/bin/sh\necho libncurses.so.6: cannot open shared object file >&2\nexit 127\n")
        process = self.start()
        said = process.communicate()[1]
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("does not start: libncurses.so.6", said)

    def test_what_else_fails_is_said_at_once(self):
        (self.folder / "apt-get").write_text("#!/bin/sh\necho E: the disk is full >&2\nexit 100\n")
        process = self.start()
        said = process.communicate()[1]
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("the disk is full", said)
