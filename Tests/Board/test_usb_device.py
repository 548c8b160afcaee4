"""The box as a USB device of a computer (I9). The computer is the same kernel, at the other end of an emulated cable:
its snd-usb-audio knows nothing of the box's side."""

import unittest

from boxed import BoxedBoard, in_order
from card import SIGNATURES, Card
from common.folders import temporary
from common.waiting import collect
from gadget import Recording
from ump import hear, midi1, note_off, note_on, show

BOX = """
treadle: 1
name: Stage board
ports:
  din: { uart: /dev/ttyS0 }
  daw: { usb-device: 1 }
  synths: { usb-device: 3 }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
presets:
- name: Through
  number: 1
  routings:
  - { from: [daw], to: [din, synths] }
  - { from: [synths], to: [daw], channel: 5 }
  - { from: [din], to: [daw] }
  - { from: [din], to: [din], restrict: { channel: 16 }, system: { filter: { sysex: true } } }
"""
# A note that comes back from DIN tells that all before it has been routed.
MARK = bytes([0x9F, 127, 1, 0x8F, 127, 1])
MISSING = "missing; no computer uses the USB device port"


class Computer:
    """The computer at the other end of the board's first device port."""

    def __init__(self, board):
        self.board = board

    def device(self):
        """The folder of the box in the computer's sysfs."""
        return self.board.wait("ls -d /sys/devices/platform/dummy_hcd.0/usb*/[0-9]*-1").splitlines()[0]

    def card(self):
        """The number of the computer's sound card."""
        return int(self.board.wait("ls -d %s/*/sound/card*" % self.device()).rsplit("card", 1)[1])

    def attribute(self, name):
        return self.board.run("cat %s/%s" % (self.device(), name))

    def socket(self):
        return self.board.run("ls -d /sys/devices/platform/dummy_hcd.0/usb*/*-0:1.0/usb*-port1")

    def unplug(self):
        self.board.run("echo 1 >%s/disable" % self.socket())

    def plug(self):
        self.board.run("echo 0 >%s/disable" % self.socket())

    def send(self, port, data):
        """Sends MIDI 1.0 bytes to a port of the box, 0 for the first."""
        self.board.run("amidi -p hw:%d,0,%d -S '%s'" % (self.card(), port, bytes(data).hex(" ")))

    def listen(self, port):
        return Recording(self.board, "hw:%d,0,%d" % (self.card(), port), "/tmp/computer-%d" % port)


class Stage:
    @classmethod
    def boot(cls, name, append=""):
        cls.board = cls.enterClassContext(BoxedBoard(BOX, name, panel=False, append=append))
        cls.computer = Computer(cls.board)
        cls.board.said(r"^  daw: in and out at usb-device, Stage board")
        cls.board.said(r"^  synths: group 3 of daw")


