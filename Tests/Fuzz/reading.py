"""Answers to many requests on one connection, read fast and strictly: docs/reference/API.md, "Errors"."""

import json
import re

STATUSES = {200, 202, 204, 304, 400, 401, 403, 404, 405, 408, 409, 412, 413, 414, 415, 422, 429, 431, 503}
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
# What of a header tells where the answer ends and what it is.
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.I)
JSON = re.compile(rb"\r\ncontent-type: *application/json", re.I)
TAG = re.compile(rb'\r\netag: *"([^"\r]*)"', re.I)
LAST = re.compile(rb"\r\nconnection: *close|\r\ncontent-type: *text/event-stream", re.I)
WITHOUT_BODY = {204, 304}


class Wrong(Exception):
    """An answer that the box must not give."""


class Answer:
    """is_last: the connection ends with it."""

    def __init__(self, head, body):
        self.status, self.is_last, self.body = status(head), bool(LAST.search(head)), body
        tag = TAG.search(head)
        self.tag = tag[1] if tag else b""


def status(head):
    """The status of an answer, which the table must have."""
    found = STATUS.match(head)
    if not found:
        raise Wrong("no answer of HTTP: %r" % bytes(head[:60]))
    if int(found[1]) not in STATUSES:
        raise Wrong("answered with %r" % bytes(head[:60]))
    return int(found[1])


def take(received, method):
    """Removes the first answer from the bytes that came; None if it is not there as a whole."""
    while True:
        end = received.find(b"\r\n\r\n") + 4
        if end < 4:
            return None
        if not received.startswith(b"HTTP/1.1 100 "):
            break
        del received[:end]
    head = bytes(received[:end])
    length = body_length(head, method)
    if len(received) < end + length:
        return None
    body = bytes(received[end:end + length])
    del received[:end + length]
    found = Answer(head, body)
    if JSON.search(head) and length:
        check_json(found)
    return found


def body_length(head, method):
    if method == "HEAD" or status(head) in WITHOUT_BODY:
        return 0
    found = LENGTH.search(head)
    if not found and not LAST.search(head):
        raise Wrong("an answer without end: %r" % head)
    return int(found[1]) if found else 0


def check_json(answer):
    try:
        value = json.loads(answer.body)
        is_good = answer.status < 400 or isinstance(value["error"]["code"] + value["error"]["message"], str)
    except (ValueError, KeyError, TypeError):
        is_good = False
    if not is_good:
        raise Wrong("answered with %d %r" % (answer.status, answer.body[:300]))
