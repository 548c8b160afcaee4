"""Saved changes survive a power cut (P5, P6, E4): the emulator is killed, and started again with the same disk.

TREADLE_SEED=N tries other cuts.
"""

import random
import re

from boxed import SEED, BoxedBoard, note
from common import folders
from disk import Disk, WriteLog


BOX = """# My own board
treadle: 1
name: Of the disk
ports:
  din: { uart: /dev/ttyS0 }   # both sockets
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
start-preset: last
assignments:
- { from: din, channel: 16, controller: cc 20, do: { 127: toggle-mute "Left" } }
- { from: din, channel: 16, controller: cc 22, do: { 127: save } }
- { from: din, channel: 16, controller: cc 23, do: { 127: next-preset } }
- { from: din, channel: 16, controller: cc 24, do: { 127: tempo +1 } }
"""

SONG = """# The song, by hand
name: Song
number: 1
routings:
- name: Left      # muted in the bridge
  from: [din]
  to: [din]
  restrict: { channel: 1 }%s
  channel: 2
- { name: Mark, from: [din], to: [din], restrict: { channel: 5 } }
"""
DISPLAY = """footswitches: { A: { line: "gpiochip0:0" } }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
"""

UNMUTED, MUTED = SONG % "", SONG % "\n  mute: true"

BRIDGE = "{ name: Bridge, number: 2, routings: [{ from: [din], to: [din], restrict: { channel: 1 }, channel: 3 }] }\n"

FILES = {"box.yaml": BOX, "presets/1-song.yaml": UNMUTED, "presets/2-bridge.yaml": BRIDGE}
SAVED = "presets/1-song.yaml"


def texts():
    """Patterns of the song's file, by whether the routing is muted. The box may write `mute` anywhere in the
    routing."""
    return {False: re.compile(re.escape(UNMUTED) + "|.*mute: false.*", re.S), True: re.compile(".*mute: true.*", re.S)}


