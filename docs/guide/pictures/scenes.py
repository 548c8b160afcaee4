"""What is played for the pictures of the simulator: keys, and what must be on the screen before the next ones."""

LAPTOP = "docs/examples/laptop"

# The entries of the menu from the first one to `Edit`.
TO_EDIT = ["Tempo", "Save", "Undo", "Revert", "Learn", "Tilt", "Panic", "Ports", "Counters", "Recorder", "Faults", "Network",
           "Bluetooth", "Clock", "Edit"]

SCENES = {
    "start": {"board": LAPTOP, "steps": [("", r"1 Split"), ("135", r"chord C|E4")]},
    "song": {"board": LAPTOP, "steps": [("", r"1 Split"), ("p", r"song 0:05"), ("a", r"HELD")]},
    "menu": {"board": LAPTOP, "steps": [
        ("", r"1 Split"), ("EF", r"> ?Preset"), ("ef", r"> ?Preset"), ("e", r"> ?Tempo")]},
    "name": {"board": LAPTOP, "rest": (0.3, 1), "steps": [
        ("", r"1 Split"), ("EF", r"> ?Preset"), ("ef", r"> ?Preset"), *[("e", "> ?" + word) for word in TO_EDIT],
        ("f", r"> ?Save as"), ("f", r"SAVE AS"), ("e", r"delete")]},
}
