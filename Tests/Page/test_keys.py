"""The page by keys alone (W16): Tab reaches all that can be pressed, in reading order, and dialogs keep it."""

import time

import views
from browser import WIDTHS
from browsing import BrowserCase
from common.waiting import PATIENCE, until

# Keys and their numbers in Windows, by which the driver of a browser knows them.
TAB, ENTER, ESCAPE = ("Tab", 9), ("Enter", 13), ("Escape", 27)
# What shows that all of a view is there.
THERE = {"pictures": "document.querySelector('main canvas[tabindex]')"}
# What opens a dialog, by view. In a list of things to do, the second opens another dialog.
OPENERS = {
    "edit": ["[aria-label='Bass: more']", ".addrouting button"],
    "presets": ["[aria-label='Verse: more']", "main header button"],
    "box": [".panel:has(header > button) ~ .panel header > button"],
}

# Keeps the controls in the order of the document, and where they stand before anything is scrolled. Returns what looks
# as if it could be pressed, but is no control, has none in it and is in none.
LOOK = """
document.activeElement.blur();
getSelection().removeAllRanges();
const all = [...document.body.querySelectorAll("*")].filter(
    (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest("[aria-hidden=true]") && !one.disabled);
window.nameOf = (one) => one.getAttribute("aria-label") || one.innerText?.slice(0, 40) || one.outerHTML.slice(0, 60);
window.controls = all.filter((one) => one.tabIndex >= 0);
const areas = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
const outer = (one, other) => one.parentElement.contains(other) ? one : outer(one.parentElement, other);
window.isInOrder = (one, next) => {
  if (one.closest("nav, main") !== next.closest("nav, main") || one.contains(next)) return true;
  const [a, b] = [areas.get(one), areas.get(next)];
  const isSameRow = b.top < (a.top + a.bottom) / 2 && b.bottom > (a.top + a.bottom) / 2;
  if (b.bottom > a.top) return !isSameRow || b.left >= a.left;
  // Above is good only in a column that stands to the right.
  return areas.get(outer(next, one)).left >= areas.get(outer(one, next)).right;
};
return all.filter((one) => getComputedStyle(one).cursor === "pointer" && !one.closest("label, [role=radio]") &&
    !controls.some((control) => one.contains(control) || control.contains(one))).map(nameOf);
"""
# The number of the control that has the focus, its name, and whether the focus is seen there.
FOCUSED = """
const one = document.activeElement, area = one.getBoundingClientRect();
const isMarked = (part) => part && (getComputedStyle(part).outlineStyle !== "none" || isMarked(part.parentElement));
return [controls.indexOf(one), nameOf(one), one.matches(":focus-visible") && isMarked(one) && area.bottom > 0 &&
    area.top < innerHeight && area.right > 0 && area.left < innerWidth];
"""
JUMPS = """
return arguments[0].map((at) => controls[at]).flatMap((one, at, list) =>
    at && !isInOrder(list[at - 1], one) ? [`${nameOf(list[at - 1])} -> ${nameOf(one)}`] : []);
"""
IN_DIALOG = "document.querySelector('dialog[open]').contains(document.activeElement)"


class Keys(BrowserCase):
    def press(self, key, is_back=False):
        name, number = key
        for kind in ["keyDown" if key == ENTER else "rawKeyDown", "keyUp"]:
            self.browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {
                "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": number, "modifiers": 8 * is_back,
                "text": "\r" * (kind == "keyDown")})

    def walk(self, is_back=False):
        """The controls that get the focus one after the other until one gets it again. Fails where it is not seen."""
        order, at = [], None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.press(TAB, is_back)
            last = at
            # A busy browser moves the focus after it has answered. A press that it has not seen would skip a control.
            at, name, is_seen = until(lambda: self.browser.run(FOCUSED), lambda found: found[0] != last, 5)
            if at in order:
                break
            # Between the last and the first control, nothing of the page has the focus.
            if at >= 0:
                order.append(at)
                self.assertTrue(is_seen, name)
        return order

    def test_tab_reaches_every_control_in_reading_order(self):
        self.pair()
        for width in WIDTHS:
            self.browser.resize(width)
            for view in views.ALL:
                with self.subTest(view=view, width=width):
                    self.show(view)
                    self.browser.wait(THERE.get(view, "true"))
                    self.assertEqual(self.browser.run(LOOK), [])
                    order = self.walk()
                    count = self.browser.value("controls.length")
                    missed = set(range(count)) - set(order)
                    self.assertEqual([self.browser.value("nameOf(controls[arguments[0]])", at) for at in missed], [])
                    # The walk may begin in the middle of the page, and goes on at its top.
                    first = order.index(0)
                    self.assertEqual(self.browser.run(JUMPS, order[first:] + order[:first]), [])
                    self.assertEqual(set(self.walk(is_back=True)), set(order))

    def opened(self, selector):
        """Opens a dialog by key, and walks through it both ways."""
        self.browser.run("arguments[0].focus()", self.browser.element(selector))
        self.press(ENTER)
        self.browser.wait("document.querySelector('dialog[open]')")
        for is_back in [False, True]:
            for _ in range(2 + self.browser.value("document.querySelectorAll('dialog[open] *').length")):
                # Between the last and the first control, nothing of the page has the focus.
                self.assertTrue(self.browser.value(IN_DIALOG + " || document.activeElement === document.body"))
                self.press(TAB, is_back)

    def test_a_dialog_keeps_the_focus_and_gives_it_back(self):
        self.pair()
        for view, openers in OPENERS.items():
            for opener in openers:
                with self.subTest(view=view, opener=opener):
                    self.show(view)
                    self.opened(opener)
                    self.press(ESCAPE)
                    self.browser.wait("!document.querySelector('dialog')")
                    self.assertTrue(self.browser.value("document.activeElement === arguments[0]",
                                                       self.browser.element(opener)))
