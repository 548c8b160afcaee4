"""Peers that wait for the box and connect to it, while the box connects to them (B1), on the emulated board.

One boot; the tests run in the order of the file, and each leaves the box without peers and bonds."""

import unittest

from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import NO_MEANS
from boxed import in_order
from common.waiting import PATIENCE, until

PAIRS = "bluetooth: { pairing: always, visible: true }\n"
# Static addresses below and above that of the box, C4:C5:C6:00:00:01.
LOWER, GREATER = "C0:00:00:00:08:%02X", "F0:00:00:00:08:%02X"
# Types of advertisements (Core, Vol 4, Part E, 7.8.5): others can find a device that is not connectable.
CONNECTABLE, FOUND_ONLY = 0, 2
# The kernel ends a link that nobody uses after 2 s, and after 4 s if the peer has made it.
SETTLED = 6


class Twins(BluetoothCase):
    BOX = box({"twin": '"Twin"', "guests": '"*"'}, PAIRS)
    NAME, PANEL = "bluetooth-twins", False
    count = 0

    def twin(self, addresses, private):
        """A bonded peer with a controller for each role. Both halves have one identity, and one bond."""
        Twins.count += 1
        address = addresses % Twins.count
        central = self.radio.phone("Twin", address, means=NO_MEANS, private=private)
        self.radio.do(central.join())
        self.awaits("twin", state="connected", role="peripheral")
        # While it is connected, the box seeks no other.
        peripheral = self.radio.piano("Twin", address, private=private)
        peripheral.device.keystore = central.device.keystore
        self.addCleanup(self.away, central, peripheral)
        self.radio.do(peripheral.device.stop_advertising())
        self.leave(central)
        return central, peripheral

    def away(self, *halves):
        for half in halves:
            half.controller.is_away = True
            self.gone(half)
        self.board.run("treadle bluetooth forget all")

    def links(self):
        """The links of the box as its controller has them."""
        return list(self.radio.controller.le_connections.values())

    def waits_for(self, peripheral):
        """The peripheral can be found, and the box waits for the moment to connect."""
        self.radio.do(peripheral.switch_on())
        self.radio.call(setattr, peripheral.controller.le_legacy_advertiser, "advertising_type", FOUND_ONLY)
        self.awaits("twin", state="connecting")

    def stays(self, winner, loser, role):
        """One link stays, and what is held sounds on, whatever the kernel still does with the other link. Notes pass
        both ways."""
        self.awaits("twin", state="connected", role=role)
        self.passes_from(winner, NOTE)
        self.assertEqual(self.heard.read(1, SETTLED), b"")
        self.gone(loser)
        self.assertEqual(len(self.links()), 1)
        self.assertEqual(self.said_of("twin")["role"], role)
        self.passes_from(winner, OFF)
        self.passes_to(winner, NOTE, OFF)

    def test_a_greater_peer_that_connects_to_a_box_that_plays(self):
        """What it held on the link that ends is released."""
        central, peripheral = self.twin(GREATER, private=True)
        self.radio.do(peripheral.switch_on())
        self.radio.do(peripheral.ready())
        self.radio.do(peripheral.play(NOTE))
        self.hears(NOTE)
        self.radio.do(central.join())
        self.assertEqual(self.heard.read(3)[:2], OFF[:2])
        self.stays(central, peripheral, "peripheral")

    def test_a_lower_peer_that_connects_to_a_box_that_plays(self):
        central, peripheral = self.twin(LOWER, private=True)
        self.radio.do(peripheral.switch_on())
        self.radio.do(peripheral.ready())
        self.radio.begin(central.join())
        self.assertTrue(until(lambda: central.connection))
        self.stays(peripheral, central, "central")

    def overtakes(self, addresses, private):
        """A peer connects while the box waits to connect to it. Returns its halves."""
        central, peripheral = self.twin(addresses, private)
        self.waits_for(peripheral)
        joining = self.radio.begin(central.join())
        self.assertTrue(until(lambda: central.connection))
        if addresses == GREATER:
            joining.result(PATIENCE)
        self.radio.call(setattr, peripheral.controller.le_legacy_advertiser, "advertising_type", CONNECTABLE)
        return central, peripheral

    def test_a_greater_peer_that_is_faster_than_the_box(self):
        central, peripheral = self.overtakes(GREATER, private=False)
        self.stays(central, peripheral, "peripheral")

    def test_a_lower_peer_that_is_faster_than_the_box(self):
        central, peripheral = self.overtakes(LOWER, private=False)
        self.stays(peripheral, central, "central")

    def test_a_greater_peer_with_private_addresses_that_is_faster(self):
        central, peripheral = self.overtakes(GREATER, private=True)
        self.stays(central, peripheral, "peripheral")

    def test_a_lower_peer_with_private_addresses_that_is_faster(self):
        central, peripheral = self.overtakes(LOWER, private=True)
        self.stays(peripheral, central, "central")


load_tests = in_order(Twins)

if __name__ == "__main__":
    unittest.main()
