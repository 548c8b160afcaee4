"""What is played for the pictures of the simulator: keys, and what must be on the screen before the next ones."""

LAPTOP = "docs/examples/laptop"

SCENES = {
    "start": {"board": LAPTOP, "steps": [("", r"1 Split"), ("135", r"chord C|E4")]},
    "song": {"board": LAPTOP, "steps": [("", r"1 Split"), ("p", r"song 0:05"), ("a", r"HELD")]},
    "menu": {"board": LAPTOP, "steps": [
        ("", r"1 Split"), ("EF", r"> ?Preset"), ("ef", r"> ?Preset"), ("e", r"> ?Tempo")]},
}