class Power(folders.Case):
    def setUp(self):
        super().setUp()
        self.disk = Disk(self.folder / "disk", FILES)

    def boot(self, disk, log=None, prepare=""):
        """Starts the box with a disk, whose box file overrides that of the image."""
        board = self.enterContext(BoxedBoard(
            BOX.replace("Of the disk", "Of the image"), "power", panel=False, append="treadle_data=/dev/vda",
            arguments=disk.drive(log), prepare=prepare))
        board.said(r"^Treadle [0-9.]+: Of the disk")
        board.said(r"^  din: in and out")
        return board

    def press(self, board, *controllers):
        board.send_din(b"".join(bytes([0xBF, controller, 127, 0xBF, controller, 0]) for controller in controllers))

    def plays(self, board):
        """The output channels of a note on channel 1 and of one on channel 5."""
        board.send_din([0x90, 60, 1, 0x80, 60, 1, 0x94, 61, 1, 0x84, 61, 1])
        heard = board.read_din(6, 5)
        if heard[:1] == b"\x91":
            heard += board.read_din(6, 5)
        return sorted({byte & 15 for byte in heard[::3]})

    def test_what_is_saved_when_the_plug_is_pulled_is_old_or_new(self):
        """The power is cut some milliseconds after the switch is pressed, from before the first write to long after the
        last."""
        muted, outcomes = False, []
        for wait in [30, 100, 3000]:
            board = self.boot(self.disk)
            self.assertEqual(self.plays(board), [4] if muted else [1, 4])
            self.press(board, 20, 22)
            if wait == 3000:
                board.said("saved in /var/lib/treadle/presets/1-song.yaml")
            else:
                board.read_din(1, wait / 1000)
            board.cut_power()
            board.close()
            text = self.disk.copy(self.folder / "copy").mend().text(SAVED)
            now = next((state for state, pattern in texts().items() if pattern.fullmatch(text)), None)
            self.assertIsNotNone(now, text)
            outcomes.append("new" if now != muted else "old")
            muted = now
        self.assertEqual(outcomes[-1], "new", "a reported save is on the disk")
        with self.boot(self.disk) as board:
            self.assertEqual(self.plays(board), [4] if muted else [1, 4])
            # Nothing else has changed, and the version before is kept.
            self.assertEqual(board.run("cat /var/lib/treadle/box.yaml") + "\n", BOX)
            self.assertTrue(board.run("ls /var/lib/treadle/presets").startswith("1-song.yaml"))
            self.assertNotIn(".saving", board.run("ls -a /var/lib/treadle /var/lib/treadle/presets"))
        note("power: pulled while saving, the file was: %s" % ", ".join(outcomes))

    def test_a_partition_that_comes_late_is_waited_for(self):
        """The driver is bound to the disk only when process 1 waits for the node (P6)."""
        late = """
            mkdir -p /data; disk=$(basename "$(readlink -f /sys/block/vda/device)"); driver=/sys/bus/virtio/drivers/virtio_blk
            echo $disk >$driver/unbind
            { until ls -l /proc/1/fd | grep -q inotify; do sleep 0.02; done
              [ ! -e /dev/vda ] && echo $disk >/data/late; echo $disk >$driver/bind; } &
            """
        board = self.boot(self.disk, prepare=late)
        self.assertRegex(board.run("cat /data/late"), "^virtio[0-9]+$")
        self.assertEqual(board.run("grep '^/dev/vda ' /proc/mounts | cut -d' ' -f2-3"), "/var/lib/treadle ext4")
        self.assertNotIn("nothing is kept", board.console)
        self.press(board, 20, 22)
        board.said("saved in /var/lib/treadle/presets/1-song.yaml")

    def test_every_cut_of_the_writes_leaves_old_or_new(self):
        """Cuts the writes of a session after each write; any write that was not flushed may be lost. The box starts
        from some of the resulting disks."""
        note("power: seed %d" % SEED)
        before = self.disk.copy(self.folder / "before")
        board = self.boot(self.disk, self.folder / "log")
        self.press(board, 20, 22)
        board.said("saved in /var/lib/treadle/presets/1-song.yaml")
        self.press(board, 23, 24)
        for name, text in [(".last-preset", "Bridge"), (".last-tempo", "121.00 120.00")]:
            board.wait("[ \"$(cat /var/lib/treadle/%s)\" = '%s' ]" % (name, text))
        board.run("sync")
        board.cut_power()
        board.close()
        log = WriteLog(self.folder / "log")
        dice, states, kept = random.Random(SEED), {}, {}
        allowed = {"song": texts(), "preset": [None, "Song", "Bridge"], "tempo": [None, "", "121.00 120.00"]}
        for count, disk in log.cuts(before, self.folder / "cut", dice):
            disk.mend()
            self.assertEqual((disk.text("box.yaml"), disk.text("presets/2-bridge.yaml")), (BOX, BRIDGE), count)
            text = disk.text(SAVED)
            muted = next((state for state, pattern in allowed["song"].items() if text and pattern.fullmatch(text)), None)
            self.assertIsNotNone(muted, "after %d writes: %r" % (count, text))
            preset, tempo = disk.text(".last-preset"), disk.text(".last-tempo")
            self.assertIn(preset, allowed["preset"], count)
            self.assertIn(tempo, allowed["tempo"], count)
            state = (muted, preset == "Bridge", bool(tempo))
            if state not in states:
                kept[state] = disk.copy(self.folder / ("state-%d" % len(kept)))
            states[state] = states.get(state, 0) + 1
        self.assertEqual(list(states)[0], (False, False, False))
        self.assertEqual(list(states)[-1], (True, True, True))
        note("power: %d disks, cut after each of %d writes: %s" % (sum(states.values()), len(log), ", ".join(
            "%d %s" % (times, "+".join(
                word for word, so in zip(["saved", "preset", "tempo"], state) if so) or "as before")
            for state, times in states.items())))
        for muted, is_bridge, has_tempo in [list(states)[-1], next(state for state in states if state[0])]:
            with self.boot(kept[muted, is_bridge, has_tempo]) as board:
                self.assertEqual(self.plays(board)[0], 2 if is_bridge else 4 if muted else 1)
                # P6, K6: the tempo is counted on from the saved one.
                self.press(board, 24)
                board.wait("grep -q '%s' /var/lib/treadle/.last-tempo" % (
                    "122.00 120.00" if has_tempo else "121.00 120.00"))

    def show(self, disk, name, **others):
        """Starts a box with a display and a disk; the image has another configuration than the disk."""
        board = self.enterContext(BoxedBoard(
            (BOX + DISPLAY).replace("Of the disk", "Of the image") + "presets:\n- " + BRIDGE, name,
            append="treadle_data=/dev/vda", arguments=disk.drive(**others)))
        return board

    def test_a_read_only_partition_is_read_and_said(self):
        """After a power cut, the journal of a read-only partition cannot be replayed."""
        disk = Disk(self.folder / "display", dict(FILES, **{"box.yaml": BOX + DISPLAY}))
        board = self.show(disk, "power-journal")
        board.said(r"^  din: in and out")
        self.press(board, 20, 22)
        board.said("saved in /var/lib/treadle/presets/1-song.yaml")
        board.cut_power()
        board.close()
        board = self.show(disk, "power-read-only", read_only=True)
        board.said("^treadle: /dev/vda is read-only; nothing is kept")
        board.said(r"^Treadle [0-9.]+: Of the disk")
        board.shows(".*", "NOT KEPT *")
        board.step_on("A")
        board.shows(".*", "120.0 . *")

    def test_the_image_runs_where_the_box_file_of_the_partition_is_bad(self):
        disk = Disk(self.folder / "bad", dict(FILES, **{"box.yaml": BOX + "colour: red\n"}))
        board = self.show(disk, "power-image")
        board.said(r"^Treadle [0-9.]+: Of the image")
        board.shows("  2 Bridge *", "IMAGE RUNS *")
        self.assertEqual(self.plays(board), [2])

    def test_a_partition_that_does_not_come_is_not_waited_for_long(self):
        box = BOX + DISPLAY + "presets:\n- " + BRIDGE.replace("{ from", "{ name: Left, from")
        board = self.enterContext(BoxedBoard(box, "power-absent", append="treadle_data=/dev/vdz"))
        board.said("^treadle: /dev/vdz is not there; nothing is kept")
        board.shows(".*", "NOT KEPT *")