class MIDI1(Stage, unittest.TestCase):
    """A computer that knows USB-MIDI 1.0 only."""

    @classmethod
    def setUpClass(cls):
        cls.boot("usb-device-1", "snd_usb_audio.midi2_enable=0")

    def test_computer_sees_the_names_of_the_box_file(self):
        self.assertEqual(self.computer.attribute("product"), "Stage board")
        self.assertEqual(self.computer.attribute("manufacturer"), "Treadle")
        self.assertTrue(self.computer.attribute("serial"))
        listed = self.board.run("amidi -l | grep hw:%d," % self.computer.card()).splitlines()
        self.assertEqual([line.split(None, 2) for line in listed], [
            ["IO", "hw:%d,0,0" % self.computer.card(), "Stage board daw"],
            ["IO", "hw:%d,0,1" % self.computer.card(), "Stage board synths"]])

    def test_notes_play_both_ways_at_each_port(self):
        daw, synths = (self.enterContext(self.computer.listen(port)) for port in (0, 1))
        self.computer.send(0, [0x90, 60, 1, 0x80, 60, 0x55])
        self.assertEqual(self.board.read_din(6).hex(" "), "90 3c 01 80 3c 55")
        self.assertEqual(synths.read(6).hex(" "), "90 3c 01 80 3c 55")
        self.computer.send(1, [0x91, 62, 2, 0x81, 62, 0])
        self.assertEqual(daw.read(6).hex(" "), "94 3e 02 84 3e 00")
        dump = [0xF0, 0x7D, *range(100), 0xF7]
        self.board.send_din([0xB0, 101, 0, 0xB0, 6, 5, *dump, 0x90, 64, 3, 0x90, 64, 0])
        self.assertEqual(daw.read(115).hex(" "), bytes([0xB0, 101, 0, 0xB0, 6, 5, *dump, 0x90, 64, 3, 0x90, 64, 0]).hex(" "))

    def test_unplugging_ends_held_notes_and_stalls_nothing(self):
        self.computer.send(0, [0x90, 70, 9])
        self.assertEqual(self.board.read_din(3).hex(" "), "90 46 09")
        since = len(self.board.console)
        self.computer.unplug()
        self.assertEqual(self.board.read_din(3).hex(" "), "80 46 40")
        for port in ["daw", "synths"]:
            self.board.said(r"^  %s: %s" % (port, MISSING), since)
        # More than any buffer between the box and the computer holds.
        self.play_a_lot()
        since = len(self.board.console)
        self.computer.plug()
        self.board.said(r"^  daw: in and out at usb-device", since)
        self.board.said(r"^  synths: group 3 of daw", since)
        heard = self.enterContext(self.computer.listen(0))
        self.board.send_din([0x90, 72, 1, 0x80, 72, 1])
        # Releases that may have been lost are repeated (H9), but nothing comes of what was played meanwhile.
        last = bytes([0x90, 72, 1, 0x80, 72, 1])
        data = collect(lambda: heard.read(1), lambda data: data.endswith(last))
        self.assertNotIn(71, data)

    def test_a_port_that_no_program_reads_stalls_no_other(self):
        self.computer.card()
        self.play_a_lot()
        self.computer.send(0, [0x90, 61, 1, 0x80, 61, 1])
        self.assertEqual(self.board.read_din(6).hex(" "), "90 3d 01 80 3d 01")

    def test_after_a_crash_of_the_box_the_device_is_the_same(self):
        number, since = self.computer.attribute("devnum"), len(self.board.console)
        box = self.board.box()
        self.board.run("kill -9 %d" % box)
        self.board.said(r"^  daw: in and out at usb-device", since)
        self.assertNotEqual(self.board.box(), box)
        self.assertEqual(self.computer.attribute("devnum"), number)
        self.computer.send(0, [0x90, 62, 1, 0x80, 62, 1])
        self.din_hears([0x90, 62, 1, 0x80, 62, 1])

    def test_a_box_that_ends_takes_the_device_away(self):
        number, since = self.computer.attribute("devnum"), len(self.board.console)
        self.board.run("kill %d" % self.board.box())
        self.board.said(r"^  daw: in and out at usb-device", since)
        self.assertNotEqual(self.computer.attribute("devnum"), number)
        self.computer.send(0, [0x90, 63, 1, 0x80, 63, 1])
        self.din_hears([0x90, 63, 1, 0x80, 63, 1])

    def play_a_lot(self):
        """Plays more to the computer than any buffer on the way holds, and waits until all of it is routed."""
        for _ in range(50):
            self.board.send_din([0x90, 71, 1, 0x80, 71, 1] * 20)
        self.board.send_din(MARK)
        self.din_hears(MARK)

    def din_hears(self, data):
        """Waits for bytes from DIN. Each port that opens after a crash is silenced first (E3)."""
        collect(lambda: self.board.read_din(1), lambda heard: heard.endswith(bytes(data)))

    def test_the_loop_has_not_allocated(self):
        self.assertEqual(self.board.counters()["allocations"], 0)


class Packets(Stage, unittest.TestCase):
    """A computer that speaks UMP."""

    @classmethod
    def setUpClass(cls):
        cls.boot("usb-device-2")
        cls.path = cls.board.wait("ls /dev/snd/umpC%dD0" % cls.computer.card())

    def send(self, *packets):
        self.board.run("ump send %s %s" % (self.path, " ".join(map(show, packets))))

    def heard(self):
        return self.enterContext(hear(self.board, self.path, "/tmp/computer.heard"))

    def test_computer_sees_an_endpoint_with_a_block_for_each_port(self):
        info = self.board.run("ump info %s" % self.path).splitlines()
        self.assertRegex(info[0], r"^endpoint 'Stage board' product '.+' version 101 capabilities 300 protocol .* blocks 2$")
        self.assertRegex(info[2], r"^block 0 'daw' direction 3 active 1 groups 0\+1 midi1 0")
        self.assertRegex(info[3], r"^block 1 'synths' direction 3 active 1 groups 2\+1 midi1 0")

    def test_computer_chooses_the_protocol(self):
        since = len(self.board.console)
        self.send([0xF0050200, 0, 0, 0])
        self.board.said(r"^  daw: in and out at usb-device, Stage board, MIDI 2.0", since if self.isMIDI1() else 0)
        heard = self.heard()
        self.send(note_on(60, 0x1234, 2), note_off(60, 0x4321, 2))
        packets = [packet for packet in heard.read(2) if packet[0] >> 28 != 0xF]
        self.assertEqual(packets, [note_on(60, 0x1234, 2, 2), note_off(60, 0x4321, 2, 2)])

    def test_groups_are_ports(self):
        heard = self.heard()
        self.send(midi1(0x90, 61, 5, group=2), midi1(0x80, 61, 5, group=2), midi1(0x90, 99, 5, group=1))
        packets = [packet for packet in heard.read(2) if packet[0] >> 28 != 0xF]
        self.assertEqual([(packet[0] >> 24 & 15, packet[0] >> 16 & 0xFF, packet[0] >> 8 & 0x7F) for packet in packets],
                         [(0, 0x94, 61), (0, 0x84, 61)])

    def isMIDI1(self):
        return "protocol 100" in self.board.run("ump info %s" % self.path)


