"""The page of the box on the emulated board, in Chromium at the far end of its cable (W1, W4, W5, W8, W9, W11 to W13):
pairing by the code on the display, what the screens show and do, and the page's process and the box killed.

One boot; the tests run in the order of the file, and each begins with a browser that is paired and with preset 1."""

import json
import re
import sys
import unittest

from boxed import BoxedBoard, in_order
from common.project import ROOT
from gadget import Gadget
from network import LEASED, ROUTER, Cable, free_port

# Behind the test's own modules.
sys.path.append(str(ROOT / "Tests" / "Page"))

import views  # noqa: E402
from browser import Browser  # noqa: E402
from client import Client  # noqa: E402

BOX = """treadle: 1
name: Stage board
network: { address: "%s/24", http: { allow: [192.0.2.0/24] } }
ports:
  keys: { match: "Keystation*", direction: in }
  synth: { match: "Montage*", direction: out }
  din: { uart: /dev/ttyS0, direction: out }
input-keyboard: { port: keys }
midi-ci: { enabled: false } # the tests count bytes
clock: { tempo: 104, send-when-stopped: false } # a display that stands still but for what a test does
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
motion: { chip: lis3dh, bus: /dev/i2c-0, address: 0x18 }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
assignments:
  - { from: footswitches, controller: switch A, do: { 127: next-preset } }
start-preset: 1
""" % LEASED
VERSE = """name: Verse
number: 1
routings:
- { name: Bass, from: [keys], to: [synth], restrict: { notes: C-1..B3 }, channel: 2 }
- { name: Piano, from: [keys], to: [synth], restrict: { notes: C4..G9 }, channel: 1 }   # the right hand
"""
CHORUS = "name: Chorus\nnumber: 2\nroutings: [{ name: All, from: [keys], to: [din], channel: 5 }]\n"
PRESETS = "/etc/treadle/presets"
SHOWS_VERSE, SHOWS_CHORUS = "  1 Verse       ", "  2 Chorus      "
RUNS = "document.querySelector('.hero .name')?.textContent === arguments[0]"
# Remembers whether the page has said that its connection is lost, however short.
WATCH_NOTICE = """
window.wasLost = false;
const notice = document.querySelector(".notice");
new MutationObserver(() => { window.wasLost ||= !notice.hidden; }).observe(notice, { attributes: true });
"""
FOUND_AGAIN = "window.wasLost && document.querySelector('.notice').hidden"


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.end)
        cls.port = free_port()
        cls.origin = "http://localhost:%d" % cls.port
        cable = Cable("%s,hostfwd=tcp:127.0.0.1:%d-%s:80" % (ROUTER, cls.port, LEASED))
        cls.addClassCleanup(cable.close)
        cls.board = cls.enterClassContext(BoxedBoard(
            BOX, "page", arguments=cable.arguments, files={"data/verse.yaml": VERSE, "data/chorus.yaml": CHORUS},
            prepare="mkdir -p %s\ncp /data/*.yaml %s/" % (PRESETS, PRESETS)))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", socket=0).plug()
        cls.synth = Gadget(cls.board, "synth", product="Montage", socket=1).plug()
        cls.board.said(r"^  keys: in")
        cls.board.said(r"^  synth: out")
        cls.served()

    def setUp(self):
        self.board.run("treadle load Verse")
        self.board.shows(SHOWS_VERSE, r"104\.0 .*")
        self.browser.driver.delete_all_cookies()
        code = re.search(r"\d{3} ?\d{3}", self.board.run("treadle code"))[0].replace(" ", "")
        self.browser.open("%s/#code=%s" % (self.origin, code))
        self.browser.wait(RUNS, "Verse")
        self.browser.complaints()
        self.browser.requests()

    # Helpers.

    @classmethod
    def served(cls):
        cls.board.wait("treadle status | grep '^web *at port 80'")

    def stranger(self):
        made = Client(self.port)
        made.origin = self.origin
        self.addCleanup(made.close)
        return made

    def child(self):
        """The number of the page's process."""
        return int(self.board.wait("grep -lz '^web$' /proc/[0-9]*/cmdline").split("/")[2])

    def status(self):
        """What `treadle status` tells."""
        return json.loads(self.board.run("treadle status --json"))

    # The tests.

    def test_a_stranger_enters_the_code_of_the_display(self):
        self.browser.driver.delete_all_cookies()
        self.browser.open(self.origin + "/")
        self.browser.wait("document.querySelector('main.pair')")
        rows = self.board.shows(r".*", r".*CODE \d{6}.*")
        code = re.search(r"CODE (\d{6})", rows[1])[1]
        stranger = self.stranger()
        self.assertEqual(stranger.get("hello").json(), {"treadle": 1, "name": "Stage board", "paired": False})
        self.assertEqual(stranger.get("state").status, 401)
        self.assertEqual(stranger.pair("%06d" % ((int(code) + 1) % 1_000_000)).status, 403)
        self.browser.enter("%06d" % ((int(code) + 2) % 1_000_000))
        self.browser.wait("document.querySelector('main.pair [role=status]').textContent === 'the code is wrong'")
        self.browser.enter(code)
        self.browser.wait(RUNS, "Verse")
        self.board.shows(SHOWS_VERSE, r"(?!.*CODE).*")

    def test_only_the_names_of_the_box_are_answered(self):
        for host, status in [(LEASED, 200), ("stage-board.local", 200), ("localhost", 200), ("192.0.2.99", 403),
                             ("evil.example", 403)]:
            with self.subTest(host):
                self.assertEqual(self.stranger().get("hello", Host=host).status, status)

    def test_every_screen_opens_without_a_fault(self):
        views.open_all(self, self.browser, self.origin)

    def test_live_shows_what_display_and_status_tell(self):
        self.browser.show("live")
        self.board.run("treadle tempo 77")
        self.keys.send([0x90, 60, 100, 0x90, 40, 90])
        rows = self.board.shows(SHOWS_VERSE, r" ?77\.0 .*")
        self.browser.wait("document.querySelector('.lcd').getAttribute('aria-label') === arguments[0]",
                          "Display: " + "; ".join(row.strip() for row in rows))
        status = self.status()
        self.assertEqual((status["preset"], status["held"]), ({"number": 1, "name": "Verse"}, 2))
        self.browser.wait("document.querySelector('.bpm').value === arguments[0]", "%.1f" % status["tempo"])
        self.browser.wait("document.querySelector('.sounding').innerText.includes('2 sounding')")
        self.assertEqual(self.browser.value("document.querySelectorAll('.ports li.missing').length"), 0)
        for word in ["received", "sent"]:
            self.browser.wait("document.querySelector('.counters').innerText.includes(arguments[0])",
                              "%d %s" % (status[word], word))
        self.keys.send([0x80, 60, 64, 0x80, 40, 64])
        self.browser.wait("document.querySelector('.sounding').innerText.includes('silent')")
        self.board.run("treadle tempo 104")

    def test_a_pad_loads_a_preset_and_a_foot_is_seen(self):
        self.browser.show("live")
        self.browser.pointer("mousePressed", '.pads [data-name="Chorus"]')
        self.board.shows(SHOWS_CHORUS, r"104\.0 .*")
        self.browser.pointer("mouseReleased", '.pads [data-name="Chorus"]')
        self.board.run("treadle load Verse")
        self.board.lines.down("A")
        self.browser.wait("document.querySelectorAll('.feet .isdown').length === 1 && " + RUNS, "Chorus")
        self.board.lines.up("A")
        self.browser.wait("document.querySelectorAll('.feet .isdown').length === 0")

    def test_an_edit_sounds_at_once_and_is_saved(self):
        heard = self.enterContext(self.synth.listen())
        self.browser.show("edit/Piano/channel")
        self.browser.press(".sixteen button:nth-child(7)")
        self.board.shows(r"  1 Verse      \*", ".*")
        self.keys.send([0x90, 72, 100, 0x80, 72, 64])
        self.assertEqual(heard.read(6).hex(" "), "96 48 64 86 48 40")
        self.assertEqual(self.board.run("cat %s/verse.yaml" % PRESETS), VERSE.rstrip("\n"))
        self.browser.press(".saving button:last-child:enabled")
        self.board.shows(SHOWS_VERSE, ".*")
        saved = VERSE.replace("channel: 1 ", "channel: 7 ")
        self.assertEqual(self.board.run("cat %s/verse.yaml" % PRESETS), saved.rstrip("\n"))
        self.assertEqual(self.browser.complaints(), [])

    def test_the_loop_has_neither_allocated_nor_faulted(self):
        self.board.is_clean(self)

    def test_nothing_sounds_on_when_the_process_of_the_page_is_killed(self):
        self.board.run("treadle load Chorus")
        self.browser.show("keys")
        self.browser.run(WATCH_NOTICE)
        self.browser.pointer("mousePressed", '.piano [data-note="60"]', y=0.8)
        self.assertEqual(self.board.read_din(3)[:2].hex(" "), "94 3c")
        old = self.child()
        self.board.run("kill -9 %d" % old)
        self.assertEqual(self.board.read_din(3)[:2].hex(" "), "84 3c")
        self.browser.wait(FOUND_AGAIN)
        self.assertNotEqual(self.child(), old)
        self.browser.pointer("mouseReleased", '.piano [data-note="60"]', y=0.8)
        self.assertEqual(self.status()["held"], 0)
        self.browser.show("live")
        self.board.run("treadle load Verse")
        self.browser.wait(RUNS, "Verse")

    def test_a_box_that_is_started_again_is_found_without_a_reload(self):
        self.browser.show("live")
        self.browser.run(WATCH_NOTICE)
        old, mark = self.child(), len(self.board.console)
        self.board.run("kill -9 %d" % self.board.box())
        self.board.said(r"^treadle: the box has ended", mark)
        self.served()
        self.board.wait("! grep -qs . /proc/%d/cmdline" % old)
        self.board.run("treadle load Chorus")
        self.board.shows(SHOWS_CHORUS, ".*")
        self.browser.wait(FOUND_AGAIN)
        self.browser.wait(RUNS, "Chorus")


load_tests = in_order(Page)
