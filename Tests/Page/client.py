"""A browser as the API sees it, and plain sockets that say what no browser would."""

import contextlib
import http.client
import json
import socket
import time

from common.answers import Answer, answers
from common.waiting import PATIENCE

ROOT = "/api/1/"
HOST = "127.0.0.1"
CHANGES = ("POST", "PUT", "PATCH", "DELETE")


class Client:
    """cookie: `name=value` of a paired browser. token: of a program. source: the address that it has."""

    def __init__(self, port, cookie=None, token=None, source=HOST):
        self.port, self.cookie, self.token, self.source = port, cookie, token, source
        self.origin = "http://%s:%d" % (HOST, port)
        self.connection = None

    def headers(self, method, **more):
        """What a browser sends by itself; `more` changes it, and None leaves a header out."""
        found = {"Host": self.origin.partition("//")[2]}
        if self.cookie:
            found["Cookie"] = self.cookie
        if self.token:
            found["Authorization"] = "Bearer " + self.token
        elif method in CHANGES:
            found.update({"Origin": self.origin, "Sec-Fetch-Site": "same-origin"})
        if method in CHANGES:
            found["Content-Type"] = "application/json"
        found.update({name.replace("_", "-"): value for name, value in more.items()})
        return {name: value for name, value in found.items() if value is not None}

    def request(self, method, path, body=None, **headers):
        """One request. body: JSON, or bytes as they are. A path that begins with `/` is not of the API."""
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        for is_last in (False, True):
            reused, self.connection = self.connection, self.connection or self.connected()
            try:
                self.connection.putrequest(method, path if path.startswith("/") else ROOT + path, True, True)
                for name, value in self.headers(method, **headers).items():
                    self.connection.putheader(name, value)
                if data is not None or method in CHANGES:
                    self.connection.putheader("Content-Length", len(data or b""))
                self.connection.endheaders(data)
                found = self.connection.getresponse()
                answer = Answer(found.status, found.getheaders(), found.read())
            except (ConnectionError, http.client.HTTPException):
                # The other side may close an idle connection while a request is on its way.
                self.close()
                if is_last or not reused:
                    raise
                continue
            if found.will_close:
                self.close()
            return answer
        return None

    def connected(self):
        return http.client.HTTPConnection(HOST, self.port, PATIENCE, source_address=(self.source, 0))

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def do(self, *words):
        return self.request("POST", "do", {"do": words[0] if len(words) == 1 else list(words)})

    def pair(self, code):
        """Pairs with a code, and keeps the cookie."""
        answer = self.request("POST", "pair", {"code": code})
        if answer.status == 204:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def events(self, query=""):
        return Events(self, query)


class Events:
    """A stream of events. state: what it has told of the state so far. names: of all events so far."""

    def __init__(self, client, query="", room=None):
        self.socket = opened(client.port, client.source, room)
        self.file = self.socket.makefile("rb")
        self.state, self.identity, self.names = None, None, []
        head = "GET %sevents%s HTTP/1.1\r\n" % (ROOT, query)
        head += "".join("%s: %s\r\n" % item for item in client.headers("GET", Accept="text/event-stream").items())
        self.socket.sendall(head.encode() + b"\r\n")
        self.status = None

    def begin(self):
        """Reads the header, before the first event."""
        words = self.file.readline().split()
        # Nothing comes where the connection was refused.
        self.status = int(words[1]) if words else 0
        self.is_chunked, self.rest = False, b""
        while (line := self.file.readline().strip().lower()):
            self.is_chunked |= line.startswith(b"transfer-encoding:") and b"chunked" in line

    def line(self):
        """The next line of the text that the stream carries; None at its end."""
        while b"\n" not in self.rest:
            if self.is_chunked:
                size = int(self.file.readline().partition(b";")[0].strip() or b"0", 16)
                more = self.file.read(size)
                self.file.readline()
            else:
                more = self.file.read1(65536)
            if not more:
                return None
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode().rstrip("\r")

    def next(self, *names):
        """The next event of one of these names, or of any name: its name and data; None at the end of the stream. Fails
        if others come for a minute."""
        if self.status is None:
            self.begin()
        end = time.monotonic() + PATIENCE
        name, data = "message", ""
        while (line := self.line()) is not None:
            word, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if word == "event":
                name = value
            elif word == "data":
                data += value
            elif word == "id":
                self.identity = value
            elif not line and data:
                found, name, text, data = name, "message", data, ""
                self.take(found, json.loads(text))
                if not names or found in names:
                    return found, json.loads(text)
                if time.monotonic() > end:
                    raise AssertionError("no event of %s" % (names,))
        return None

    def take(self, name, data):
        self.names.append(name)
        if name == "state":
            self.state = data
        elif name == "change":
            self.state = merged(self.state, data)

    def settles(self, is_good):
        """Reads until the state is good. Fails if it is not within a minute."""
        end = time.monotonic() + PATIENCE
        while self.state is None or not is_good(self.state):
            if self.next() is None or time.monotonic() > end:
                raise AssertionError("the last state is %s" % self.state)
        return self.state

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.file.close()
        self.socket.close()


def merged(target, patch):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def opened(port, source=HOST, room=None):
    """A connection. room: bytes that the kernel keeps of what comes."""
    made = socket.socket()
    if room:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    made.settimeout(PATIENCE)
    made.bind((source, 0))
    made.connect((HOST, port))
    return made


def said(port, data, source=HOST):
    """What is answered to these bytes; None if the connection is closed without an answer."""
    with contextlib.closing(opened(port, source)) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(data)
        return next(iter(answers(connection)), None)


def is_closed(connection):
    """Waits for the other side to close. Returns whether it does."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True
