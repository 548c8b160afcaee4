"""Answers of HTTP, read from a plain socket."""

import http.client
import io
import json
import socket


class Answer:
    """status, headers (names in small letters) and body of an answer."""

    def __init__(self, status, headers, body):
        self.status, self.body = status, body
        self.headers = {name.lower(): value for name, value in headers}

    def __repr__(self):
        return "%d %r" % (self.status, self.body[:300])

    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The word of an error."""
        return self.json()["error"]["code"]


class Pipe(io.BufferedReader):
    """What comes on a connection, for one answer behind the other: an answer must not close it."""

    def __init__(self, connection):
        super().__init__(socket.SocketIO(connection, "r"))

    def makefile(self, _):
        return self

    def close(self):
        pass


def answers(connection, methods=("GET",)):
    """Reads an answer to a request of each method, up to a stream of events, which has no end. Fewer: the connection was
    closed before. Fails where an answer is none."""
    found, pipe = [], Pipe(connection)
    for method in methods:
        response = http.client.HTTPResponse(pipe, method=method)
        try:
            response.begin()
            is_stream = response.getheader("Content-Type", "").startswith("text/event-stream")
            found.append(Answer(response.status, response.getheaders(), b"" if is_stream else response.read()))
        except ConnectionError:
            break
        if is_stream:
            break
    return found
