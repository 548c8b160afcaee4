"""Requests in the inputs, whose lines end as in a file, and the bytes that are sent for them.

Names stand for what only a running box has: @HOST@, @ORIGIN@, @COOKIE@ of a paired browser, @TAG@ of the file of the
path, @GUEST@, the number of a token that may be forgotten, and @OUTSIDE@, a file outside of the folder. @LENGTH@ is the
length of the body. @NEXT@ is a line between two requests."""

import re
import zlib

NAME = re.compile(rb"@(HOST|ORIGIN|COOKIE|TAG|GUEST|OUTSIDE|LENGTH)@")
FILE = re.compile(rb"^[A-Z]+ (/api/1/files/[\w./%-]+) ")
# A header as a strict reader takes it: after it, and a body of its length, another request can follow.
HEAD = re.compile(rb"[A-Z]+ [!-~]+ HTTP/1\.1\r\n(?:[\w-]+:[\t -~\x80-\xff]*\r\n)+\r\n")
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*(?=\r\n)")
# One of so many requests keeps the line ends of a file, which HTTP does not have.
KEPT_ENDS = 64


class Request:
    """text: with names. number: chooses its visitor, so that a request has the same one when it is repeated."""

    def __init__(self, text, number):
        self.text, self.number, self.tries, self.method = text, number, 0, ""
        found = FILE.match(text) if b"@TAG@" in text else None
        # The file whose hash has to be asked for, just before this request is sent.
        self.file = found and found[1]

    def filled(self, values, visitor):
        """The bytes to send. values: of names; visitor: the line of its header."""
        head, blank, body = self.text.partition(b"\n\n")
        if zlib.crc32(self.text) % KEPT_ENDS:
            head, blank = head.replace(b"\r", b"").replace(b"\n", b"\r\n"), blank and b"\r\n\r\n"
        if visitor.startswith(b"Authorization"):
            head = head.replace(b"Cookie: @COOKIE@", visitor)
        values = {**values, b"COOKIE": visitor.partition(b": ")[2], b"LENGTH": b"%d" % len(body)}
        whole = NAME.sub(lambda name: values[name[1]], head + blank + body)
        self.method = whole.partition(b" ")[0].decode("latin-1")
        return whole


def requests(text, number):
    """The requests of an input."""
    return [Request(part, number) for part in text.split(b"@NEXT@\n") if part]


def is_whole(request):
    """Whether the end of a request is beyond doubt, so that its answer is followed by that of the next one."""
    found = HEAD.match(request)
    if not found:
        return False
    head = found[0].lower()
    lengths = LENGTH.findall(head)
    if len(lengths) != head.count(b"content-length") or len(lengths) > 1 or b"transfer-encoding" in head:
        return False
    return len(request) - found.end() == (int(lengths[0]) if lengths else 0)
