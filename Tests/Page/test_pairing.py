"""Pairing (W4) and tokens (W7)."""

import re
import time

from case import PageCase, seconds, takes_minutes
from client import Client
from common.waiting import until

WRONG = ("000000", "000001")
MOST_BROWSERS, MOST_TOKENS, GUESSES = 32, 16, 5


class Pairing(PageCase):
    def guess(self, client):
        """A wrong code, whatever the right one is."""
        return client.pair(WRONG[0])

    def browsers(self, client):
        return self.good(client.get("about"))["browsers"]

    def test_a_stranger_learns_the_name_only(self):
        stranger = self.stranger()
        self.assertEqual(self.good(stranger.get("hello")), {"treadle": 1, "name": "Stage board", "paired": False})
        for method, path in [("GET", "state"), ("GET", "events"), ("GET", "files"), ("GET", "files/box.yaml"),
                             ("GET", "about"), ("GET", "timing"), ("GET", "recorder"), ("GET", "recorder.txt"),
                             ("GET", "backup.tar"), ("POST", "do"), ("POST", "check"), ("POST", "presets"),
                             ("PUT", "setlists/Friday"), ("PATCH", "files/box.yaml"), ("POST", "tokens"),
                             ("POST", "browsers"), ("DELETE", "browsers/1"), ("POST", "restore"), ("POST", "update"),
                             ("GET", "wifi/code"), ("POST", "bluetooth"), ("DELETE", "bluetooth/FP-30X")]:
            with self.subTest(path):
                content = {"restore": "application/x-tar", "update": "application/octet-stream"}.get(path, "application/json")
                answer = stranger.request(method, path, {} if method != "GET" else None, Content_Type=content)
                self.assertEqual(answer.status, 401)
                self.assertNotIn(b"Verse", answer.body)

    def test_the_printed_address_pairs_one_browser(self):
        _, code = self.box.address()
        first, second = self.stranger(), self.stranger()
        self.assertEqual(first.pair(code).status, 204)
        self.assertNotEqual(second.pair(code).status, 204)
        self.assertIsNone(second.cookie)

    def test_the_cookie_is_kept_from_scripts_other_sites_and_the_disk(self):
        answer = self.stranger().pair(self.box.code())
        pair, *attributes = answer.headers["set-cookie"].split("; ")
        self.assertRegex(pair, "^treadle-[^=]+=")
        self.assertEqual(sorted(attributes), ["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Strict"])
        value = pair.partition("=")[2]
        self.assertRegex(value, r"^[0-9A-Za-z_-]{22,}$")
        kept = [path for path in self.folder.rglob("*") if path.is_file()]
        self.assertEqual([str(path) for path in kept if value.encode() in path.read_bytes()], [])

    def test_a_wrong_cookie_is_nobodys(self):
        client = self.client()
        name, _, value = client.cookie.partition("=")
        for cookie in ["%s=%s" % (name, value[:-1]), "%s=" % name, "%sx=%s" % (name, value), "x=1", "=", ";;;",
                       "%s=%s" % (name, value[::-1])]:
            with self.subTest(cookie):
                self.assertEqual(Client(self.box.port, cookie).get("state").status, 401)
        self.assertEqual(Client(self.box.port, "x=1; " + client.cookie).get("state").status, 200)

    def test_five_wrong_codes_lock_pairing_but_no_paired_browser(self):
        client, stranger, code = self.client(), self.stranger(), self.box.code()
        for number in range(GUESSES):
            # From whatever address.
            guesser = self.stranger("127.0.0.%d" % (2 + number))
            self.assertEqual(self.guess(guesser).status, 403 if number < GUESSES - 1 else 429)
        locked = stranger.pair(code)
        self.assertEqual(locked.status, 429)
        self.assertLessEqual(seconds(locked.headers["retry-after"], "Retry-After"), 60)
        self.assertEqual(stranger.request("POST", "pair", {}).status, 429)
        self.assertEqual(client.do("panic").status, 204)

    def test_four_wrong_codes_leave_the_right_one(self):
        stranger, code = self.stranger(), self.box.code()
        for _ in range(GUESSES - 1):
            self.assertEqual(self.guess(stranger).status, 403)
        self.assertEqual(stranger.pair(code).status, 204)

    @takes_minutes
    def test_a_lock_ends_and_the_next_is_longer(self):
        for longest in [60, 120]:
            stranger = self.stranger()
            self.box.code()
            for _ in range(GUESSES):
                self.guess(stranger)
            left = seconds(stranger.pair(WRONG[1]).headers["retry-after"], "Retry-After")
            self.assertLessEqual(left, longest)
            self.assertGreater(left, longest - 10)
            time.sleep(left + 1)
        self.assertEqual(stranger.pair(self.box.code()).status, 204)

    @takes_minutes
    def test_a_code_expires_after_a_minute(self):
        # The code of the printed address is valid for longer: another browser takes it.
        self.client()
        stranger = self.stranger()
        code = self.box.code()
        time.sleep(61)
        self.assertNotEqual(stranger.pair(code).status, 204)

    def test_codes_that_are_none_are_refused_as_wrong(self):
        stranger = self.stranger()
        self.box.code()
        for code in ["", "12345", "1234567", "١٢٣٤٥٦", "abcdef", " " * 6]:
            with self.subTest(code):
                self.assertEqual(stranger.request("POST", "pair", {"code": code}).status, 400)
        for body in [b"", b"[]", b'{"code":482913}', b'{"code":"1"', b'{"code":null}']:
            with self.subTest(body):
                self.assertEqual(stranger.request("POST", "pair", body).status, 400)
        # None of these counts as a guess.
        self.assertEqual(stranger.pair(self.box.code()).status, 204)

    def test_a_forgotten_browser_is_a_stranger_at_once(self):
        first, second = self.client(), self.client()
        stream = self.stream(first)
        self.assertEqual(stream.next()[0], "state")
        entry = next(each for each in self.browsers(first) if each.get("isThis"))
        started = time.monotonic()
        self.assertEqual(second.request("DELETE", "browsers/%s" % entry["id"]).status, 204)
        self.assertEqual(stream.next("bye"), ("bye", {"reason": "forgotten"}))
        self.assertIsNone(stream.next())
        # 1 s, and what a busy machine takes longer.
        self.assertLess(time.monotonic() - started, 10)
        self.assertEqual(first.get("state").status, 401)
        self.assertEqual(second.get("state").status, 200)

    def test_of_33_browsers_the_least_used_goes(self):
        clients = []
        for _ in range(MOST_BROWSERS + 1):
            clients.append(self.client())
            # One address has 12 connections (W3).
            clients[-1].close()
        self.assertEqual(len(self.browsers(clients[-1])), MOST_BROWSERS)
        statuses = []
        for client in clients:
            statuses.append(client.get("hello").json()["paired"])
            client.close()
        self.assertEqual(statuses, [False] + [True] * MOST_BROWSERS)

    def test_a_paired_browser_is_known_to_the_next_box(self):
        client = self.client()
        client.close()
        self.box = self.started(self.box.again())
        self.assertTrue(until(lambda: client.get("state").status == 200))


