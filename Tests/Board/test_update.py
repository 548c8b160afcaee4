"""Updates of a card with two slots, and the watchdog (I5, I6). The test plays firmware and GRUB: it reads the boot selector
and starts the emulated board as that slot."""

import time
import unittest

from boxed import BoxedBoard, note
from card import LAYOUT, SECTOR, TwoSlots, run, start, starts, tool, update
from common.project import REPORT
from disk import WriteLog
from emulated import BoardError

# With a menu: a box without one would install what it finds by itself.
BOX = """
treadle: 1
name: Card
ports:
  din: { uart: /dev/ttyS0 }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
footswitches: { A: { line: "gpiochip0:0" }, B: { line: "gpiochip0:1" } }
menu: { step: A, choose: B }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
presets:
- { name: Through, number: 1, routings: [{ from: [din], to: [din], channel: 2 }] }
"""
WITHOUT_MENU = BOX.replace("menu: { step: A, choose: B }\n", "")


class Updates(TwoSlots):
    def boot(self, card, slot, name, log=None, arguments=(), append="", box=BOX):
        board = self.enterContext(
            BoxedBoard(box, name, append=card.append(slot) + " " + append, arguments=[*card.drive(log), *arguments]))
        board.said(r"^  din: in and out")
        return board

    def is_new(self, card, slot=3):
        """Whether a slot holds the update."""
        return card.partition(slot).startswith(self.image)

    def test_an_update_is_installed_while_notes_flow_and_kept_after_its_trial(self):
        """From p1, by the ways of a Raspberry Pi. Its list of withdrawn keys is remembered."""
        new = update("raspberry-pi", "0.2.0", self.new, ["00000000000000A1"])
        card = self.card("raspberry-pi", update_treadle=new)
        board = self.boot(card, 2, "update-install")
        board.run("mkdir -p /owner; treadle update '' din >/tmp/said 2>&1 & echo $! >/tmp/update.pid")
        rounds = 0
        while board.sh("kill -0 $(cat /tmp/update.pid)")[0] == 0 or rounds < 3:
            self.echoes(board)
            rounds += 1
        said = board.run("cat /tmp/said")
        self.assertRegex(said, r"found 0\.2\.0 newer raspberry-pi")
        self.assertRegex(said, r"progress 100\narmed 0\.2\.0$")
        self.assertEqual(board.counters()["allocations"], 0)
        note("update: %d notes while it was written" % rounds)
        board.run("kill %d" % board.box())
        board.said(r"restarting with '0 tryboot'")
        board.ends()
        self.assertTrue(self.is_new(card))
        self.assertEqual(card.partition(2)[:len(self.old)], self.old)
        # A pulled plug in the trial would start the old one.
        self.assertEqual(starts(card.board, card.partition(1))[0], 2)
        board = self.boot(card, start(card, asks_for_trial=True), "update-trial")
        self.echoes(board)
        self.assertIn("state begun", board.run("cat /var/lib/treadle/update.txt"))
        self.assertEqual(board.run("cat /var/lib/treadle/.withdrawn-keys").split(), ["00000000000000A1"])
        self.assertEqual(board.sh("treadle update --check ''")[0], 0)
        # The slot with the way back is not overwritten.
        status, said = board.sh("treadle update ''")
        self.assertEqual((status, "still on trial" in said), (3, True))
        board.said(r"version [0-9.]+ is kept")
        board.shows(".*", "NOW 0.1.0 *")
        board.step_on("A")
        board.wait("! ls /var/lib/treadle/update.txt")
        board.cut_power()
        self.assertEqual(start(card), 3)

    def test_a_trial_that_crashes_goes_back_and_says_so(self):
        """From a USB stick without partitions, by the ways of a PC."""
        stick = self.folder / "stick"
        stick.write_bytes(bytes(8 << 20))
        run("mkfs.fat", stick)
        source = self.folder / "update.treadle"
        source.write_bytes(update("pc-x86_64", "0.2.0", self.new))
        run("mcopy", "-i", stick, source, "::update.treadle")
        card = self.card("pc-x86_64")
        board = self.boot(card, 2, "update-stick", arguments=["-drive", "file=%s,if=virtio,format=raw" % stick])
        self.assertIn("armed 0.2.0", board.run("treadle update 2>&1"))
        board.run("kill %d" % board.box())
        board.ends()
        self.assertEqual(start(card), 3)
        board = self.boot(card, 3, "update-crash")
        board.run("kill -SEGV %d" % board.box())
        board.said(r"the box has ended on trial")
        board.ends()
        self.assertEqual(start(card), 2)
        board = self.boot(card, 2, "update-back")
        board.said(r"the update to 0\.2\.0 has failed")
        board.shows(".*", "UPDATE FAILED *")
        self.echoes(board)
        board.run("! ls /var/lib/treadle/update.txt")

    def test_a_pi_that_ignores_tryboot_is_asked_by_partition_once(self):
        card = self.card("raspberry-pi", update_treadle=update("raspberry-pi", "0.2.0", self.new))
        board = self.boot(card, 2, "update-ignored")
        board.run("treadle update")
        board.run("kill %d" % board.box())
        board.ends()
        # The firmware starts slot 2 all the same.
        with self.assertRaises(BoardError):
            BoxedBoard(BOX, "update-again", append=card.append(2), arguments=card.drive())
        console = (REPORT / "board-update-again.console.txt").read_text()
        self.assertIn("restarting with '3'", console)
        board = self.boot(card, 2, "update-never")
        board.said(r"the update to 0\.2\.0 has failed")

    def test_a_pi_without_a_menu_asks_for_the_trial_at_its_next_start(self):
        card = self.card("raspberry-pi", update_treadle=update("raspberry-pi", "0.2.0", self.new))
        board = self.enterContext(
            BoxedBoard(WITHOUT_MENU, "update-itself", append=card.append(2), arguments=card.drive()))
        board.said(r"the update to 0\.2\.0 is installed; start the box again")
        board.shows(".*", "0.2.0 RESTART *")
        self.echoes(board)
        self.assertTrue(self.is_new(card))
        board.cut_power()
        with self.assertRaises(BoardError):
            BoxedBoard(WITHOUT_MENU, "update-asks", append=card.append(2), arguments=card.drive())
        console = (REPORT / "board-update-asks.console.txt").read_text()
        self.assertIn("restarting with '0 tryboot'", console)
        slot = start(card, asks_for_trial=True)
        board = self.enterContext(
            BoxedBoard(WITHOUT_MENU, "update-tries", append=card.append(slot), arguments=card.drive()))
        board.said(r"^  din: in and out")
        self.assertIn("state begun", board.run("cat /var/lib/treadle/update.txt"))

    def test_bad_updates_are_refused_in_words_and_nothing_is_written(self):
        good = update("raspberry-pi", "0.2.0", self.new)
        changed = bytearray(good)
        changed[700_000] ^= 4
        mine = tool("update").key_tool("--number")
        files = {
            "cut": (good[:500_000], "cut off"), "unsigned": (good[:good.index(b"untrusted comment")], "no signature"),
            "damaged": (bytes(changed), "damaged"), "text": (b"treadle: 1\n", "no update"),
            "board": (update("pc-x86_64", "0.2.0", self.new), "for the board pc-x86_64"),
            "older": (update("raspberry-pi", "0.0.9", self.new, [mine]), "older than what runs"),
            "key": (self.signed_by_another(good), "does not trust"),
        }
        card = self.card("raspberry-pi")
        stick = self.folder / "bad"
        stick.write_bytes(bytes(64 << 20))
        run("mkfs.fat", stick)
        for name, (data, _) in files.items():
            source = self.folder / "file"
            source.write_bytes(data)
            run("mcopy", "-i", stick, source, "::" + name)
        (self.folder / "file").write_bytes(self.too_large())
        run("mcopy", "-i", stick, self.folder / "file", "::large")
        files["large"] = (None, "larger than a slot")
        board = self.boot(card, 2, "update-bad", arguments=["-drive", "file=%s,if=virtio,format=raw" % stick])
        board.run("mkdir /tmp/bad; mount -t vfat -o ro /dev/vdb /tmp/bad")
        for name, (_, words) in files.items():
            status, said = board.sh("treadle update /tmp/bad/%s" % name)
            self.assertEqual(status, 1, name + said)
            self.assertIn(words, said)
        self.assertEqual(card.partition(3), bytes(LAYOUT[3][1] * SECTOR))
        board.run("! ls /var/lib/treadle/.withdrawn-keys")
        self.echoes(board)
        status, said = board.sh("treadle update --downgrade /tmp/bad/older")
        self.assertIn("armed 0.0.9", said)
        self.assertTrue(self.is_new(card))
        # It has withdrawn its own key, which only an update that is installed can do.
        status, said = board.sh("treadle update --check /tmp/bad/older")
        self.assertEqual((status, "%s, which was withdrawn" % mine in said), (1, True), said)

    def signed_by_another(self, good):
        folder = self.folder / "another"
        folder.mkdir()
        run("minisign", "-G", "-W", "-p", folder / "k.pub", "-s", folder / "k.key")
        (folder / "data").write_bytes(good[:good.index(b"untrusted comment")])
        run("minisign", "-S", "-H", "-s", folder / "k.key", "-m", folder / "data")
        return (folder / "data").read_bytes() + (folder / "data.minisig").read_bytes()

    def too_large(self):
        tools = tool("update")
        image = self.new + bytes(4096)
        data = tools.header("raspberry-pi", "0.2.0", len(image)) + image
        return data + tools.sign(data, "raspberry-pi", "0.2.0")

    def test_a_cut_at_any_write_of_an_update_starts_a_whole_slot(self):
        for kind, box in [("raspberry-pi", BOX), ("pc-x86_64", BOX), ("pc-x86_64", WITHOUT_MENU)]:
            card = self.card(kind, "cut-" + kind, update_treadle=update(kind, "0.2.0", self.new))
            before, log = bytearray(card.path.read_bytes()), self.folder / "log"
            board = self.boot(card, 2, "update-cuts-" + kind, log=log, box=box)
            if box == BOX:
                board.run("treadle update")
            else:
                board.said(r"the update to 0\.2\.0 is installed; start the box again")
            board.run("sync")
            board.cut_power()
            writes = WriteLog(log)
            self.assertGreater(len(writes), 20)
            seen = self.cuts(card, before, writes)
            # GRUB's choice changes with one sector, the Pi's only with the restart.
            self.assertEqual(seen, {2, 3} if kind == "pc-x86_64" else {2})
            # The trial and its commit.
            slot = start(card, asks_for_trial=True)
            self.assertEqual(slot, 3)
            before = bytearray(card.path.read_bytes())
            board = self.boot(card, slot, "update-commit-" + kind, log=log)
            board.run("treadle update --commit && sync")
            board.cut_power()
            self.assertEqual(self.cuts(card, before, WriteLog(log)), {2, 3})
            self.assertEqual(start(card), 3)

    def cuts(self, card, image, writes):
        """Applies the writes one after the other, and looks after each, and in the middle of each, at what would start.
        Returns the slots that would."""
        seen = set()
        place = {number: (start * SECTOR, (start + count) * SECTOR) for number, (start, count, _, _) in LAYOUT.items()}
        old = bytes(image[slice(*place[2])])

        def look(at):
            slot, _ = starts(card.board, bytes(image[slice(*place[1])]))
            data = bytes(image[slice(*place[slot])])
            is_whole = data == old if slot == 2 else data.startswith(self.image)
            self.assertTrue(is_whole, "after %s of %d writes slot %d starts" % (at, len(writes), slot))
            seen.add(slot)

        look(0)
        for number, (at, data, _) in enumerate(writes.entries):
            half = len(data) // 2 // SECTOR * SECTOR
            image[at:at + half] = data[:half]
            touches = not place[4][0] <= at < place[4][1]
            if touches:
                look(number + 0.5)
            image[at:at + len(data)] = data
            if touches:
                look(number + 1)
        note("update of %s: %d cuts" % (card.board, 2 * len(writes)))
        return seen


