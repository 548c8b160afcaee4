"""A box as large as on a stage: 128 presets, each a keyboard split in four, with curves and a remap."""

BOX = """treadle: 1
name: Stage
ports:
  keys: { match: "Keystation*", direction: in }
  module: { match: "Montage*", direction: out }
clock: { send-when-stopped: false }
start-preset: 1
"""
PRESETS = 128
PARTS = [("C-1..B2", -12), ("C3..B3", 0), ("C4..B5", 12), ("C6..G9", 24)]


def files():
    """Texts by file name in the folder of the box."""
    texts = {"box.yaml": BOX}
    for number in range(PRESETS):
        lines = ["name: Preset %d" % number, "number: %d" % number, "routings:"]
        for part, (notes, shift) in enumerate(PARTS):
            lines += [
                "  - name: Part %d" % part,
                "    from: [keys]",
                "    to: [module]",
                "    restrict: { channel: 1, notes: %s }" % notes,
                "    notes: { shift: %d }" % shift,
                "    velocity: { curve: { softness: %d } }" % (10 * (number % 8)),
                "    controllers:",
                "      remap:",
                "        - { from: cc 1, to: cc 74, linear: { in: 0..127, out: 20..100 } }",
            ]
        texts["presets/%03d.yaml" % number] = "\n".join(lines) + "\n"
    return texts
