"""A box that serves Bluetooth MIDI without encryption (B5), four peers at once (B1), and a radio that comes, goes and
hangs (B17), on the emulated board.

One boot a class; the tests run in the order of the file."""

import re
import unittest

from bluetooth import ATTACH
from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import NAME, NO_MEANS
from boxed import in_order
from common.waiting import until

OPEN = "bluetooth: { name: Open stage, pairing: always, encryption: optional }\n"
PHONES = ["F0:00:00:00:04:0%d" % count for count in range(5)]


class OpenBox(BluetoothCase):
    BOX = box({"guests": '"*"', "wind": '"EWI*", buffer: 18 ms'}, OPEN)
    NAME, PANEL = "bluetooth-open", False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phones = [cls.radio.phone("Phone %d" % count, address, means=NO_MEANS, pairs=False)
                      for count, address in enumerate(PHONES)]

    def test_a_device_that_cannot_pair_plays(self):
        phone = self.phones[0]
        self.radio.do(phone.join("Open stage"))
        self.assertFalse(phone.connection.is_encrypted)
        self.passes_from(phone, NOTE, OFF)
        self.passes_to(phone, NOTE, OFF)
        self.awaits("Phone 0", state="connected", encrypted=False)

    def test_a_device_that_can_pair_encrypts_all_the_same(self):
        phone = self.phones[1]
        self.radio.do(phone.join("Open stage"))
        self.radio.do(phone.connection.pair())
        self.assertTrue(phone.connection.is_encrypted)
        self.awaits("Phone 1", state="connected", encrypted=True)
        self.passes_from(phone, NOTE, OFF)

    def monitors(self, *patterns, options=""):
        """Phone 0 and the keyboard play until the monitor has shown lines of these patterns."""
        self.board.run("treadle monitor %s guests >/run/monitor 2>&1 & echo $! >/run/monitor.pid" % options)

        def shown():
            self.passes_from(self.phones[0], NOTE, OFF)
            self.passes_to(self.phones[0], NOTE, OFF)
            return self.board.run("cat /run/monitor")

        lines = until(shown, lambda text: all(re.search(pattern, text, re.M) for pattern in patterns))
        self.board.run("kill $(cat /run/monitor.pid)")
        for pattern in patterns:
            self.assertRegex(lines, "(?m)" + pattern)

    def test_the_monitor_names_the_only_peer_of_a_port(self):
        self.monitors(r"^\S+ guests > note C4 64 channel 1$", r"^\S+ guests < note C4 64 channel 1  \(To peers\)$")
        self.leave(self.phones[1])
        self.monitors(r"^\S+ guests \(Phone 0\) > note C4 64 channel 1$",
                      r"^\S+ guests \(Phone 0\) < note C4 64 channel 1  \(To peers\)$")
        self.monitors('"event":"in","port":"guests","peer":"Phone 0","message":"note C4 64 channel 1"',
                      options="--json")
        self.radio.do(self.phones[1].join("Open stage"))
        self.monitors(r"^\S+ guests > note C4 64 channel 1$")

    def test_with_four_peers_the_box_is_found_no_more(self):
        for phone in self.phones[2:4]:
            self.radio.do(phone.join("Open stage"))

        def is_found():
            return any(each.data.get(NAME) == "Open stage" for each in self.radio.do(self.phones[4].scan(1)))

        self.assertFalse(until(is_found, lambda found: not found))
        for phone in self.phones[:4]:
            self.passes_from(phone, NOTE, OFF)
        before = [len(phone.reader.played) for phone in self.phones[:4]]
        self.keys.send(NOTE)
        for phone, count in zip(self.phones, before):
            until(lambda phone=phone, count=count: len(phone.reader.played) > count)
            self.assertEqual(phone.reader.played[count:], [NOTE])
            self.assertEqual(phone.reader.faults, [])
        self.keys.send(OFF)

    def test_the_loop_has_allocated_nothing(self):
        counters = self.board.counters()
        self.assertEqual((counters["allocations"], counters["dropped"]), (0, 0))

    def test_a_fifth_peer_comes_when_one_has_left(self):
        self.leave(self.phones[2])
        self.radio.do(self.phones[4].join("Open stage"))
        self.passes_from(self.phones[4], NOTE, OFF)

    def test_a_port_with_a_buffer_plays_in_order(self):
        self.leave(self.phones[3])
        piano = self.radio.piano("EWI 5000", "F0:00:00:00:04:10", wants_keys=False)
        self.radio.do(piano.ready())
        played = [bytes([0x90, 36 + count, 1]) for count in range(40)]
        for message in played:
            self.radio.do(piano.play(message))
        self.hears(b"".join(played))


class LostRadio(BluetoothCase):
    BOX = box({"guests": '"*"', "piano": '"FP-30X"'}, "bluetooth: { pairing: always, visible: true }\n")
    NAME, PANEL, HAS_RADIO = "bluetooth-radio", False, False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone = cls.radio.phone("Phone", "F0:00:00:00:05:01", means=NO_MEANS)

    def is_radio(self, *words):
        """Waits until the box says so of its radio."""
        said = until(lambda: self.status()["radio"]["state"], lambda state: state in words, pause=0.2)
        self.assertIn(said, words)

    def attach(self):
        """Plugs the radio in."""
        self.board.run(ATTACH.strip().replace("&", ">/dev/null 2>&1 &"))

    def test_without_a_radio_its_ports_are_missing(self):
        self.is_radio("missing")
        self.assertIn("missing", self.board.run("treadle ports"))

    def test_a_radio_that_comes_later_is_used(self):
        self.attach()
        self.is_radio("on")
        self.radio.do(self.phone.join())
        self.passes_from(self.phone, NOTE, OFF)
        self.passes_to(self.phone, NOTE, OFF)

    def test_a_radio_that_vanishes_takes_its_peers_along(self):
        self.board.run("kill $(pidof attach-radio)")
        # Unplugged, a radio loses its links too.
        self.radio.call(self.radio.controller.forget_all)
        self.is_radio("missing")
        self.gone(self.phone)
        self.assertNotEqual(self.said_of("Phone").get("state"), "connected")

    def test_a_radio_that_answers_late_is_used(self):
        """The kernel's setup of the controller fails, and is tried again."""
        self.radio.controller.is_stuck = True
        since = len(self.board.console)
        self.attach()
        self.board.said(r"^Bluetooth: hci\d+: Opcode 0x0c03 failed: -110", since)
        self.radio.controller.is_stuck = False
        self.is_radio("on")

    def test_a_radio_that_is_back_has_its_bonds(self):
        self.phone.refusals.clear()
        self.radio.do(self.phone.join())
        self.assertEqual(self.phone.refusals, [])
        self.passes_from(self.phone, NOTE, OFF)

    def test_a_radio_that_hangs_is_missing_and_the_box_lives(self):
        self.radio.controller.is_stuck = True
        # The box is made to command something.
        self.board.run("treadle bluetooth visible")
        self.is_radio("missing")
        counters = self.board.counters()
        self.assertEqual((counters["allocations"], counters["dropped"]), (0, 0))

    def test_a_radio_that_answers_again_is_used(self):
        self.radio.controller.is_stuck = False
        self.is_radio("on")
        self.gone(self.phone)
        self.radio.do(self.phone.join())
        self.passes_from(self.phone, NOTE, OFF)


load_tests = in_order(OpenBox, LostRadio)

if __name__ == "__main__":
    unittest.main()
