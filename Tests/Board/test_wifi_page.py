"""The page of a box with an access point, in Chromium behind a phone that has joined (L1, L2, W1, W4, W8, W9, W11): all
that the browser asks for goes over the simulated radios.

The phone has the board's network card, whose cable leads to this machine. It passes on each connection from there to
the box. One boot; the tests run in the order of the file."""

import re
import sys
import unittest

from boxed import BoxedBoard, in_order
from common.project import ROOT
from network import LEASED, ROUTER, Cable, free_port
from wifi import LOAD, Phone

# Behind the test's own modules.
sys.path.append(str(ROOT / "Tests" / "Page"))

import views  # noqa: E402
from browser import Browser  # noqa: E402

BOX = """treadle: 1
name: Stage
network:
  address: off
  http: {}
  wifi: { country: DE, access-point: { password: twelve-or-more } }
ports:
  din: { uart: /dev/ttyS0 }
input-keyboard: { port: din }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
start-preset: 1
presets:
- { name: Verse, number: 1, routings: [{ name: Piano, from: [din], to: [din], channel: 5 }] }
- { name: Chorus, number: 2, routings: [{ name: Piano, from: [din], to: [din], channel: 6 }] }
"""
OWN = "192.168.84.1"
RUNS = "document.querySelector('.hero .name')?.textContent === arguments[0]"
LOST = "document.querySelector('.notice').checkVisibility()"
# Bytes of the page: the least that the radio must have sent when it is open.
PAGE = 50_000


class PageOverWiFi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.end)
        port = free_port()
        cls.origin = "http://localhost:%d" % port
        cable = Cable("%s,hostfwd=tcp:127.0.0.1:%d-%s:80" % (ROUTER, port, LEASED))
        cls.addClassCleanup(cable.close)
        cls.board = cls.enterClassContext(BoxedBoard(BOX, "wifi-page", arguments=cable.arguments, prepare=LOAD))
        cls.board.said(r"^treadle: wi-fi: access point: Stage")
        cls.board.wait("treadle status | grep '^web *at port 80'")

    def sent(self):
        """The bytes that the box's radio has sent."""
        return int(self.board.run("cat /sys/class/net/wlan0/statistics/tx_bytes"))

    def test_a_phone_joins_and_passes_on_what_comes_by_its_cable(self):
        phone = type(self).phone = Phone(self.board, "wlan1")
        phone.supplicant.start("Stage", "twelve-or-more")
        phone.supplicant.wait_until_joined()
        self.assertRegex(phone.lease(), r"^192\.168\.84\.\d+ ")
        self.board.run("ip link set eth0 netns %s" % phone.process)
        self.assertNotIn("eth0", self.board.run("ls /sys/class/net"), "only the radio leads to the box")
        phone.run("ip address add %s/24 dev eth0 && ip link set eth0 up" % LEASED)
        phone.run("nc -ll -p 80 -e nc %s 80 >/dev/null 2>&1 &" % OWN)
        self.board.wait("treadle status --json | grep -q '\"clients\":1'")

    def test_the_page_opens_and_pairs_by_the_code(self):
        before = self.sent()
        self.browser.open(self.origin + "/")
        self.browser.wait("document.querySelector('main.pair')")
        code = re.search(r"CODE (\d{6})", self.board.shows(".*", r".*CODE \d{6}.*")[1])[1]
        self.browser.enter(code)
        self.browser.wait(RUNS, "Verse")
        self.assertGreater(self.sent() - before, PAGE)

    def test_every_screen_opens_without_a_fault(self):
        views.open_all(self, self.browser, self.origin)

    def test_box_and_page_follow_each_other(self):
        self.browser.show("live")
        self.board.run("treadle load Chorus")
        self.browser.wait(RUNS, "Chorus")
        self.browser.press('.pads [data-name="Verse"]')
        self.board.shows("  1 Verse *", ".*")
        self.browser.wait(RUNS, "Verse")

    def test_a_key_of_the_page_sounds_as_long_as_it_is_held(self):
        self.browser.show("keys")
        self.browser.pointer("mousePressed", '.piano [data-note="60"]', y=0.8)
        self.assertEqual(self.board.read_din(3)[:2].hex(" "), "94 3c")
        self.browser.pointer("mouseReleased", '.piano [data-note="60"]', y=0.8)
        self.assertEqual(self.board.read_din(3)[:2].hex(" "), "84 3c")

    def test_the_page_says_that_the_phone_has_left_and_is_back_when_it_joins_again(self):
        self.browser.show("live")
        self.phone.supplicant.stop()
        self.browser.wait(LOST)
        self.board.run("treadle load Chorus")
        self.phone.supplicant.start("Stage", "twelve-or-more")
        self.phone.supplicant.wait_until_joined()
        self.browser.wait("!" + LOST)
        self.browser.wait(RUNS, "Chorus")
        self.board.is_clean(self)

    def test_a_key_that_is_held_when_the_phone_leaves_is_released(self):
        self.browser.show("keys")
        self.browser.pointer("mousePressed", '.piano [data-note="60"]', y=0.8)
        self.assertEqual(self.board.read_din(3)[:2].hex(" "), "95 3c")
        self.phone.supplicant.stop()
        self.assertEqual(self.board.read_din(3)[:2].hex(" "), "85 3c")


load_tests = in_order(PageOverWiFi)

if __name__ == "__main__":
    unittest.main()
