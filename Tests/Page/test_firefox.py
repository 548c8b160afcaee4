"""A smoke test of each screen in Firefox."""

import views
from case import PageCase
from marionette import Firefox


class FirefoxScreens(PageCase):
    def setUp(self):
        super().setUp()
        self.firefox = Firefox()
        self.addCleanup(self.firefox.end)

    def test_every_screen_is_there_and_follows_the_box(self):
        self.firefox.open("%s/#code=%s" % (self.box.origin, self.box.code()))
        self.firefox.wait("document.querySelector('main.screen')")
        self.firefox.value("void (window.wrong = [], addEventListener('error', (event) => wrong.push(event.message)), "
                           "addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason))))")
        for view in views.ALL:
            with self.subTest(view):
                self.firefox.value("void (location.hash = arguments[0])", view)
                self.firefox.wait("document.querySelector('main.screen.%s')?.querySelectorAll('*').length > 10" %
                                  view.partition("/")[0])
        self.firefox.value("void (location.hash = 'live')")
        self.box.ask("do load Chorus", "play 0 90 3C 50 90 40 50")
        self.firefox.wait("document.querySelector('.hero .name')?.textContent === 'Chorus'")
        self.firefox.value("void document.querySelector('button.panic').click()")
        self.box.settles(lambda state: not state["sounding"])
        self.assertEqual(self.firefox.value("window.wrong"), [])
