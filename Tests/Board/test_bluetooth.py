"""Bluetooth MIDI on the emulated board: a phone and a piano that pair, play both ways, leave, and come back by their
bonds (B1 to B6, B9, B13).

One boot; the tests run in the order of the file."""

import unittest

from bluetooth_case import NOTE, OFF, PANEL, BluetoothCase, box
from bluetooth_peers import LISTED, MTU, NAME, SERVICE
from boxed import in_order, note
from common.waiting import until

from bumble import hci
from bumble.core import AdvertisingData

FLAGS, SCAN_RESPONSE = AdvertisingData.FLAGS, 4
IPAD, PIANO = "F0:00:00:00:00:01", "F0:00:00:00:00:02"
SYSEX = b"\xf0\x7d" + bytes(count % 128 for count in range(300)) + b"\xf7"


class PairedPeers(BluetoothCase):
    BOX = box({"tablet": '"Stage iPad", initiate: false', "piano": '"FP-30X*"', "guests": '"*"'}, PANEL)
    NAME = "bluetooth"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tablet = cls.radio.phone("Stage iPad", IPAD)

    def test_the_box_is_found_by_its_service_and_its_name(self):
        address = self.radio.do(self.tablet.find("Treadle"))
        heard = [each for each in self.radio.do(self.tablet.scan(3)) if each.address == address]
        shown = next(each for each in heard if each.kind != SCAN_RESPONSE)
        self.assertEqual(shown.kind, 0, "connectable and scannable")
        # General discoverable, no BR/EDR (Supplement to the Core Specification, part A, 1.3).
        self.assertEqual(shown.data.get(FLAGS, raw=True), b"\6")
        self.assertEqual(shown.data.get(LISTED, raw=True), bytes(SERVICE))
        named = next(each for each in heard if each.kind == SCAN_RESPONSE)
        self.assertEqual(named.data.get(NAME), "Treadle")

    def test_it_advertises_fast_after_its_start_and_slowly_later(self):
        asked = self.radio.controller.asked(hci.HCI_LE_Set_Advertising_Parameters_Command)
        first = asked[0]
        # 30 to 50 ms, in units of 0.625 ms.
        self.assertGreaterEqual(first.advertising_interval_min, 48)
        self.assertLessEqual(first.advertising_interval_max, 80)

        def slow():
            last = self.radio.controller.asked(hci.HCI_LE_Set_Advertising_Parameters_Command)[-1]
            return last.advertising_interval_min <= 240 <= last.advertising_interval_max

        self.assertTrue(until(slow), "150 ms after 30 s")

    def test_a_stranger_is_told_to_pair_and_the_player_that_pairing_is_closed(self):
        joining = self.radio.begin(self.tablet.join())
        self.row("NO PAIR")
        self.assertIsNotNone(joining.exception(60))
        self.assertEqual(self.tablet.refusals, [5])
        self.radio.do(self.tablet.leave())
        self.gone(self.tablet)

    def test_a_phone_pairs_by_numbers(self):
        self.board.run("treadle bluetooth pair")
        self.tablet.refusals.clear()
        self.pair(self.tablet)
        self.assertEqual(self.tablet.refusals, [5])
        self.assertTrue(self.tablet.connection.is_encrypted)
        self.assertTrue(self.tablet.connection.sc, "LE Secure Connections")
        self.assertEqual(self.tablet.connection.att_mtu, MTU)
        self.no_row(r"PAIR \d+")
        self.awaits("Stage iPad", state="connected", role="peripheral", encrypted=True, mtu=MTU, interval=15)

    def test_notes_pass_both_ways(self):
        self.passes_from(self.tablet, NOTE, OFF)
        self.passes_to(self.tablet, NOTE, OFF)

    def test_a_sysex_passes_both_ways(self):
        self.passes_to(self.tablet, SYSEX)
        stamp = b"\x84\x80"
        self.radio.do(self.tablet.send(stamp + SYSEX[:200]))
        self.radio.do(self.tablet.send(b"\x84" + SYSEX[200:-1] + b"\x80\xf7"))
        self.hears(SYSEX)

    def test_the_box_connects_to_a_piano_and_pairs_without_a_question(self):
        type(self).piano = self.radio.piano("FP-30X", PIANO)
        self.radio.do(self.piano.ready())
        self.assertTrue(self.piano.connection.is_encrypted)
        self.awaits("FP-30X", state="connected", role="central", encrypted=True, mtu=MTU)
        asked = self.radio.controller.asked(hci.HCI_LE_Create_Connection_Command)[-1]
        # 7.5 to 15 ms in units of 1.25 ms, no latency, 2 s in units of 10 ms (B6).
        self.assertEqual((asked.connection_interval_min, asked.connection_interval_max), (6, 12))
        self.assertEqual((asked.max_latency, asked.supervision_timeout), (0, 200))

    def test_both_peers_play_at_once(self):
        self.passes_from(self.piano, NOTE, OFF)
        before = len(self.tablet.reader.played)
        self.passes_to(self.piano, NOTE, OFF)
        until(lambda: len(self.tablet.reader.played) == before + 2)
        self.assertEqual(self.tablet.reader.played[before:], [NOTE, OFF])

    def test_a_bonded_phone_comes_back_without_a_question(self):
        self.radio.do(self.tablet.leave())
        self.gone(self.tablet)
        self.tablet.refusals.clear()
        self.radio.do(self.tablet.join())
        self.assertEqual(self.tablet.refusals, [])
        self.passes_from(self.tablet, NOTE, OFF)
        self.passes_to(self.tablet, NOTE, OFF)

    def test_a_piano_that_was_off_is_back(self):
        self.radio.do(self.piano.switch_off())
        self.gone(self.piano)
        self.awaits("piano", state="seeking")
        self.radio.do(self.piano.switch_on())
        self.radio.do(self.piano.ready())
        self.passes_to(self.piano, NOTE, OFF)
        self.passes_from(self.piano, NOTE, OFF)

    def test_a_killed_box_has_its_bonds(self):
        self.board.run("kill -9 %d" % self.board.box())
        self.gone(self.tablet)
        self.tablet.refusals.clear()
        self.radio.do(self.piano.ready())
        # The next box has reset the controller, so it ends no link any more.
        self.board.wait("treadle bluetooth --json 2>&1")
        self.awaits("piano", state="connected")
        self.radio.do(self.tablet.join())
        self.assertEqual(self.tablet.refusals, [])
        self.passes_to(self.piano, NOTE, OFF)
        self.passes_to(self.tablet, NOTE, OFF)

    def test_the_loop_has_allocated_nothing(self):
        counters = self.board.counters()
        note("bluetooth: the loop: %s" % counters)
        self.assertEqual((counters["allocations"], counters["dropped"]), (0, 0))

    def test_everybody_hears_goodbye_after_the_last_notes(self):
        self.keys.send(NOTE)
        for peer in (self.tablet, self.piano):
            peer.reasons.clear()
            until(lambda peer=peer: NOTE in peer.reader.played)
        self.board.run("kill -TERM %d" % self.board.box())
        for peer in (self.tablet, self.piano):
            self.gone(peer)
            # Remote user terminated connection (Core, Vol 1, Part F, 1.3).
            self.assertEqual(peer.reasons, [0x13])


load_tests = in_order(PairedPeers)

if __name__ == "__main__":
    unittest.main()
