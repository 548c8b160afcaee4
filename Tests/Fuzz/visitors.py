"""Who asks for a page: paired browsers and tokens (W4, W7). Changes are limited for each of them (W3)."""

import contextlib
import re
import socket

from common.answers import answers
from common.talk import Talk
from common.waiting import PATIENCE
from lanes import HOST

# Fewer than the box keeps, so that those which inputs make do not take the places of these.
BROWSERS, TOKENS = 30, 12


class Visitors:
    """lines: of each, the line of its header. guest: the number of a token that inputs may forget."""

    def __init__(self, box, port):
        self.box, self.port, self.lines, self.guest = box, port, [], b"0"

    def renew(self):
        """Adds visitors in the place of those that were forgotten."""
        asked = [(b"GET", b"hello", line, b"") for line in self.lines]
        self.lines = [line for line, found in zip(self.lines, self.ask(asked)) if found.json()["paired"]]
        with contextlib.closing(Talk(self.box.socket)) as talk:
            for _ in range(TOKENS - sum(line.startswith(b"Authorization") for line in self.lines)):
                self.lines.append(b"Authorization: Bearer " + said(talk, 'web token "fuzz"')[-1].encode())
            for _ in range(BROWSERS + TOKENS - len(self.lines)):
                line = self.paired(said(talk, "web code"))
                if not line:
                    # Inputs have tried too many wrong codes: only a new box pairs soon.
                    break
                self.lines.append(line)
            talk.ask('web token "guest"')
            self.guest = said(talk, "web tokens")[-1].split()[0].encode()

    def paired(self, said):
        """The line of a new browser; None if the box has told no code."""
        code = re.match(r"(\d{6}) ", said[0] if said else "")
        if not code:
            return None
        found = self.ask([(b"POST", b"pair", b"X: y", b'{"code":"%s"}' % code[1].encode())])[0]
        return b"Cookie: " + found.headers["set-cookie"].partition(";")[0].encode()

    def ask(self, requests):
        """The answers to requests without faults: method, path, header and body."""
        if not requests:
            return []
        with socket.create_connection((HOST, self.port), PATIENCE) as connection:
            connection.sendall(b"".join(self.whole(*request) for request in requests))
            return answers(connection, [request[0].decode() for request in requests])

    def whole(self, method, path, line, body):
        host = b"%s:%d" % (HOST.encode(), self.port)
        return b"\r\n".join([
            b"%s /api/1/%s HTTP/1.1" % (method, path), b"Host: " + host, b"Origin: http://" + host, line,
            b"Content-Type: application/json", b"Content-Length: %d" % len(body), b"", body])


def said(talk, request):
    """What the page says to a request, a line each."""
    return [line[2:] for line in talk.ask(request) if line.startswith("| ")]
