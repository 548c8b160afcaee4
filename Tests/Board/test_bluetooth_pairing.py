"""How devices pair with a box over Bluetooth on the emulated board (B2, B4, B14, B16): with display and menu, with a
display only, and with neither.

One boot a class; the tests run in the order of the file."""

import asyncio
import unittest

from bluetooth_case import DISPLAY, NOTE, OFF, PANEL, BluetoothCase, box
from bluetooth_peers import NO_MEANS, TYPES
from boxed import in_order
from common.waiting import PATIENCE, until

GUESTS = {"guests": '"*"'}
# A name and no digits.
PAIR_NAME, PAIR_DIGITS = r"PAIR (?!\d{6}\b)\S", r"PAIR (\d{6})\b"


class PairingByMenu(BluetoothCase):
    BOX = box({"piano": '"FP-30X"', **GUESTS}, PANEL + "bluetooth: { visible: true }\n")
    NAME = "bluetooth-pairing"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tablet = cls.radio.phone("Tablet", "F0:00:00:00:01:01")
        cls.simple = cls.radio.phone("Simple", "F0:00:00:00:01:02", means=NO_MEANS)

    def refuse(self, phone, pattern, switch="A"):
        """A phone begins to pair, and the player says no."""
        joining = self.radio.begin(phone.join())
        self.row(pattern)
        self.feet.tap(switch)
        self.fails(joining)
        self.no_row("PAIR")
        self.leave(phone)

    def test_the_menu_lets_a_device_pair(self):
        self.feet.choose("Bluetooth", ".*", ">Pair.*")
        self.feet.tap("B")
        self.pair(self.tablet)
        self.no_row("PAIR")
        self.passes_from(self.tablet, NOTE, OFF)
        self.passes_to(self.tablet, NOTE, OFF)

    def test_a_phone_without_numbers_is_asked_for_by_its_name(self):
        self.board.run("treadle bluetooth pair")
        joining = self.radio.begin(self.simple.join())
        self.row(PAIR_NAME)
        self.feet.tap("B")
        joining.result(PATIENCE)
        self.no_row("PAIR")
        self.passes_from(self.simple, NOTE, OFF)
        self.leave(self.simple)

    def test_the_player_says_no_to_a_name(self):
        self.board.run("treadle bluetooth pair")
        self.refuse(self.radio.phone("Nobody", "F0:00:00:00:01:03", means=NO_MEANS), PAIR_NAME)

    def test_a_phone_that_says_no_to_the_numbers_ends_the_question(self):
        phone = self.radio.phone("Doubter", "F0:00:00:00:01:04")
        joining = self.begin_pairing(phone)
        self.radio.call(phone.player.agree, False)
        self.fails(joining)
        self.no_row("PAIR")
        self.leave(phone)
        self.board.run("treadle bluetooth pair")
        self.pair(phone)
        self.passes_from(phone, NOTE, OFF)
        self.leave(phone)

    def test_after_three_refusals_nothing_is_asked_for_a_minute(self):
        self.board.run("treadle bluetooth pair")
        phone = self.radio.phone("Pest", "F0:00:00:00:01:05")
        for _ in range(3):
            self.refuse(phone, PAIR_DIGITS)
        joining = self.radio.begin(phone.join())
        asked = until(lambda: joining.done() or "PAIR" in "".join(self.board.display().rows))
        self.assertTrue(asked)
        self.assertNotIn("PAIR ", "".join(self.board.display().rows))
        self.fails(joining)
        self.leave(phone)

    def test_others_may_pair_meanwhile(self):
        phone = self.radio.phone("Other", "F0:00:00:00:01:06")
        self.pair(phone)
        self.leave(phone)

    def test_a_phone_that_has_lost_its_bond_is_a_new_one(self):
        self.radio.do(self.simple.forget())
        joining = self.radio.begin(self.simple.join())
        self.row(PAIR_NAME)
        self.feet.tap("B")
        joining.result(PATIENCE)
        self.passes_from(self.simple, NOTE, OFF)

    def test_forgetting_a_peer_ends_its_link_and_it_is_told(self):
        self.board.run("treadle bluetooth forget Simple")
        self.gone(self.simple)
        error = self.fails(self.radio.begin(self.simple.join()))
        # PIN or Key Missing (Core, Vol 1, Part F, 1.3).
        self.assertEqual(getattr(error, "error_code", None), 0x06)
        self.leave(self.simple)

    def test_a_peer_with_a_private_address_stays_the_same_one(self):
        self.board.run("treadle bluetooth pair")
        phone = self.radio.phone("Private", "F0:00:00:00:01:07", private=True)
        self.pair(phone)
        address = self.awaits("Private", state="connected")["address"]
        self.leave(phone)
        self.radio.do(phone.new_address())
        phone.refusals.clear()
        self.radio.do(phone.join())
        self.assertEqual(phone.refusals, [])
        self.assertEqual(self.awaits("Private", state="connected")["address"], address)
        self.leave(phone)

    def test_a_stranger_that_is_called_like_a_bonded_piano_is_not_taken(self):
        piano = self.radio.piano("FP-30X", "F0:00:00:00:01:08")
        self.radio.do(piano.ready())
        self.radio.do(piano.switch_off())
        self.gone(piano)
        impostor = self.radio.piano("FP-30X", "F0:00:00:00:01:09")
        self.radio.do(asyncio.sleep(6))
        self.assertIsNone(impostor.connection)
        self.radio.do(piano.switch_on())
        self.radio.do(piano.ready())
        self.passes_to(piano, NOTE, OFF)

    def test_a_question_without_an_answer_is_a_no(self):
        self.board.run("treadle bluetooth pair")
        phone = self.radio.phone("Patient", "F0:00:00:00:01:0A")
        joining = self.begin_pairing(phone)
        self.fails(joining)
        self.no_row("PAIR")
        self.leave(phone)

    def test_the_menu_lists_the_peers(self):
        self.feet.choose("Bluetooth", ".*", ">Pair.*")
        for _ in range(12):
            before = self.board.display().rows
            if before[1].startswith(">Tablet"):
                break
            self.feet.tap("A")
            until(lambda before=before: self.board.display().rows != before)
        self.board.shows(".*", r">Tablet +on *")

    def test_bonds_are_kept_apart_from_the_rest_for_root_only(self):
        files = self.board.run("find / -xdev -name .bluetooth -type f 2>/dev/null | xargs stat -c '%a %u'").splitlines()
        self.assertEqual(set(files), {"600 0"})

    def test_all_are_forgotten(self):
        self.board.run("treadle bluetooth forget all")
        self.gone(self.tablet)
        error = self.fails(self.radio.begin(self.tablet.join()))
        self.assertEqual(getattr(error, "error_code", None), 0x06)


