"""The live state and its streams (W8, W9), and messages."""

import re
import time

from box import memory
from case import PageCase
from client import Events
from common.waiting import until

# What changes by itself, and what the page adds to the state of the socket.
MOVING = ["revision", "skipped", "clock", "display", "counters", "draft", "faults"]


def still(state):
    """What of a state stays while nobody plays."""
    return {name: value for name, value in state.items() if name not in MOVING}


class State(PageCase):
    def test_the_state_is_that_of_the_socket(self):
        client = self.client()
        self.box.ask("switch A down", "play 0 90 3C 50")
        wanted = until(lambda: (still(self.box.state()), still(self.good(client.get("state")))),
                       lambda both: both[0] == both[1])
        self.assertEqual(*wanted)
        state = client.get("state").json()
        self.assertLessEqual({"columns", "rows", "lines", "lit"}, set(state["display"]))
        self.assertEqual(state["draft"]["files"], [])
        self.assertEqual(state["faults"], [])

    def test_changes_lead_to_the_state(self):
        client = self.client()
        stream = self.stream(client)
        name, whole = stream.next()
        self.assertEqual((name, whole["preset"]["name"]), ("state", "Verse"))
        self.box.ask("do next")
        stream.settles(lambda state: state["preset"]["name"] == "Chorus")
        self.box.ask("do tempo 99", "switch B down", "do mute All")
        stream.settles(lambda state: state["clock"]["tempo"] == 99 and state["switches"][1]["down"] and state[
            "routings"][0]["mute"])
        self.box.ask("do unmute All")
        stream.settles(lambda state: not state["routings"][0]["mute"])
        until(lambda: still(client.get("state").json()), lambda state: state == still(stream.state))
        self.assertEqual(still(client.get("state").json()), still(stream.state))

    def test_a_held_key_is_in_the_state_until_it_is_released(self):
        client = self.client()
        stream = self.stream(client)
        stream.next()
        self.assertEqual(client.do("play keys 90 3C 50").status, 204)
        held = stream.settles(lambda state: state["held"])["held"]
        self.assertEqual([(key["port"], key["channel"], key["note"], key["velocity"]) for key in held],
                         [("keys", 1, 60, 80)])
        self.assertEqual(client.do("play keys 80 3C 40").status, 204)
        stream.settles(lambda state: not state["held"] and not state["sounding"])

    def test_identities_have_the_epoch_of_the_box(self):
        stream = self.stream(self.client())
        stream.next()
        epoch = re.fullmatch(r"(.+)\.(\d+)", stream.identity)
        self.assertIsNotNone(epoch, stream.identity)
        self.box.ask("do next")
        stream.settles(lambda state: state["preset"]["name"] == "Chorus")
        self.assertEqual(re.fullmatch(r"(.+)\.(\d+)", stream.identity)[1], epoch[1])
        self.box = self.started(self.box.again())
        again = self.stream(self.client())
        again.next()
        self.assertNotEqual(re.fullmatch(r"(.+)\.(\d+)", again.identity)[1], epoch[1])

    def test_a_stream_says_something_each_second(self):
        stream = self.stream(self.client())
        stream.next()
        self.box.ask("do stop")
        began = time.monotonic()
        for _ in range(5):
            self.assertIn(stream.next()[0], ["alive", "change"])
        # 5 s, and what a busy machine takes longer.
        self.assertLess(time.monotonic() - began, 20)

    def test_a_stream_tells_the_clock_of_the_box(self):
        stream = self.stream(self.client())
        times = [stream.next("alive")[1]["time"] for _ in range(3)] + [time.monotonic() * 1000]
        self.assertEqual(times, sorted(times))

    def test_at_most_20_changes_a_second(self):
        stream = self.stream(self.client())
        stream.next()
        began = time.monotonic()
        for tempo in range(40, 300):
            self.box.ask("do tempo %d" % tempo)
        stream.settles(lambda state: state["clock"]["tempo"] == 299)
        self.assertLessEqual(stream.names.count("change"), 20 * (time.monotonic() - began + 1))

    def test_a_slow_reader_gets_the_newest_state(self):
        client, slow = self.client(), self.client()
        stream = Events(slow, room=4096)
        self.addCleanup(stream.close)
        self.assertEqual(stream.next()[0], "state")
        child = self.box.has_server()
        before = memory(child)
        # Of what nobody reads, more than the limit and the kernel's own memory could hold.
        for number in range(400):
            self.box.ask(*["do tempo %d" % (40 + (number + step) % 200) for step in range(8)], "do next")
        self.box.ask("do tempo 288")
        tempo = until(lambda: client.get("state").json()["clock"]["tempo"], lambda tempo: tempo == 288)
        self.assertEqual(tempo, 288)
        self.assertLess(memory(child) - before, 1024)
        stream.settles(lambda state: state["clock"]["tempo"] == 288)
        # Of thousands of changes those that the kernel and the page had kept.
        self.assertLess(stream.names.count("change"), 1000)
        self.assertIsNotNone(stream.next("alive", "change"))


class Messages(PageCase):
    def gather(self, stream, is_enough):
        """The messages until there are enough, and how many were left out."""
        found, missed = [], 0
        while not is_enough(found, missed):
            _, data = stream.next("messages")
            found, missed = found + data["list"], missed + data["missed"]
        return found, missed

    def test_messages_come_with_what_became_of_them(self):
        client = self.client()
        stream = self.stream(client, "?messages=all")
        stream.next("state")
        self.box.ask("play 0 90 3C 50 80 3C 40")
        found, missed = self.gather(stream, lambda list, _: len(list) >= 6)
        kinds = [(kind, port, bytes, routing)
                 for _, kind, port, bytes, routing, *_ in (entry + [None, None] for entry in found)]
        self.assertEqual(missed, 0)
        self.assertIn(("in", "keys", [0x90, 0x3C, 0x50], None), kinds)
        self.assertIn(("out", "module", [0x90, 0x3C, 0x50], "Piano"), kinds)
        why = next(entry for entry in found if entry[1] == "why")
        self.assertEqual((why[4], why[5]), ("Bass", "outside its notes"))

    def test_a_stream_may_be_narrowed_to_one_input(self):
        stream = self.stream(self.client(), "?messages=in&port=pads")
        stream.next("state")
        self.box.ask("play 0 90 3C 50 80 3C 40", "play 1 90 30 50 80 30 40")
        found, _ = self.gather(stream, lambda list, _: len(list) >= 2)
        self.assertEqual({(kind, port) for _, kind, port, *_ in found}, {("in", "pads")})

    def test_a_stream_without_messages_has_none(self):
        stream = self.stream(self.client())
        stream.next()
        self.box.ask("play 0 90 3C 50", "do next")
        stream.settles(lambda state: state["preset"]["name"] == "Chorus")
        self.assertNotIn("messages", stream.names)

    def test_what_is_too_much_is_counted(self):
        stream = self.stream(self.client(), "?messages=in")
        stream.next("state")
        count, began = 6000, time.monotonic()
        for _ in range(count // 100):
            self.box.ask("play 0 " + "90 3C 50 80 3C 40 " * 50)
        found, missed = self.gather(stream, lambda list, missed: len(list) + missed >= count)
        self.assertEqual(len(found) + missed, count)
        self.assertLessEqual(len(found), 600 * (time.monotonic() - began + 2))
