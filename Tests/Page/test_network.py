"""The radios of the box on the screen Box (L6, B16), in Chromium. The simulated box has none, so a pretended one answers."""

import pathlib
import sys
import threading
import unittest

import axe
from browser import WIDTHS, Browser
from common.waiting import until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "model"))

import access_point  # noqa: E402
import server  # noqa: E402

DIALOG = "document.querySelector('dialog[open]')"
# The dark modules of the code that is drawn, and the light ones around it.
DRAWN = """
const code = document.querySelector("dialog .code"), area = code.getBoundingClientRect();
const [quiet, , size] = code.getAttribute("viewBox").split(" ").map(Number), style = getComputedStyle(code);
return {
  dark: [...code.querySelector("path").getAttribute("d").matchAll(/M(\\d+) (\\d+)h1v1h-1z/g)].map((one) => [+one[1], +one[2]]),
  quiet: -quiet, size, width: area.width, height: area.height, ground: style.backgroundColor, ink: style.fill,
  name: code.getAttribute("aria-label"), role: code.getAttribute("role"),
};
"""
PEERS = """
return [...document.querySelectorAll(".peers")[0].querySelectorAll("li")].map((one) => [
  one.querySelector(".grow div").textContent, one.querySelector(".right div").textContent,
  one.querySelector("button")?.textContent ?? ""]);
"""


class Network(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.end)

    def setUp(self):
        self.box = server.serve()
        self.addCleanup(self.box.server_close)
        self.addCleanup(self.box.shutdown)
        threading.Thread(target=self.box.serve_forever, daemon=True).start()
        self.model = server.Handler.model
        self.browser.resize(1440)
        self.open()

    def open(self, theme=None):
        self.browser.open("http://127.0.0.1:%d/" % self.box.server_address[1], theme)
        self.browser.show("box")
        self.browser.wait("document.querySelector('.peers li')")
        self.browser.complaints()

    def press(self, text):
        """Presses the button with this text, in the dialog if there is one."""
        self.browser.wait("[...(%s ?? document).querySelectorAll('button')].find((one) => one.textContent === "
                          "arguments[0])" % DIALOG, text).click()

    def peers(self):
        return self.browser.run(PEERS)

    def test_the_code_of_the_access_point_is_drawn(self):
        rows = access_point.code()["rows"]
        wanted = [[x, y] for y, row in enumerate(rows) for x, module in enumerate(row) if module == "1"]
        for width, theme in [(360, "dark"), (1440, "light")]:
            with self.subTest(width=width, theme=theme):
                self.browser.resize(width)
                self.open(theme)
                self.press("Show QR code")
                self.browser.wait(DIALOG)
                drawn = self.browser.run(DRAWN)
                self.assertEqual(drawn["dark"], wanted)
                self.assertEqual((drawn["quiet"], drawn["size"]), (4, len(rows) + 8))
                self.assertEqual(drawn["width"], drawn["height"])
                self.assertGreaterEqual(drawn["width"], 200)
                self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), width)
                self.assertEqual((drawn["ground"], drawn["ink"]), ("rgb(255, 255, 255)", "rgb(0, 0, 0)"))
                self.assertEqual((drawn["name"], drawn["role"]), ("QR code to join Stage board", "img"))
                self.assertEqual(axe.faults(self.browser), [])
                self.press("Done")
                self.browser.wait("!%s" % DIALOG)
                self.assertEqual(self.browser.complaints(), [])

    def test_a_refusal_is_said(self):
        self.addCleanup(setattr, server, "code", server.code)
        server.code = self.refuse
        self.press("Show QR code")
        self.browser.wait("document.querySelector('.toast')?.textContent === 'the box has no access point now'")

    def refuse(self):
        raise server.Refusal(409, "no-access-point", "the box has no access point now")

    def test_devices_are_listed_with_those_that_have_paired(self):
        self.assertEqual(self.peers(), [
            ["Stage iPhone", "connected", ""], ["Studio PC", "found", ""], ["FP-30X", "connected", "Forget"],
            ["wind", "seeking", ""], ["Anna's iPad", "paired", "Forget"]])

    def test_new_devices_may_pair(self):
        self.press("Pair")
        self.browser.wait("document.querySelector('.toast')?.textContent.includes('two minutes')")
        self.assertEqual(self.model.pairings, 1)

    def test_a_device_is_forgotten_after_a_question(self):
        forget = "button[aria-label=\"Forget Anna's iPad\"]"
        self.browser.press(forget)
        self.browser.wait("%s?.ariaLabel === \"Anna's iPad\"" % DIALOG)
        self.press("Cancel")
        self.browser.wait("!%s" % DIALOG)
        self.assertEqual(len(self.model.bonds), 2)
        self.browser.press(forget)
        self.press("Forget")
        self.assertTrue(until(lambda: [bond["name"] for bond in self.model.bonds] == ["FP-30X"]))
        self.browser.wait("!document.querySelector(arguments[0])", forget)
        self.assertEqual(self.peers()[-1], ["wind", "seeking", ""])

    def test_a_box_without_radios_has_no_buttons_for_them(self):
        about = server.about
        self.addCleanup(setattr, server, "about", about)

        def wired(model):
            told = about(model)
            for name in ["wifi", "radio", "bluetooth", "bonds"]:
                del told["network"][name]
            return told

        server.about = wired
        self.open()
        self.assertEqual([name for name, _, _ in self.peers()], ["Stage iPhone", "Studio PC"])
        buttons = self.browser.value("[...document.querySelectorAll('button')].map((one) => one.textContent)")
        self.assertFalse({"Show QR code", "Pair"} & set(buttons))


if __name__ == "__main__":
    unittest.main()
