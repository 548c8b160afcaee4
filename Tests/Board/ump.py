"""UMP instruments: gadgets that speak Universal MIDI Packets (M2-104-UM), and the packets that tests send and expect.

What the kernel does with them (6.12, tried in test_ump.py):

- Both sides get a card with /dev/snd/umpC*D0 and, as device 1, MIDI 1.0 ports of the same packets. Each direction of
  the UMP device can be opened once.
- With `answers="kernel"` the gadget answers stream messages by itself. It says that it speaks both protocols, whatever
  its `protocol_caps`, and takes any that is asked for. With `answers="program"` a program on its own side does
  (guest/ump.c): that one may refuse, and its blocks may change.
- The box's side reads endpoint and blocks when the instrument is plugged in, and waits 500 ms for each answer. Later it
  updates protocol and blocks by the notifications that arrive, but it never creates a block.
- Stream messages that arrive are read from the UMP device too, after the kernel has seen them.
"""

import shlex

from common.waiting import PATIENCE, collect
from gadget import Gadget, Stopped, await_size

INPUT, OUTPUT, BOTH = 1, 2, 3
MIDI1, MIDI2 = 1, 2


class Block:
    """A function block. first: its first group, 0...15. direction: as the instrument's side sees it: INPUT receives.
    midi1: 1 for a MIDI 1.0 device, 2 for one at the speed of DIN."""

    def __init__(self, name, first=0, groups=1, direction=BOTH, midi1=0, active=True, ci=0):
        self.name, self.first, self.groups, self.direction = name, first, groups, direction
        self.midi1, self.active, self.ci = midi1, active, ci

    def info(self, number):
        """A Function Block Info Notification."""
        return [0xF0110000 | self.active << 15 | number << 8 | self.direction << 4 | self.midi1 << 2 | self.direction,
                self.first << 24 | self.groups << 16 | self.ci << 8, 0, 0]