class Watchdog(unittest.TestCase):
    def boot(self, name, append=""):
        board = self.enterContext(BoxedBoard(BOX, name, append=append))
        board.said(r"^  din: in and out")
        return board

    def resets(self, board):
        """Seconds until the machine resets; the kernel's watchdog counts the emulator's time."""
        since = time.monotonic()
        board.ends()
        return time.monotonic() - since

    def test_a_box_that_stands_still_is_reset(self):
        board = self.boot("watchdog-box")
        board.run("kill -STOP %d" % board.box())
        seconds = self.resets(board)
        note("watchdog: reset %.1f s after the box stood still" % seconds)
        self.assertGreater(seconds, 5)

    def test_process_1_that_does_not_restart_the_box_is_reset(self):
        board = self.boot("watchdog-one")
        board.run("stop-process 1")
        board.run("kill -KILL %d" % board.box())
        self.resets(board)

    def test_a_loop_that_stands_still_is_restarted_and_the_machine_is_not(self):
        """E3 comes first: the box is there again long before the watchdog bites."""
        board = self.boot("watchdog-loop")
        mark = len(board.console)
        box = board.box()
        loop = board.run("cd /proc/%d/task; for t in *; do chrt -p $t | grep -q FIFO && echo $t; done; true" % box).split()[0]
        board.run("stop-process %s" % loop)
        board.said(r"the loop has not answered", mark)
        board.said(r"^  din: in and out", mark)
        self.assertIsNone(board._process.poll())

    def test_a_fed_watchdog_and_one_that_is_off_reset_nothing(self):
        for append in ["", "treadle_watchdog=off"]:
            board = self.boot("watchdog-fed", append)
            opened = board.run("ls -l /proc/1/fd | grep -c watchdog || true")
            self.assertEqual(opened, "0" if append else "1")
            if not append:
                until = float(board.run("cut -d' ' -f1 /proc/uptime")) + 20
                board.wait("[ $(cut -d. -f1 /proc/uptime) -gt %d ]" % until)
            board.close()
