"""A running box whose page is given requests (W2, W5). What parses them must live on as the same process, answer with a
status of docs/reference/API.md, and leave the box's memory and descriptors as they were."""

import contextlib
import os
import re
import socket
import tempfile

import filling
import kinds
import lanes
import reading
from common.talk import Talk
from common.waiting import until
from visitors import Visitors

# Where edits do not wait for a disk; None is where temporary files are.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# Paths of files that the box must not change.
FORBIDDEN = [b"../outside.yaml", b"../../outside.yaml", b"../home/.profile", b"@OUTSIDE@"]
# Kilobytes that a process may have more at the end: files that were edited may be longer.
GROWTH = 4096
UPLOAD = b"""POST /api/1/restore HTTP/1.1
Host: @HOST@
Origin: @ORIGIN@
Cookie: @COOKIE@
Content-Type: application/x-tar
Content-Length: @LENGTH@

"""


def corpus():
    return kinds.inputs("http") + [UPLOAD + archive for archive in kinds.inputs("archive")]


class Page:
    """counts: how often each status came."""

    def __init__(self, binary, around, counts):
        self.around, self.counts, self.number = around, counts, 0
        self.kept = tempfile.TemporaryDirectory(prefix="treadle-page-", dir=IN_MEMORY)
        with socket.socket() as taken:
            taken.bind((lanes.HOST, 0))
            self.port = taken.getsockname()[1]
        self.box = kinds.Running(binary, around, "--http", "%s:%d" % (lanes.HOST, self.port), kept=self.kept.name)
        if not self.box.is_ready():
            raise RuntimeError("the box does not start: %s" % self.box.said.seen)
        self.started = until(lambda: self.box.child("web"))
        self.visitors = Visitors(self.box, self.port)
        host = b"%s:%d" % (lanes.HOST.encode(), self.port)
        self.values = {b"HOST": host, b"ORIGIN": b"http://" + host,
                       b"OUTSIDE": str(around.folder / "outside.yaml").encode()}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.box.end()
        self.kept.cleanup()

    def renew(self):
        """Puts the folder and the visitors in order, for requests that need them."""
        with contextlib.closing(Talk(self.box.socket)) as talk:
            talk.ask("do revert")
            self.around.refill()
            talk.ask("reload")
        self.visitors.renew()

    def take(self, inputs):
        """Sends the requests of inputs. Returns what is wrong; empty if all is well."""
        found = [request for text in inputs for request in self.requests(text)]
        try:
            lanes.Traffic(self.port, self.filled, self.counts).exchange(found)
            wrong = ""
        except (reading.Wrong, OSError) as error:
            wrong = str(error)
        if not self.box.is_alive():
            return "the box is gone; " + wrong
        if kinds.is_gone(self.started):
            return "the process of the page is gone; " + wrong
        return wrong or self.around.changed(may_change)

    def requests(self, text):
        self.number += 1
        return filling.requests(text, self.number)

    def filled(self, request, tag):
        lines = self.visitors.lines
        values = {**self.values, b"TAG": tag, b"GUEST": self.visitors.guest}
        return request.filled(values, lines[request.number % len(lines)])

    def measured(self):
        """Descriptors of the box, and kilobytes of it and of the process of the page."""
        page = self.box.number("VmRSS", "../%d/status" % self.started)
        return len(self.box.listed("fd")), self.box.number("VmRSS"), page

    def grown(self, before):
        """What there is more than before; empty if nothing."""
        if self.box.child("web") != self.started:
            return "the process of the page was replaced"
        now = until(self.measured, lambda now: now[0] <= before[0], timeout=10)
        # AddressSanitizer keeps what was freed.
        is_compared = kinds.MEMORY != kinds.resource.RLIM_INFINITY
        if now[0] > before[0] or is_compared and max(now[1] - before[1], now[2] - before[2]) > GROWTH:
            return "descriptors of the box, kB of it and of the page: %s, and before %s" % (now, before)
        return ""

    def end(self):
        """Ends the box. Returns what is wrong with how it ends; empty if all is well."""
        return self.box.end()


def may_change(name):
    # A request may edit, restore and save every file of the folder, but not its link or name.
    name = re.sub(r"(^|/)\.([^/]+)\.saving$", r"\1\2", name)
    own = (".last-", ".treadle-edit", ".web/")
    return name.endswith((".yaml", ".txt", ".before", ".mid")) or name.startswith(own)
