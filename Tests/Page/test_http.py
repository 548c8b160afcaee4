"""What every request and every answer must have (W5), and which files there are (W6)."""

import pathlib

from case import FILES, PageCase
from client import said

HEADERS = {
    "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


class Requests(PageCase):
    def raw(self, text, **places):
        """What is answered to lines of a request; None if the connection is closed without an answer."""
        port = self.box.port
        lines = text.format(host="Host: 127.0.0.1:%d" % port, port=port, **places).split("\n")
        return said(port, "\r\n".join(lines).encode("latin-1"))

    def test_an_answer_without_a_body_to_another_host(self):
        for host in ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "localhost:{port}x",
                     "fe80::1", "192.0.2.1:{port}", "[::2]:{port}", ""]:
            with self.subTest(host):
                answer = self.raw("GET /api/1/hello HTTP/1.1\nHost: " + host + "\n\n")
                if host not in ["", "localhost:{port}x"]:
                    self.assertEqual((answer.status, answer.body), (403, b""))
                self.assertIn(answer.status, [400, 403])

    def test_hosts_of_the_box_are_served(self):
        for host in [
                "127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "stage.example:{port}", "stage.example",
                "localhost.", "127.0.0.1"
        ]:
            with self.subTest(host):
                self.assertEqual(self.raw("GET /api/1/hello HTTP/1.1\nHost: " + host + "\n\n").status, 200)

    def test_what_changes_needs_origin_site_and_type(self):
        client = self.client()
        origin = client.origin
        for status, headers in [
                (204, {}), (204, {"Sec-Fetch-Site": None}), (204, {"Sec-Fetch-Site": "none"}),
                (204, {"Content-Type": "application/json; charset=utf-8"}),
                (403, {"Origin": None}), (403, {"Origin": "null"}), (403, {"Origin": "http://evil.example"}),
                (403, {"Origin": "http://127.0.0.1:%d" % (self.box.port ^ 1)}),
                (403, {"Origin": origin + ".evil.example"}),
                (403, {"Origin": origin.replace("http", "https", 1)}),
                (403, {"Origin": origin.replace("127.0.0.1", "localhost")}),
                (403, {"X-HTTP-Method-Override": "PUT"}), (403, {"Sec-Fetch-Site": "cross-site"}),
                (403, {"Sec-Fetch-Site": "same-site"}),
                (415, {"Content-Type": None}), (415, {"Content-Type": "text/plain"}),
                (415, {"Content-Type": "application/x-www-form-urlencoded"}),
                (415, {"Content-Type": "multipart/form-data; boundary=a"}),
                (415, {"Content-Type": "application/jsonx"})]:
            with self.subTest(headers):
                before = self.box.state()["preset"]["name"]
                words = {"do": "load Chorus" if before == "Verse" else "load Verse"}
                answer = client.request("POST", "do", words, **headers)
                self.assertEqual(answer.status, status, answer)
                self.assertEqual(self.box.state()["preset"]["name"] != before, status == 204)

    def test_a_cross_site_read_is_refused_too(self):
        client = self.client()
        for site in ["cross-site", "same-site"]:
            self.assertEqual(client.get("state", **{"Sec-Fetch-Site": site}).status, 403)
        self.assertEqual(client.get("state", **{"Sec-Fetch-Site": "same-origin"}).status, 200)

    def test_only_six_methods(self):
        client = self.client()
        for method in ["OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "PURGE"]:
            with self.subTest(method):
                answer = self.raw("%s /api/1/hello HTTP/1.1\n{host}\n\n" % method)
                self.assertIn(answer.status, [405] if method != "CONNECT" else [400, 405])
        for method, path in [("DELETE", "state"), ("POST", "state"), ("GET", "do"), ("PUT", "pair"),
                             ("PATCH", "backup.tar")]:
            with self.subTest(method=method, path=path):
                answer = client.request(method, path, None if method == "GET" else {})
                self.assertEqual(answer.status, 405)
                self.assertNotIn(method, answer.headers["allow"].split(", "))
        self.assertEqual(client.get("nothing").status, 404)

    def test_HEAD_has_the_headers_without_the_body(self):
        client = self.client()
        whole, head = client.get("hello"), client.request("HEAD", "hello")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(head.headers["content-length"], whole.headers["content-length"])

    def test_ambiguous_requests_are_400_and_the_connection_ends(self):
        for name, text in {
                "two lengths": "POST /api/1/pair HTTP/1.1\n{host}\nContent-Length: 2\nContent-Length: 3\n\n{{}}x",
                "two equal lengths": "POST /api/1/pair HTTP/1.1\n{host}\nContent-Length: 2\nContent-Length: 2\n\n{{}}",
                "a list of lengths": "POST /api/1/pair HTTP/1.1\n{host}\nContent-Length: 2, 2\n\n{{}}",
                "length and chunks":
                    "POST /api/1/pair HTTP/1.1\n{host}\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n",
                "another coding": "POST /api/1/pair HTTP/1.1\n{host}\nTransfer-Encoding: gzip, identity\n\n",
                "a negative length": "POST /api/1/pair HTTP/1.1\n{host}\nContent-Length: -2\n\n{{}}",
                "a length with a sign": "POST /api/1/pair HTTP/1.1\n{host}\nContent-Length: +2\n\n{{}}",
                "another host in the address": "GET http://evil.example/api/1/hello HTTP/1.1\n{host}\n\n",
                "two hosts": "GET /api/1/hello HTTP/1.1\n{host}\nHost: evil.example\n\n",
                "no host": "GET /api/1/hello HTTP/1.1\n\n",
                "a control character": "GET /api/1/hello HTTP/1.1\n{host}\nX: a\x01b\n\n",
                "a bare return": "GET /api/1/hello HTTP/1.1\n{host}\nX: a\rY: b\n\n",
                "a zero": "GET /api/1/hello HTTP/1.1\n{host}\nX: a\0b\n\n",
                "a blank before the colon": "GET /api/1/hello HTTP/1.1\n{host}\nX : a\n\n",
                "a folded line": "GET /api/1/hello HTTP/1.1\n{host}\nX: a\n b\n\n",
                "a line without a colon": "GET /api/1/hello HTTP/1.1\n{host}\nnothing\n\n",
                "a blank in the address": "GET /api/1/hello x HTTP/1.1\n{host}\n\n",
                "no version": "GET /api/1/hello\n\n"}.items():
            with self.subTest(name):
                # A second request behind it must not be answered.
                answer = self.raw(text + "GET /api/1/hello HTTP/1.1\n{host}\n\n")
                self.assertTrue(answer is None or answer.status == 400, answer)
                self.assertTrue(answer is None or answer.headers["connection"].lower() == "close")

    def test_every_answer_has_the_headers_of_safety_and_none_of_CORS(self):
        client, stranger = self.client(), self.stranger()
        for status, answer in [
                (200, stranger.get("/")), (200, stranger.get("hello")), (200, client.get("state")),
                (204, client.do("panic")),
                (400, client.request("POST", "do", b"{")), (401, stranger.get("state")),
                (403, client.get("hello", Host="evil.example")),
                (404, client.get("nothing")), (404, stranger.get("/nothing")), (405, client.request("OPTIONS", "do")),
                (413, client.request("POST", "do", b" " * 65537)), (414, client.get("hello?" + "a" * 1024)),
                (415, client.request("POST", "do", b"{}", Content_Type="text/plain")),
                (431, client.get("hello", X="a" * 8192)), (400, client.get("hello", X="a\x01b"))]:
            with self.subTest(status):
                self.assertEqual(answer.status, status)
                self.assertEqual({name: answer.headers.get(name) for name in HEADERS}, HEADERS)
                self.assertEqual([name for name in answer.headers if name.startswith("access-control-")], [])
        for answer in [client.get("state"), stranger.get("state"), client.get("nothing")]:
            self.assertEqual(answer.headers["cache-control"], "no-store")


class Files(PageCase):
    files = {**FILES, "presets/.hidden.yaml": FILES["presets/chorus.yaml"], "notes.md": "# Notes\n",
             "song.mid": "MThd", "lists/gain.txt": "0\n127\n", ".secret/a.yaml": "name: Secret\n"}

    def setUp(self):
        super().setUp()
        (self.folder / "outside.yaml").write_text("name: Secret\n")
        pathlib.Path(self.folder, "box", "presets", "link.yaml").symlink_to("../../outside.yaml")
        pathlib.Path(self.folder, "box", "out").symlink_to("../..")

    def test_only_files_of_the_folder_are_there(self):
        client = self.client()
        listed = [entry["path"] for entry in self.good(client.get("files"))]
        self.assertLessEqual({"box.yaml", "presets/verse.yaml", "presets/chorus.yaml"}, set(listed))
        for name in ["hidden", "link", "outside", "secret", "notes", "song"]:
            self.assertNotIn(name, " ".join(listed))
        for path in listed:
            self.assertEqual(self.good(client.get("files/" + path))["text"].encode(), self.on_disk(path))

    def test_tricks_with_paths_are_404(self):
        client = self.client()
        for path in [
                "../outside.yaml", "%2e%2e/outside.yaml", "..%2foutside.yaml", "%2e%2e%2foutside.yaml",
                "..%5coutside.yaml", "presets/../../outside.yaml", "presets//verse.yaml", "/box.yaml", "./box.yaml",
                "presets/./verse.yaml", "presets/", "presets", "", "presets/verse.yaml/", "presets/.hidden.yaml",
                ".secret/a.yaml", "presets/link.yaml", "out/outside.yaml", "notes.md", "song.mid", "box.yaml%00",
                "box.yaml%00.txt", "%2fetc%2fpasswd", "..%252foutside.yaml", "box.yaml%2f..%2f..%2foutside.yaml",
                "%c0%ae%c0%ae/outside.yaml", "BOX.YAML", "%zz.yaml", "box.yaml.before", "none.yaml"
        ]:
            with self.subTest(path):
                # `..` may be told as malformed.
                self.assertIn(client.get("files/" + path).status, [404, 400] if ".." in path or "%" in path else [404])
                answer = client.request("PUT",
                                        "files/" + path, {"text": "name: Secret\n"},
                                        If_Match='"0000000000000000"')
                self.assertIn(answer.status, [400, 404, 405, 412], answer)
        self.assertEqual((self.folder / "outside.yaml").read_text(), "name: Secret\n")

    def test_assets_come_by_exact_name_only(self):
        stranger = self.stranger()
        page = stranger.get("/")
        self.assertEqual((page.status, page.headers["content-type"].partition(";")[0]), (200, "text/html"))
        self.assertIn("no-", page.headers["cache-control"])
        for path in [
                "/../etc/passwd", "/%2e%2e/etc/passwd", "/etc/passwd", "//", "/index.html/", "/js/", "/js", "/box.yaml",
                "/js/%2e%2e/index.html"
        ]:
            with self.subTest(path):
                self.assertIn(stranger.get(path).status, [400, 404])
