"""Pages of others in a browser that is paired (W5). A page at another port of the same host is the same site, so the
browser sends it the cookie."""

import http.server
import threading

from browsing import BrowserCase
from client import ROOT

PAGE = b"""<!doctype html><html lang=en><title>Other</title><body>
<form method=post enctype=text/plain><input name='{"do":"next","x":"' value='"}'></form>"""
# What a page of somebody else can try. Each ends, refused or not.
TRIES = {
    "fetch":
        "fetch(to, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{\"do\":\"next\"}' })",
    "fetch as text":
        "fetch(to, { method: 'POST', mode: 'no-cors', credentials: 'include', "
        "headers: { 'Content-Type': 'text/plain' }, body: '{\"do\":\"next\"}' })",
    "fetch as JSON":
        "fetch(to, { method: 'POST', mode: 'cors', credentials: 'include', "
        "headers: { 'Content-Type': 'application/json' }, body: '{\"do\":\"next\"}' })",
    "beacon":
        "new Promise((done) => { navigator.sendBeacon(to, new Blob(['{\"do\":\"next\"}'], "
        "{ type: 'text/plain' })); done(); })",
    "read":
        "fetch(to.replace('/do', '/state'), { credentials: 'include' }).then((answer) => answer.text())"
        ".then((text) => { window.stolen = text; })",
    "script":
        "new Promise((done) => { const one = document.createElement('script'); one.src = to.replace('/do', '/state'); "
        "one.onload = () => { window.stolen = 'script'; done(); }; one.onerror = done; document.head.append(one); })",
    "events":
        "new Promise((done) => { const one = new EventSource(to.replace('/do', '/events'), { withCredentials: true }); "
        "one.onopen = () => { window.stolen = 'events'; one.close(); done(); }; "
        "one.onerror = () => { one.close(); done(); }; })",
    "frame":
        "new Promise((done) => { const one = document.createElement('iframe'); one.src = to.replace(/api.*/, ''); "
        "one.onload = () => { try { window.stolen = one.contentDocument.body.innerText || undefined; } catch {} done(); }; "
        "document.body.append(one); })",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class CrossSite(BrowserCase):
    def setUp(self):
        super().setUp()
        server = self.enterContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        self.port = server.server_address[1]

    def others(self):
        """Pages of others: of this host at another port, and of another name."""
        host = self.box.origin.partition("//")[2].rpartition(":")[0]
        return ["http://%s:%d/" % (name, self.port) for name in [host, "evil.example"]]

    def test_no_page_of_others_changes_or_reads_anything(self):
        self.pair()
        for page in self.others():
            for name, script in TRIES.items():
                with self.subTest(page=page, way=name):
                    before = self.box.state()["preset"]["name"]
                    self.browser.driver.get(page)
                    self.browser.driver.execute_async_script(
                        "const to = arguments[0], done = arguments[1]; (%s).then(() => done(), () => done())" % script,
                        self.box.origin + ROOT + "do")
                    self.assertIsNone(self.browser.value("window.stolen ?? null"))
                    self.assertEqual(self.box.state()["preset"]["name"], before)

    def test_a_form_of_others_changes_nothing(self):
        self.pair()
        for page in self.others():
            with self.subTest(page):
                before = self.box.state()["preset"]["name"]
                self.browser.driver.get(page)
                self.browser.run("document.forms[0].action = arguments[0]; document.forms[0].submit()",
                                 self.box.origin + ROOT + "do")
                self.browser.wait("location.pathname.endsWith('/do') && document.readyState === 'complete'")
                self.assertEqual(self.box.state()["preset"]["name"], before)

    def test_another_name_of_this_address_is_refused(self):
        self.browser.driver.get("http://evil.example:%d/" % self.box.port)
        # What Chromium shows for an answer without a body.
        self.assertIn("403", self.browser.value("document.body.innerText"))
        self.assertEqual(self.browser.value("document.querySelectorAll('main.pair, main.screen').length"), 0)
