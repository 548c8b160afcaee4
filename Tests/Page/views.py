"""The views of the page: what stands behind `#` in its address."""

# Those of the box of the tests, whose running preset has the routings Bass and Piano.
STAGES = ["source", "restrict", "notes", "velocity", "controllers", "channel", "destination", "onload"]
SCREENS = ["live", "keys", "monitor", "edit", "presets", "pictures", "box"]
ALL = [
    "live", "keys", "monitor", "edit", *["edit/Piano/" + stage for stage in STAGES], "edit/assignments", "edit/text",
    "presets", "pictures", "box"
]
# In these nothing moves while somebody plays (W16).
STILL = ["live", "edit", "presets", "pictures", "box"]
CHORD = [0x3C, 0x40, 0x43, 0x30, 0x47]


def open_all(test, browser, origin):
    """Opens each view. The browser has nothing to complain of, and asks nobody but the box."""
    for view in ALL:
        with test.subTest(view):
            browser.show(view)
            test.assertEqual(browser.complaints(), [])
            test.assertEqual([text for text in browser.requests() if not text.startswith(origin + "/")], [])


def music(box):
    """Plays a step of a song with each call: chords of two to five keys, controllers, and now and then a preset."""
    def step():
        step.count += 1
        keys = CHORD[:2 + step.count % 4]
        box.ask("play 0 " + " ".join("90 %02X %02X" % (key, 40 + 80 * (step.count % 2)) for key in keys),
                "play 1 B0 0B %02X" % (step.count % 128))
        box.ask("play 0 " + " ".join("80 %02X 40" % key for key in keys))
        if step.count % 10 == 9:
            box.ask("do next")
    step.count = 0
    return step
