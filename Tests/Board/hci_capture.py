"""What passes between the board and its Bluetooth controller, for tshark."""

import json
import struct
import subprocess
import time

# Of a pcap file (draft-ietf-opsawg-pcap): its magic number with microseconds, version, longest packet, and the type of
# the link: H4 packets of HCI behind a direction of four bytes.
MAGIC, VERSION, LONGEST, H4_WITH_DIRECTION = 0xA1B2C3D4, (2, 4), 65535, 201
SENT, RECEIVED = 0, 1


class HCICapture:
    """Keeps packets, as (seconds, direction, bytes)."""

    def __init__(self):
        self.packets = []

    def add(self, direction, packet):
        self.packets.append((time.time(), direction, bytes(packet)))

    def tail(self, count=20):
        """The last packets, with their age in seconds."""
        now, packets = time.time(), list(self.packets)
        lines = ["%8.3f %s %s" % (now - at, ["to", "from"][direction], packet[:40].hex(" "))
                 for at, direction, packet in packets[-count:]]
        return "\n".join(["Of %d packets to and from the controller the last:" % len(packets), *lines])

    def write(self, path):
        """Writes a pcap file of what has passed so far. Returns the number of packets."""
        packets = list(self.packets)
        with open(path, "wb") as file:
            file.write(struct.pack("<IHHiIII", MAGIC, *VERSION, 0, 0, LONGEST, H4_WITH_DIRECTION))
            for at, direction, packet in packets:
                data = struct.pack(">I", direction) + packet
                file.write(struct.pack("<IIII", int(at), int(at % 1 * 1e6), len(data), len(data)) + data)
        return len(packets)


def dissected(path, *fields, only=""):
    """The values of fields, of each frame for which the display filter `only` holds. Several values of a field in one
    frame stand in one list."""
    words = ["tshark", "-r", str(path), "-T", "json", "--no-duplicate-keys"]
    for field in fields:
        words += ["-e", field]
    shown = subprocess.run([*words, *(["-Y", only] if only else [])], capture_output=True, text=True, check=True)
    layers = [frame["_source"].get("layers", {}) for frame in json.loads(shown.stdout or "[]")]
    return [[layer.get(field, []) for field in fields] for layer in layers]
