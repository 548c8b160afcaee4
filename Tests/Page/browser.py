"""Chromium by Debian's driver and Selenium: what it shows, asks for and complains of."""

import contextlib
import json
import pathlib
import shutil
import tempfile
import time
import unittest

from common.waiting import PATIENCE, until

WIDTHS = {360: 780, 768: 1024, 1440: 900}
THEMES = ("dark", "light")
CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
# No host but this machine is found, so that a request elsewhere fails at once and is seen.
OPTIONS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--no-proxy-server", "--hide-scrollbars",
    "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
]
# Begins to add up shifts of the layout (https://wicg.github.io/layout-instability).
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.startTime >= now) shifts.push(
    [entry.value, entry.sources.map(({ node }) => node?.className || node?.nodeName || "?").join(" ")]);
}).observe({ type: "layout-shift", buffered: true });
const now = performance.now();
"""
KEEP_THEME = 'localStorage.setItem("theme", arguments[0])'


class Browser:
    """driver: Selenium's. visited: addresses of everything that pages have asked for since `forget`."""

    def __init__(self, width=1440):
        self.folder = tempfile.mkdtemp(prefix="treadle-browser-")
        try:
            self.driver = started(self.folder)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self.resize(width)

    def end(self):
        with contextlib.suppress(Exception):
            self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)

    def resize(self, width, height=None):
        """Sets the size of what is shown, in CSS pixels; below 500 it is a phone with fingers."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height or WIDTHS.get(width, 900), "deviceScaleFactor": 2, "mobile": width < 500})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": width < 500})

    def open(self, address, theme=None):
        """Opens an address anew, and waits until the page is ready."""
        self.driver.get("about:blank")
        self.driver.get(address)
        if theme:
            self.run(KEEP_THEME, theme)
            self.driver.refresh()
        self.wait("document.documentElement.dataset.ready !== undefined")

    def show(self, view):
        """Shows a view of the page that is open: what stands behind `#`."""
        self.run("location.hash = arguments[0]", view)
        name = view.partition("/")[0]
        self.wait("document.querySelector('main.screen.%s')?.childElementCount > 0" % name)
        self.settle()

    def settle(self):
        """Waits until two pictures were drawn and the fonts are there."""
        self.driver.execute_async_script("const done = arguments[0]; document.fonts.ready.then(() => "
                                         "requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def run(self, script, *values):
        return self.driver.execute_script(script, *values)

    def value(self, expression, *values):
        return self.run("return " + expression, *values)

    def wait(self, expression, *values):
        """Waits until a JavaScript expression holds. Returns its value; fails if it never does."""
        found = until(lambda: self.value(expression, *values), pause=0.05)
        if not found:
            raise AssertionError("never: %s\n%s\n%s" %
                                 (expression, self.complaints(), self.value("document.body.innerText")[:2000]))
        return found

    def element(self, selector):
        """The first element that is there and shown."""
        return self.wait("[...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility())", selector)

    def press(self, selector):
        """Presses and releases with mouse or finger."""
        self.element(selector).click()

    def enter(self, code):
        """Enters a code on the page of a stranger (W4)."""
        field = self.element("main.pair input")
        field.clear()
        field.send_keys(code)
        self.press("main.pair button.on")

    def pointer(self, kind, selector, x=0.5, y=0.5):
        """One real event of the mouse on an element: mousePressed, mouseMoved or mouseReleased, at fractions of it."""
        area = self.value(
            "(({ x, y, width, height }) => ({ x, y, width, height }))(arguments[0].getBoundingClientRect())",
            self.element(selector))
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": area["x"] + area["width"] * x, "y": area["y"] + area["height"] * y, "button": "left",
            "buttons": int(kind != "mouseReleased"), "clickCount": 1})

    def complaints(self):
        """What the console has told since the last call that is more than information."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                address = message["params"].get("request", message["params"])["url"]
                if not address.startswith(("chrome:", "data:", "blob:", "about:")):
                    found.append(address)
        return found

    def shifts(self, seconds, meanwhile=lambda: None):
        """Plays for some seconds. Returns what has moved: values and elements (CLS without the exemption of input)."""
        self.run(WATCH_SHIFTS)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            meanwhile()
            self.settle()
        return self.value("shifts")

    def picture(self, path):
        pathlib.Path(path).write_bytes(self.driver.get_screenshot_as_png())


def started(folder):
    """Selenium's driver of a fresh Chromium; skips the test where they are not installed."""
    if not all(map(shutil.which, [CHROMIUM, DRIVER])):
        raise unittest.SkipTest("Chromium is not installed: Board/tools/prerequisites page")
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ImportError as error:
        raise unittest.SkipTest("python3-selenium is not installed: Board/tools/prerequisites page") from error
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in [*OPTIONS, "--user-data-dir=" + folder]:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(DRIVER, log_path="/dev/null"), options=options)
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    return driver
