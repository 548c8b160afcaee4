"""Each limit of W3 at its edge and one beyond."""

import contextlib
import json
import re
import select
import statistics
import time

from case import PageCase, seconds, takes_minutes
from client import answers, is_closed, opened, said
from common.waiting import PATIENCE, until

CONNECTIONS, OF_ONE_ADDRESS, STREAMS, OF_ONE_BROWSER = 32, 12, 8, 3
HEADER, LINES, TARGET, BODY, FILE, UPLOAD = 8192, 64, 1024, 65536, 4 << 20, 64 << 20
CHANGES, DEPTH, VALUES = 60, 16, 10_000


class Sizes(PageCase):
    def hello(self, *headers, target="/api/1/hello"):
        return ("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n" % (
            target, self.box.port, "".join(header + "\r\n" for header in headers))).encode()

    def status(self, data):
        answer = said(self.box.port, data)
        return answer and answer.status

    def test_a_header_of_8_KiB_passes_and_more_is_431(self):
        room = HEADER - len(self.hello("x: "))
        self.assertEqual(self.status(self.hello("x: " + "a" * room)), 200)
        # The whole limit in this line alone: more, in whatever way the rest is counted.
        self.assertEqual(self.status(self.hello("x: " + "a" * HEADER)), 431)

    def test_64_lines_pass_and_65_are_431(self):
        lines = ["x%d: a" % number for number in range(LINES)]
        self.assertEqual(self.status(self.hello(*lines[1:])), 200)
        self.assertEqual(self.status(self.hello(*lines)), 431)

    def test_an_address_of_1_KiB_passes_and_more_is_414(self):
        target = "/api/1/hello?x="
        self.assertEqual(self.status(self.hello(target=target.ljust(TARGET, "a"))), 200)
        self.assertEqual(self.status(self.hello(target=target.ljust(TARGET + 1, "a"))), 414)

    def test_a_body_of_do_is_at_most_64_KiB(self):
        client = self.client()
        body = b'{"do":"panic"%s}'
        fill = BODY - len(body % b"")
        self.assertEqual(client.request("POST", "do", body % (b" " * fill)).status, 204)
        self.assertEqual(client.request("POST", "do", body % (b" " * (fill + 1))).status, 413)

    def refused_unread(self, client, method, path, length, content="application/json"):
        """The status of an answer that comes before any byte of the body."""
        headers = client.headers(method, Content_Type=content, Content_Length=length, If_Match='"0"')
        head = "%s /api/1/%s HTTP/1.1\r\n%s\r\n" % (method, path, "".join("%s: %s\r\n" % item
                                                                          for item in headers.items()))
        return self.status(head.encode())

    def accepted(self, client, method, path, length, content="application/json"):
        """Whether a body of this length may be sent, as `100 Continue` says."""
        headers = client.headers(method,
                                 Content_Type=content,
                                 Content_Length=length,
                                 If_Match='"0"',
                                 Expect="100-continue")
        head = "%s /api/1/%s HTTP/1.1\r\n%s\r\n" % (method, path, "".join("%s: %s\r\n" % item
                                                                          for item in headers.items()))
        with contextlib.closing(opened(self.box.port)) as connection:
            connection.sendall(head.encode())
            return connection.recv(1024).startswith(b"HTTP/1.1 100")

    def test_bodies_that_are_too_large_are_413_before_they_are_read(self):
        client = self.client()
        for method, path, limit, content in [
                ("POST", "do", BODY, "application/json"), ("PATCH", "files/box.yaml", BODY, "application/json"),
                ("PUT", "files/box.yaml", FILE, "application/json"), ("POST", "restore", UPLOAD, "application/x-tar")]:
            with self.subTest(path=path, method=method):
                self.assertTrue(self.accepted(client, method, path, limit, content))
                self.assertEqual(self.refused_unread(client, method, path, limit + 1, content), 413)

    def test_a_body_without_a_length_ends_at_the_limit_too(self):
        client = self.client()
        headers = client.headers("POST", Transfer_Encoding="chunked")
        head = "POST /api/1/do HTTP/1.1\r\n%s\r\n" % "".join("%s: %s\r\n" % item for item in headers.items())
        piece = b"1000\r\n" + b" " * 4096 + b"\r\n"
        # Without chunks at all is right as well: a length can be asked for (RFC 9110, 15.5.12).
        self.assertIn(self.status(head.encode() + piece * (BODY // 4096 + 1)), [411, 413])

    def test_JSON_is_16_deep_and_has_10000_values(self):
        client = self.client()

        def refusal(value):
            answer = client.request("POST", "do", json.dumps({"do": value}).encode())
            self.assertEqual(answer.status, 400, answer)
            return re.sub("[0-9]+", "", answer.json()["error"]["message"])

        def deep(levels):
            return [] if levels == 1 else [deep(levels - 1)]

        # Within the limit it is refused for what it says, beyond it for its form.
        self.assertEqual(refusal(deep(2)), refusal(deep(DEPTH - 1)))
        self.assertNotEqual(refusal(deep(2)), refusal(deep(DEPTH)))
        self.assertEqual(refusal([1] * 17), refusal([1] * (VALUES - 2)))
        self.assertNotEqual(refusal([1] * 17), refusal([1] * (VALUES - 1)))


class Counts(PageCase):
    HELLO = b"GET /api/1/hello HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"

    def served(self, source):
        """A connection that was answered and stays open; None if it is refused."""
        connection = opened(self.box.port, source)
        self.addCleanup(connection.close)
        with contextlib.suppress(ConnectionError):
            connection.sendall(self.HELLO % self.box.port)
        answer = next(iter(answers(connection)), None)
        if answer is None or answer.status == 429:
            connection.close()
            return None
        self.assertEqual(answer.status, 200)
        return connection

    def fill(self, source, most):
        return [each for each in (self.served(source) for _ in range(most)) if each]

    def test_one_address_has_12_connections(self):
        held = self.fill("127.0.0.2", OF_ONE_ADDRESS)
        self.assertEqual(len(held), OF_ONE_ADDRESS)
        self.assertIsNone(self.served("127.0.0.2"))
        self.assertIsNotNone(self.served("127.0.0.1"))
        held[0].close()
        self.assertTrue(until(lambda: self.served("127.0.0.2")))

    def test_connections_without_a_request_give_way(self):
        held = [each for host in range(2, 5) for each in self.fill("127.0.0.%d" % host, OF_ONE_ADDRESS)]
        self.assertGreater(len(held), CONNECTIONS)
        self.assertIsNotNone(self.served("127.0.0.9"))
        # Those that have waited longest were ended.
        self.assertEqual(until(lambda: sum(self.is_open(each) for each in held), lambda left: left < CONNECTIONS),
                         CONNECTIONS - 1)

    @staticmethod
    def is_open(connection):
        """Nothing more is sent to a connection that stays: what can be read is its end."""
        return not select.select([connection], [], [], 0)[0]

    def test_the_oldest_stream_of_a_fourth_of_one_browser_is_full(self):
        client = self.client()
        streams = [self.stream(client) for _ in range(OF_ONE_BROWSER)]
        for stream in streams:
            self.assertEqual(stream.next()[0], "state")
        newest = self.stream(client)
        self.assertEqual(newest.next()[0], "state")
        self.assertEqual(streams[0].next("bye"), ("bye", {"reason": "full"}))
        self.assertIsNone(streams[0].next())
        for stream in [*streams[1:], newest]:
            self.assertIsNotNone(stream.next("alive", "change"))

    def test_the_oldest_of_nine_streams_is_full(self):
        clients = [self.client() for _ in range(3)]
        streams = [self.stream(clients[number % 3]) for number in range(STREAMS)]
        for stream in streams:
            self.assertEqual(stream.next()[0], "state")
        ninth = self.stream(clients[2])
        self.assertEqual(ninth.next()[0], "state")
        self.assertEqual(streams[0].next("bye"), ("bye", {"reason": "full"}))
        self.assertIsNotNone(streams[1].next("alive", "change"))

    def test_more_than_60_changes_a_second_are_429(self):
        client, count = self.client(), 400
        body = b'{"do":"tempo 99"}'
        headers = client.headers("POST", Content_Length=len(body))
        request = "POST /api/1/do HTTP/1.1\r\n%s\r\n" % "".join("%s: %s\r\n" % item for item in headers.items())
        started = time.monotonic()
        with contextlib.closing(opened(self.box.port)) as connection:
            connection.sendall((request.encode() + body) * count)
            found = answers(connection, ["POST"] * count)
        took = time.monotonic() - started
        done = [answer for answer in found if answer.status == 204]
        refused = [answer for answer in found if answer.status == 429]
        self.assertEqual(len(done) + len(refused), count)
        self.assertGreaterEqual(len(done), CHANGES)
        # The second in which it begins and the one in which it ends may both have all of theirs.
        self.assertLessEqual(len(done), CHANGES * (took + 2))
        for answer in refused:
            seconds(answer.headers["retry-after"], "Retry-After")
        # A panic is never one too many, another browser has its own, and reading is no change.
        self.assertEqual(client.do("panic").status, 204)
        self.assertEqual(self.client().do("panic").status, 204)
        self.assertEqual(client.get("state").status, 200)


class Flood(PageCase):
    def test_1000_connections_of_one_address_do_not_hold_up_a_panic(self):
        client = self.client()
        quiet = self.panics(client)
        with contextlib.ExitStack() as stack:
            for number in range(1000):
                connection = stack.enter_context(contextlib.closing(opened(self.box.port, "127.0.0.2")))
                if number % 2:
                    with contextlib.suppress(ConnectionError):
                        connection.sendall(b"GET /api/1/hello HTTP/1.1\r\nHost:")
            # A second browser, which connects now.
            client.close()
            flooded = self.panics(client)
        # 100 ms, or as much more as this machine is slower at rest.
        self.assertLess(flooded, max(0.1, 20 * quiet), "at rest %g s" % quiet)

    def panics(self, client):
        """The median seconds of a `do panic`."""
        times = []
        for _ in range(21):
            started = time.monotonic()
            self.assertEqual(client.do("panic").status, 204)
            times.append(time.monotonic() - started)
        return statistics.median(times)


class Slow(PageCase):
    """Requests that do not come, all at once: each takes 5 s."""

    def test_what_does_not_come_in_time_is_408(self):
        client = self.client()
        headers = client.headers("POST", Content_Length=60_000)
        head = ("POST /api/1/do HTTP/1.1\r\n" + "".join("%s: %s\r\n" % item for item in headers.items())).encode()
        begun = {"half a line": b"GET /api/1/he", "half a header": head, "no body": head + b"\r\n",
                 "half a body": head + b"\r\n{\"do\":"}
        connections = {name: opened(self.box.port) for name in begun}
        started = time.monotonic()
        for name, data in begun.items():
            connections[name].sendall(data)
        for name, connection in connections.items():
            with self.subTest(name), contextlib.closing(connection):
                self.assertEqual([answer.status for answer in answers(connection)], [408])
                self.assertTrue(is_closed(connection))
                self.assertGreater(time.monotonic() - started, 4.5)

    @takes_minutes
    def test_a_connection_without_a_request_ends_after_a_minute(self):
        for first in [b"", Counts.HELLO % self.box.port]:
            with contextlib.closing(opened(self.box.port)) as connection:
                connection.settimeout(2 * PATIENCE)
                connection.sendall(first)
                started = time.monotonic()
                self.assertTrue(is_closed(connection))
                self.assertGreater(time.monotonic() - started, 50)

    def test_a_slow_body_that_keeps_4_KiB_a_second_is_taken(self):
        client = self.client()
        body = b'{"do":"panic"%s}' % (b" " * 60_000)
        head = "".join("%s: %s\r\n" % item for item in client.headers("POST", Content_Length=len(body)).items())
        with contextlib.closing(opened(self.box.port)) as connection:
            connection.sendall(b"POST /api/1/do HTTP/1.1\r\n" + head.encode() + b"\r\n")
            # 10 KiB a second, for 6 s.
            for start in range(0, len(body), 1024):
                connection.sendall(body[start:start + 1024])
                time.sleep(0.1)
            self.assertEqual([answer.status for answer in answers(connection, ["POST"])], [204])