class PairingByDisplay(BluetoothCase):
    BOX = box(GUESTS, DISPLAY + "bluetooth: { visible: true }\n")
    NAME = "bluetooth-display"

    def test_the_display_shows_digits_for_the_peer_to_type(self):
        phone = self.radio.phone("Typist", "F0:00:00:00:02:01", means=TYPES)
        joining = self.radio.begin(phone.join())
        digits = self.row(PAIR_DIGITS)[1]
        self.assertTrue(until(lambda: phone.player.number is not None))
        self.radio.call(phone.player.agree, int(digits))
        joining.result(PATIENCE)
        self.no_row("PAIR")
        self.passes_from(phone, NOTE, OFF)
        self.passes_to(phone, NOTE, OFF)


class PairingUnasked(BluetoothCase):
    BOX = box(GUESTS, "bluetooth: { visible: true }\n")
    NAME, PANEL = "bluetooth-bare", False

    def test_a_box_without_a_display_just_works_after_its_start(self):
        phone = self.radio.phone("Phone", "F0:00:00:00:03:01")
        self.radio.do(phone.join())
        self.assertTrue(phone.connection.is_encrypted)
        self.passes_from(phone, NOTE, OFF)
        self.passes_to(phone, NOTE, OFF)


load_tests = in_order(PairingByMenu, PairingByDisplay, PairingUnasked)

if __name__ == "__main__":
    unittest.main()
