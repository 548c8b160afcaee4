"""A session of RTP-MIDI over the box's own wireless network while the radios lose a tenth of all packets (L1, N3, N4,
N10): notes both ways, each accounted for, and none hangs.

The phone forwards between its radio and the board's network card, at whose far end the model peer is. A USB keyboard
plays. One boot; the tests run in the order of the file."""

import re

from boxed import SEED, BoxedBoard, in_order, note
from far_end import FarEnd
from gadget import Gadget
from lossy import NOTES, LossyCase
from network import LEASED, Cable
from wifi import LOAD, RADIOS, Phone

BOX = """treadle: 1
name: Stage
network:
  address: off
  rtp-midi: { accept: any }
  wifi: { country: DE, access-point: { password: twelve-or-more } }
ports:
  keys: { match: "Keystation*" }
  desk: { network: "%s" }
clock: { send-when-stopped: false }
presets:
- name: Through
  number: 1
  routings:
  - { name: To the peer, from: [keys], to: [desk] }
  - { name: From the peer, from: [desk], to: [keys] }
"""
OWN, FAR = "192.168.84.1", "192.0.2.0/24"
# Of a thousand packets.
LOSS = 100


class WiFiLoss(LossyCase):
    @classmethod
    def setUpClass(cls):
        cls.end = FarEnd(OWN)
        cls.addClassCleanup(cls.end.close)
        cls.desk = cls.end.peer()
        cable = Cable(cls.end.netdev)
        cls.addClassCleanup(cable.close)
        cls.board = cls.enterClassContext(BoxedBoard(
            BOX % cls.end.place(cls.desk), "wifi-loss", arguments=cable.arguments, prepare=LOAD, panel=False))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", socket=0).plug()
        cls.board.said(r"^  keys: in and out")
        cls.board.said(r"^treadle: wi-fi: access point: Stage")

    def test_the_peer_behind_a_phone_has_a_session(self):
        phone = type(self).phone = Phone(self.board, "wlan1")
        phone.supplicant.start("Stage", "twelve-or-more")
        phone.supplicant.wait_until_joined()
        address = phone.lease().split()[0]
        self.board.run("ip link set eth0 netns %s" % phone.process)
        phone.run("ip address add %s/24 dev eth0 && ip link set eth0 up && echo 1 >/proc/sys/net/ipv4/ip_forward && "
                  "echo 1 >/proc/sys/net/ipv4/conf/eth0/proxy_arp" % LEASED)
        self.board.run("ip route add %s via %s dev wlan0" % (FAR, address))
        self.assertTrue(self.until(lambda: self.desk.state == "open"), self.desk.state)
        self.assertTrue(self.until(lambda: self.board.run("treadle status").count(": connected") == 1))
        self.keys.send([0x90, 60, 100])
        self.assertTrue(self.until(lambda: self.sounding(self.desk) == {60: 100}), self.sounding(self.desk))
        self.keys.send([0x80, 60, 64])
        self.assertTrue(self.until(lambda: not self.sounding(self.desk)))

    def test_two_hundred_notes_each_way_while_the_radios_lose_a_tenth(self):
        heard = self.enterContext(self.keys.listen())
        self.board.run("lose-frames %d %d %d >/run/lost 2>&1 & echo $! >/run/loser" % (RADIOS, LOSS, SEED))
        self.board.wait("grep -q carries /run/lost")
        self.plays_both_ways()
        self.board.run("kill $(cat /run/loser)")
        lost, carried = map(int, re.search(r"lost (\d+) of (\d+)", self.board.wait("grep '^lost' /run/lost")).groups())
        # Each message is a datagram of its own, unless the machine was late.
        self.assertGreater(carried, NOTES * 2)
        self.assertGreater(lost, carried * LOSS / 2000, "hardly anything was lost")
        self.assertEqual(self.desk.state, "open")
        note("wifi: of %d notes each way, with %d of %d packets lost, %s" % (
            NOTES, lost, carried, self.accounts_for_all(heard)))

    def test_the_loop_and_the_link_are_as_before(self):
        self.board.is_clean(self)
        self.assertIn('"clients":1', self.board.run("treadle status --json"))


load_tests = in_order(WiFiLoss)
