"""Tests with Chromium: one browser for a class, a box and a paired page for each test."""

from browser import Browser
from case import PageCase


class BrowserCase(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.end)

    def setUp(self):
        super().setUp()
        self.browser.driver.delete_all_cookies()
        self.browser.resize(1440)

    def pair(self, theme=None):
        """Opens the page by the address with a code, as the terminal prints it."""
        self.browser.open("%s/#code=%s" % (self.box.origin, self.box.code()))
        self.browser.wait("document.querySelector('main.screen')")
        if theme:
            self.browser.open(self.box.origin + "/", theme)
        self.browser.complaints()
        self.browser.requests()

    def show(self, view):
        self.browser.show(view)

    def assert_quiet(self):
        """The console is empty, and nothing but the box was asked."""
        self.assertEqual(self.browser.complaints(), [])
        elsewhere = [address for address in self.browser.requests() if not address.startswith(self.box.origin + "/")]
        self.assertEqual(elsewhere, [])