class Endpoint(Gadget):
    """A UMP instrument. protocol: that it speaks when it is plugged in. capabilities: protocols that it can speak.
    answers: who answers stream messages, "kernel" or "program". The name of the endpoint begins with "UMP", because the
    box also sees the instrument's own side, whose endpoint has the same name. So a glob on the product finds one side."""

    def __init__(self, board, name, blocks=None, protocol=MIDI2, capabilities=3, answers="kernel", product_id=None,
                 **others):
        self.blocks, self.protocol, self.capabilities = blocks or [Block("Main")], protocol, capabilities
        self.answers, self.product_id = answers, product_id or "ID-" + name
        product = others.get("product") or name
        self.endpoint_name = "UMP " + product
        # The function takes no settings any more once it belongs to a configuration.
        lines = ["echo %d >process_ump; echo 0 >static_block" % (answers == "kernel"),
                 "echo %s >iface_name; cd ep.0" % shlex.quote(product),
                 "echo %s >ep_name; echo %s >product_id" % (shlex.quote(self.endpoint_name), shlex.quote(self.product_id)),
                 "echo %d >protocol_caps; echo %d >protocol" % (capabilities, protocol),
                 "echo 0x7d0000 >manufacturer; echo 0x0102 >family; echo 0x0304 >model; echo 0x01020304 >sw_revision"]
        for number, block in enumerate(self.blocks):
            lines.append("mkdir -p block.%d; cd block.%d; echo %s >name" % (number, number, shlex.quote(block.name)))
            for attribute, value in [
                    ("direction", block.direction), ("first_group", block.first), ("num_groups", block.groups),
                    ("midi1_first_group", block.first), ("midi1_num_groups", 0 if number else 1),
                    ("is_midi1", block.midi1), ("active", int(block.active)), ("ui_hint", block.direction),
                    ("midi_ci_version", block.ci)]:
                lines.append("echo %d >%s" % (value, attribute))
            lines.append("cd ..")
        super().__init__(board, name, midi2=True, settings="\n".join(lines), **others)

    def plug(self):
        """Plugs the instrument in; its program, if it has one, must be there before the box's side asks. The kernel of
        that side waits half a second for an answer. A program that was too late on a busy machine tries again."""
        for _ in range(5):
            if self.answers == "program":
                self._start_program()
            super().plug()
            self.board.wait("ls /dev/snd/umpC%dD0" % self.box_card())
            if self.answers == "kernel" or self._is_known():
                return self
            print("%s: its program answered too late; it is plugged in again" % self.endpoint_name, flush=True)
            self.unplug()
            self.board.wait("! ls -d %s" % self._own_side())
        raise AssertionError("%s: its program answers too late" % self.endpoint_name)

    def _is_known(self):
        """Whether the kernel of the box's side knows the endpoint and each of its blocks."""
        known = self.board.run("ump info %s" % self.box_device())
        return self.endpoint_name in known and known.count("\nblock ") == len(self.blocks)

    def device(self):
        """The UMP device of the instrument's own side."""
        return "/dev/snd/umpC%dD0" % self.card()

    def box_device(self):
        return "/dev/snd/umpC%dD0" % self.box_card()

    def send(self, *packets):
        """Sends packets: lists of words, or numbers of milliseconds to wait."""
        if self.answers == "program":
            text = "".join("%s\n" % " ".join("%08X" % word for word in packet) for packet in packets)
            self.board.run("printf %s >%s/play" % (shlex.quote(text), self._work))
        else:
            self.board.run("ump send %s %s" % (self.device(), arguments(packets)))

    def listen(self):
        """Begins to record what the box sends to the instrument. Returns a Heard."""
        if self.answers == "program":
            return Heard(self.board, self._work + "/heard", None)
        return hear(self.board, self.device(), "/tmp/%s.heard" % self.name)

    def change(self, number, block):
        """Changes a function block of an instrument that answers by a program, and tells the box's side."""
        self.blocks[number] = block
        self.send(block.info(number))

    @property
    def _work(self):
        return "/tmp/ump-" + self.name

    def _start_program(self):
        lines = "".join("%s\n" % " ".join("%08X" % word for word in packet) for packet in self.notifications())
        self.board.run("""rm -rf %(work)s; mkdir %(work)s; mkfifo %(work)s/play; printf %(lines)s >%(work)s/self
            (until ls -d %(udc)s; do sleep 0.01; done; card=$(ls -d %(udc)s); card=${card##*card}
            until [ -e /dev/snd/umpC${card}D0 ]; do sleep 0.01; done
            exec chrt -f 10 ump answer /dev/snd/umpC${card}D0 %(work)s/heard %(work)s/self <>%(work)s/play
            ) >%(work)s/said 2>&1 &""" % dict(
                work=self._work, lines=shlex.quote(lines), udc=self._own_side()))

    def notifications(self):
        """The stream messages with which the instrument describes itself."""
        found = [[0xF0010101, len(self.blocks) << 24 | self.capabilities << 8, 0, 0],
                 [0xF0020000, 0x7D0000, 0x02010403, 0x01020304],
                 *text(0x03, self.endpoint_name, 2), *text(0x04, self.product_id, 2),
                 [0xF0060000 | self.protocol << 8, 0, 0, 0]]
        for number, block in enumerate(self.blocks):
            found += [block.info(number), *text(0x12, block.name, 3, number << 8)]
        return found


class Heard(Stopped):
    """The packets that a UMP device has received, as text of words."""

    def __init__(self, board, path, pid):
        self.board, self.path, self.pid = board, path, pid
        self._seen = int(board.run("cat %s 2>/dev/null | wc -l" % path))

    def read(self, count, timeout=PATIENCE):
        """Returns the next packets: at least `count`, or fewer at the timeout."""
        await_size(self.board, "cat %s 2>/dev/null | wc -l" % self.path, self._seen + count, timeout)
        lines = self.board.run("cat %s 2>/dev/null" % self.path).splitlines()[self._seen:]
        self._seen += len(lines)
        return [[int(word, 16) for word in line.split()] for line in lines]

    def until(self, mark):
        """Returns the packets before a mark; fails if it does not come."""
        found = collect(lambda: self.read(1), lambda packets: mark in packets, [])
        return found[:found.index(mark)]

    def stop(self):
        if self.pid:
            self.board.sh("kill %s" % self.pid)


def hear(board, device, path):
    """Records a UMP device from now on."""
    board.run("rm -f %s; chrt -f 10 ump hear %s %s >/dev/null 2>&1 & echo $! >%s.pid" % (path, device, path, path))
    board.wait("[ -e %s ]" % path)
    return Heard(board, path, board.run("cat %s.pid" % path))