class Tokens(PageCase):
    def token(self, *words):
        said = " ".join(self.box.ask('web token "%s" %s' % (words[0], " ".join(words[1:]))))
        return max(re.findall(r"[0-9A-Za-z_-]+", said), key=len)

    def test_a_token_stands_for_a_cookie_without_an_origin(self):
        program = Client(self.box.port, token=self.token("desk"))
        self.assertEqual(program.get("state").status, 200)
        self.assertEqual(program.do("load Chorus").status, 204)
        self.assertEqual(program.request("POST", "do", {"do": "panic"}, Origin="http://evil.example").status, 403)
        self.assertEqual(self.box.state()["preset"]["name"], "Chorus")

    def test_a_token_may_be_for_reading_only(self):
        reader = Client(self.box.port, token=self.token("eyes", "read"))
        self.assertEqual(reader.get("state").status, 200)
        for method, path in [("POST", "do"), ("PATCH", "files/box.yaml"), ("PUT", "files/box.yaml"),
                             ("POST", "presets"), ("POST", "restore"), ("POST", "tokens"), ("POST", "browsers"),
                             ("DELETE", "browsers/1"), ("POST", "bluetooth"), ("DELETE", "bluetooth/FP-30X")]:
            with self.subTest(path):
                content = {"restore": "application/x-tar", "update": "application/octet-stream"}.get(path, "application/json")
                self.assertEqual(reader.request(method, path, {}, Content_Type=content, If_Match='"0"').status, 403)

    def test_a_token_has_no_code_of_the_access_point(self):
        """L6: whoever reads it can join. The simulated box has no access point, as a browser is told."""
        self.assertEqual(Client(self.box.port, token=self.token("desk")).get("wifi/code").status, 403)
        answer = self.client().get("wifi/code")
        self.assertEqual((answer.status, answer.json()["error"]["code"]), (409, "no-access-point"))

    def test_a_box_without_bluetooth_says_so(self):
        client = self.client()
        for method, path in [("POST", "bluetooth"), ("DELETE", "bluetooth/FP-30X")]:
            answer = client.request(method, path, {})
            self.assertEqual((answer.status, answer.json()["error"]["code"]), (409, "refused"))

    def test_the_page_makes_a_token_that_no_file_has(self):
        token = self.good(self.client().request("POST", "tokens", {"name": "desk"}))["token"]
        self.assertEqual(Client(self.box.port, token=token).get("state").status, 200)
        kept = [path for path in self.folder.rglob("*") if path.is_file()]
        self.assertEqual([str(path) for path in kept if token.encode() in path.read_bytes()], [])

    def test_wrong_tokens_are_nobodys(self):
        token = self.token("desk")
        for text in ["Bearer " + token[:-1], "Bearer", "Bearer  ", "Basic " + token, token, "Bearer " + token + "x"]:
            with self.subTest(text):
                self.assertEqual(Client(self.box.port).get("state", Authorization=text).status, 401)

    def test_of_17_tokens_the_least_used_goes(self):
        tokens = [self.token("program%d" % number) for number in range(MOST_TOKENS + 1)]
        statuses = [Client(self.box.port, token=token).get("state").status for token in tokens]
        self.assertEqual(statuses, [401] + [200] * MOST_TOKENS)
