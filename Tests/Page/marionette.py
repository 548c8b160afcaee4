"""Firefox by Marionette, its own protocol: JSON with its length before it, on a TCP port. No release of Debian has
geckodriver (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html)."""

import base64
import contextlib
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

from common.waiting import PATIENCE, until

FIREFOX = "/usr/bin/firefox-esr"
# Nothing is asked for but the page.
PREFERENCES = {
    "marionette.port": 0,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:1",
    "extensions.update.enabled": False,
    "browser.aboutConfig.showWarning": False,
    "network.proxy.type": 0,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "app.normandy.enabled": False,
    "media.hardware-video-decoding.enabled": False,
}


class Firefox:
    def __init__(self):
        if not shutil.which(FIREFOX):
            raise unittest.SkipTest("Firefox is not installed: Board/tools/prerequisites page")
        self.folder, self.count = pathlib.Path(tempfile.mkdtemp(prefix="treadle-firefox-")), 0
        lines = ["user_pref(%s, %s);" % (json.dumps(name), json.dumps(value)) for name, value in PREFERENCES.items()]
        (self.folder / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", self.folder], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            port = until(self.port)
            self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
            self.receive()
            self.ask("WebDriver:NewSession", {"pageLoadStrategy": "normal"})
        except BaseException:
            self.end()
            raise

    def port(self):
        """The port that it listens at; None until it does."""
        with contextlib.suppress(OSError, ValueError):
            return int((self.folder / "MarionetteActivePort").read_text())

    def receive(self):
        """One message: its length in digits, a colon, JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self.read(1)
        return json.loads(self.read(int(length[:-1])))

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise ConnectionError("Firefox has ended")
            data += more
        return data

    def ask(self, command, values=None):
        """Returns the result of a command (WebDriver's); fails with the browser's error."""
        self.count += 1
        text = json.dumps([0, self.count, command, values or {}])
        self.socket.sendall(b"%d:%s" % (len(text), text.encode()))
        _, _, error, result = self.receive()
        if error:
            raise AssertionError("%s: %s" % (command, error["message"]))
        return result

    def open(self, address):
        self.ask("WebDriver:Navigate", {"url": address})

    def value(self, expression, *values):
        return self.ask("WebDriver:ExecuteScript", {"script": "return " + expression, "args": list(values)})["value"]

    def wait(self, expression, *values):
        found = until(lambda: self.value(expression, *values), pause=0.05)
        if not found:
            raise AssertionError("never: %s\n%s" % (expression, self.value("document.body.innerText")[:2000]))
        return found

    def resize(self, width, height):
        self.ask("WebDriver:SetWindowRect", {"width": width, "height": height})

    def picture(self, path):
        data = self.ask("WebDriver:TakeScreenshot", {"full": False, "hash": False})["value"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def end(self):
        with contextlib.suppress(Exception):
            self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