class Drive(unittest.TestCase):
    """A computer that gets the owner's partition as a drive, and a network."""

    KIND = "pc-x86_64"
    SONG = "name: Song\nnumber: 1\nroutings: [{ from: [daw], to: [din], channel: %d }]\n"

    @classmethod
    def setUpClass(cls):
        box = BOX.partition("presets:")[0] + """usb-device: { drive: true, network: true }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
"""
        files = {"box.yaml": box.encode(), "presets/song.yaml": (cls.SONG % 2).encode()}
        card = Card(temporary(cls) / "card", cls.KIND, b"", files)
        cls.board = cls.enterClassContext(BoxedBoard(
            "treadle: 1\nname: Of the image\n", "usb-device-drive",
            append="snd_usb_audio.midi2_enable=0 treadle_disk=%08x" % SIGNATURES[cls.KIND], arguments=card.drive()))
        cls.computer = Computer(cls.board)
        cls.board.said(r"^treadle: the computer has the drive")
        cls.board.said(r"^  daw: in and out at usb-device")
        cls.disk = "/dev/" + cls.board.wait("ls %s/*/host*/target*/*/block" % cls.computer.device()).split()[-1]
        cls.board.wait("dd if=%s of=/dev/null count=1" % cls.disk)
        cls.board.run("mkdir /tmp/drive")

    def plays(self, channel):
        """A note from the computer comes out of DIN on a channel."""
        self.computer.send(0, [0x90, 60, 1, 0x80, 60, 1])
        self.assertEqual(self.board.read_din(6).hex(" "), bytes(
            [0x8F + channel, 60, 1, 0x7F + channel, 60, 1]).hex(" "))

    def test_box_and_computer_never_have_it_at_once(self):
        self.assertEqual(self.board.sh("grep /owner /proc/mounts")[1], "")
        status, said = self.board.sh("/proc/1/exe export")
        self.assertEqual((status, said.splitlines()[-1]), (3, "refused NO CARD"))

    def test_edit_is_played_once_the_drive_is_ejected(self):
        self.board.run("mount -t vfat %s /tmp/drive" % self.disk)
        self.plays(2)
        self.board.run("cat >/tmp/drive/presets/song.yaml <<'END'\n%sEND\ndd if=/dev/zero of=/tmp/drive/more bs=1M "
                       "count=8 2>/dev/null & wait; sync" % (self.SONG % 7), 120)
        self.plays(2)
        self.board.run("rm /tmp/drive/more; umount /tmp/drive; eject %s" % self.disk)
        self.board.said(r"^treadle: the edited files of the drive are imported")
        self.board.said(r"configuration reloaded")
        self.plays(7)
        self.assertIn("/owner vfat ro", self.board.run("grep /owner /proc/mounts"))

    def test_the_drive_comes_back_with_the_computer_and_a_faulty_edit_is_told(self):
        since = len(self.board.console)
        self.computer.unplug()
        self.board.said(r"^  daw: %s" % MISSING, since)
        self.computer.plug()
        self.board.said(r"^treadle: the computer has the drive", since)
        disk = "/dev/" + self.board.wait("ls %s/*/host*/target*/*/block" % self.computer.device()).split()[-1]
        self.board.wait("mount -t vfat %s /tmp/drive" % disk)
        self.board.run("echo 'name: Song\nrutings: []' >/tmp/drive/presets/song.yaml; umount /tmp/drive")
        # Pulled without a word.
        self.computer.unplug()
        self.board.said(r"^treadle: the edited files of the drive are not imported", since)
        self.computer.plug()
        self.board.said(r"^  daw: in and out at usb-device", since)
        self.plays(7)
        self.board.shows(".*", "BAD EDIT *")

    def test_network_is_up_at_both_ends(self):
        own = self.board.run("cat /sys/kernel/config/usb_gadget/treadle/functions/ncm.treadle/ifname")
        other = self.board.wait("ls %s/*/net" % self.computer.device()).split()[-1]
        self.board.run("ifconfig %s up" % other)
        for name in [own, other]:
            self.board.wait("[ $(cat /sys/class/net/%s/carrier) = 1 ]" % name)


load_tests = in_order(MIDI1, Packets, Drive)
