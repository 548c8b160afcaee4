#!/usr/bin/env python3
"""server.py [--port N] [--still MS] [--pair] [--fault]: serves the page as the program has it, and answers its requests
from a pretended box (model.py), so that the page can be looked at without Treadle. --still stops the music at a moment,
--pair lets browsers pair with the code 482913, --fault pretends faults."""

import argparse
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from access_point import code  # noqa: E402
from model import Model, Refusal  # noqa: E402
from player import recording, timing  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
TYPES = {"html": "text/html; charset=utf-8", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
CODE = "482913"


def about(model):
    peers = [
        {
            "name": "Stage iPhone",
            "address": "192.0.2.7:5004",
            "state": "connected",
            "port": "phone",
            "roundTrip": 0.6,
            "repaired": 2,
        },
        {"name": "Studio PC", "address": "192.0.2.9:5004", "state": "found"},
    ]
    bluetooth = [
        {
            "name": "FP-30X",
            "address": "C0:FF:EE:00:00:01",
            "state": "connected",
            "port": "piano",
            "interval": 11.25,
            "slow": False,
        },
        {"state": "seeking", "port": "wind"},
    ]
    return {
        "network": {
            "link": "on",
            "addresses": [{"interface": "eth0", "address": "192.0.2.20"}],
            "session": "Stage board",
            "port": 5004,
            "peers": peers,
            "wifi": "access point, channel 6, 1 client: Stage board",
            "radio": "on",
            "visible": True,
            "pairing": False,
            "bluetooth": bluetooth,
            "bonds": model.bonds,
        },
        "browsers": [
            {"id": 1, "name": "iPhone, Safari", "since": "12 Nov", "seen": "now", "isThis": True},
            {"id": 2, "name": "Windows, Firefox", "since": "3 Nov", "seen": "yesterday"},
        ],
        "update": {"version": "0.1.0", "slot": "A", "other": "0.0.9", "found": "0.2.0", "commit": "7b7c1dd"},
        "backup": {"files": 14, "bytes": 39424, "last": "18 Nov, 22:10"},
        "uptime": "3 h 12 min",
        "tokens": [],
    }


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model, assets, is_paired, learnt = None, {}, True, ""

    def log_message(self, *words):
        pass

    def answer(self, status, body=b"", kind="application/json", **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "Content-Length": str(len(data)),
            "Content-Type": kind,
            "Content-Security-Policy": POLICY,
            "Cache-Control": "no-store",
            **headers,
        }.items():
            if data or name != "Content-Type":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def handle_request(self):
        target = urllib.parse.urlsplit(self.path)
        self.parameters = dict(urllib.parse.parse_qsl(target.query))
        length = int(self.headers.get("Content-Length") or 0)
        data = self.rfile.read(length)
        try:
            self.body = json.loads(data) if data and self.headers["Content-Type"] == "application/json" else {}
            if not target.path.startswith("/api/1/"):
                name = target.path.strip("/") or "index.html"
                if name not in self.assets:
                    return self.answer(404)
                return self.answer(200, self.assets[name], TYPES[name.rsplit(".", 1)[1]])
            with self.model.lock:
                self.model.advance()
            self.api([urllib.parse.unquote(part) for part in target.path[len("/api/1/") :].split("/")])
        except Refusal as refusal:
            self.answer(refusal.status, refusal.answer)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

    def api(self, path):
        model, first, rest = self.model, path[0], "/".join(path[1:])
        if first == "hello":
            return self.answer(200, {"treadle": 1, "name": "Stage board", "paired": Handler.is_paired})
        if first == "pair":
            return self.pair()
        if not Handler.is_paired:
            raise Refusal(401, "not-paired", "this browser is not paired")
        if first in ("events", "learn") and not rest:
            return self.stream() if first == "events" else self.learn()
        with model.lock:
            self.answer(*self.act(first, rest))

    def act(self, first, rest):
        model, verb = self.model, self.command
        tag = (self.headers.get("If-Match") or "").strip('"')
        simple = {"state": model.state, "about": lambda: about(model), "timing": timing, "recorder": recording}
        if first in simple:
            return 200, simple[first]()
        if first == "do":
            for line in [self.body["do"]] if isinstance(self.body["do"], str) else self.body["do"]:
                model.do(line)
            return (204,)
        if first == "files" and not rest:
            return 200, [
                {
                    "path": name,
                    "bytes": len(model.text(name)),
                    "hash": model.hash(name),
                    "draft": name in model.drafts(),
                }
                for name in model.files
            ]
        if first == "files" and verb == "PATCH":
            model.edit(rest, self.body["operations"], tag)
            self.tell_files(rest)
        if first == "files":
            return 200, model.file(rest)
        if first == "check":
            return 200, {"diagnostics": model.check(self.body["path"], self.body["text"])}
        if first == "setlists":
            model.files["box.yaml"]["setlist"][rest] = self.body["presets"]
            return (204,)
        if first == "learn":
            return 200, {"text": Handler.learnt}
        if first == "wifi" and rest == "code":
            return 200, code()
        if first == "bluetooth":
            if verb == "DELETE":
                model.bonds = [bond for bond in model.bonds if bond["address"] != rest]
            else:
                model.pairings += 1
            return (204,)
        if first in ("presets", "browsers", "tokens"):
            return 200, {"undo": 1, "token": "k7Qd0"}
        raise Refusal(404, "no-such-resource", "there is no `%s`" % first)

    def tell_files(self, path):
        for follower in self.model.followers:
            follower.append(("files", {"changed": [path], "by": "another browser"}))

    def pair(self):
        if not self.body:
            return self.answer(200, {"seconds": 60})
        if self.body.get("code") != CODE:
            raise Refusal(403, "wrong-code", "This is not the code.")
        Handler.is_paired = True
        self.answer(204)

    def begin_stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def epoch(self):
        """The hash of the page, and what changes with each start."""
        return "%s-%d" % (next(name.split(".")[1] for name in self.assets if name.endswith(".js")), self.model.epoch)

    def event(self, name, data):
        self.model.revision += 1
        self.wfile.write(
            (
                "id: %s.%d\nevent: %s\ndata: %s\n\n" % (self.epoch(), self.model.revision, name, json.dumps(data))
            ).encode()
        )
        self.wfile.flush()

    def stream(self):
        self.begin_stream()
        model, queue = self.model, []
        model.followers.append(queue)
        with model.lock:
            shown, read = model.state(), max(0, len(model.messages) - 240)
        self.event("state", shown)
        try:
            told = time.monotonic()
            while True:
                with model.lock:
                    model.advance()
                    now, messages = model.state(), model.messages[read:]
                    read = len(model.messages)
                change = {key: value for key, value in now.items() if shown.get(key) != value and key != "revision"}
                shown = now
                events = [("change", change)] if change else []
                events += (
                    [("messages", {"missed": 0, "list": messages})]
                    if messages and "messages" in self.parameters
                    else []
                )
                while queue:
                    events.append(queue.pop(0))
                if time.monotonic() - told > 1:
                    told = time.monotonic()
                    events.append(("alive", {"time": round(told * 1000, 3)}))
                for name, data in events:
                    self.event(name, data)
                time.sleep(0.1)
        finally:
            model.followers.remove(queue)

    def learn(self):
        self.begin_stream()
        self.event("task", {"id": 1, "text": "2 keys"})
        last = self.parameters["at"].rsplit(".", 1)[-1]
        for text in {"notes": ["C2", "C2..B3"], "channel": ["3"], "controller": ["cc 1", "cc 11"]}.get(
            last, ["12", "64"]
        ):
            time.sleep(0.3)
            Handler.learnt = text
            self.event("value", {"text": text, "done": False})
        while True:
            time.sleep(1)
            self.event("alive", {})


def assets():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ROOT / "Board/tools/page", "-o", folder], check=True)
        return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


def serve(port=0, still=None, is_paired=True, has_faults=False):
    """A server that is bound; `serve_forever` answers. For tests."""
    Handler.assets, Handler.model, Handler.is_paired = assets(), Model(still), is_paired
    if has_faults:
        Handler.model.faults = [
            {"place": "presets/bridge.yaml:7:14", "message": "there is no port `kyes`; did you mean `keys`?"}
        ]
    return Server(("127.0.0.1", port), Handler)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--port", type=int, default=8077)
    parser.add_argument("--still", type=float)
    parser.add_argument("--pair", action="store_true")
    parser.add_argument("--fault", action="store_true")
    words = parser.parse_args()
    server = serve(words.port, words.still, not words.pair, words.fault)
    print("http://127.0.0.1:%d/" % server.server_address[1])
    server.serve_forever()


if __name__ == "__main__":
    main()
