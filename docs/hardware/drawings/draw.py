#!/usr/bin/env python3
"""draw.py: makes the drawings of the wiring from the table of pins."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "guide", "pictures"))

import din  # noqa: E402
import header  # noqa: E402
import pins  # noqa: E402


def pictures():
    """Path below the project's root and drawing of each."""
    return [("docs/wiring.svg", header.drawing), ("docs/hardware/din.svg", din.drawing)]


def main():
    for path, picture in pictures():
        with open(os.path.join(pins.ROOT, path), "w", encoding="utf-8") as file:
            file.write(picture())
        print(path)


if __name__ == "__main__":
    main()