def arguments(packets):
    """Packets and waits as arguments of `ump send`."""
    return " ".join("+%d" % packet if isinstance(packet, int) else show(packet) for packet in packets)


def show(packet):
    return " ".join("%08X" % word for word in packet)


# Packets (M2-104-UM). group and channel from 0.


def note_on(key, velocity, channel=0, group=0, kind=0, attribute=0):
    """velocity and attribute of 16 bits."""
    return [0x40900000 | group << 24 | channel << 16 | key << 8 | kind, velocity << 16 | attribute]


def note_off(key, velocity=0, channel=0, group=0, kind=0, attribute=0):
    return [0x40800000 | group << 24 | channel << 16 | key << 8 | kind, velocity << 16 | attribute]


def controller(number, value, channel=0, group=0):
    """value of 32 bits."""
    return [0x40B00000 | group << 24 | channel << 16 | number << 8, value]


def pitch_bend(value, channel=0, group=0):
    return [0x40E00000 | group << 24 | channel << 16, value]


def note_bend(key, value, channel=0, group=0):
    """Per-Note Pitch Bend."""
    return [0x40600000 | group << 24 | channel << 16 | key << 8, value]


def program(number, channel=0, group=0):
    """Program Change without a bank."""
    return [0x40C00000 | group << 24 | channel << 16, number << 24]


def midi1(*data, group=0):
    """A MIDI 1.0 channel message or a system message of up to three bytes."""
    kind = 1 if data[0] >= 0xF0 else 2
    first, second = (list(data[1:]) + [0, 0])[:2]
    return [kind << 28 | group << 24 | data[0] << 16 | first << 8 | second]


def sysex(data, group=0):
    """A whole message, F0...F7, as packets of SysEx 7."""
    inner, packets = bytes(data[1:-1]), []
    pieces = [inner[at:at + 6] for at in range(0, len(inner), 6)] or [b""]
    for number, piece in enumerate(pieces):
        form = 0 if len(pieces) == 1 else 1 if number == 0 else 3 if number == len(pieces) - 1 else 2
        padded = piece + bytes(6 - len(piece))
        packets.append([0x30000000 | group << 24 | form << 20 | len(piece) << 16 | padded[0] << 8 | padded[1],
                        int.from_bytes(padded[2:], "big")])
    return packets


def sysex_data(packets, group=None):
    """The messages, F0...F7, in the SysEx 7 packets of a list."""
    found, open_groups = [], {}
    for packet in packets:
        own = packet[0] >> 24 & 15
        if packet[0] >> 28 != 3 or group not in (None, own):
            continue
        form, count = packet[0] >> 20 & 15, packet[0] >> 16 & 15
        data = ((packet[0] & 0xFFFF) << 32 | packet[1]).to_bytes(6, "big")[:count]
        if form in (0, 1):
            open_groups[own] = b"\xF0"
        open_groups[own] = open_groups.get(own, b"") + data
        if form in (0, 3):
            found.append(open_groups.pop(own) + b"\xF7")
    return found


def text(status, words, start, extra=0):
    """A text in stream messages, from byte `start` of each packet on."""
    data, size, packets = words.encode(), 16 - start, []
    pieces = [data[at:at + size] for at in range(0, len(data), size)]
    for number, piece in enumerate(pieces):
        form = 0 if len(pieces) == 1 else 1 if number == 0 else 3 if number == len(pieces) - 1 else 2
        packet = (0xF0000000 | form << 26 | status << 16 | extra).to_bytes(4, "big")[:start] + piece
        packet += bytes(16 - len(packet))
        packets.append([int.from_bytes(packet[at:at + 4], "big") for at in (0, 4, 8, 12)])
    return packets


def clip(packets):
    """A MIDI Clip File (M2-116-U) that plays packets without pauses."""
    def at_once(packet):
        return [0x00400000, *packet]
    # The first two words are the ticks of a quarter note, at once; then Start of Clip, the packets, End of Clip.
    begin, end = [0xF0200000, 0, 0, 0], [0xF0210000, 0, 0, 0]
    words = [0x00400000, 0x00300060, *(word for packet in [begin, *packets, end] for word in at_once(packet))]
    return b"SMF2CLIP" + b"".join(word.to_bytes(4, "big") for word in words)
