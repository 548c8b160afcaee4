"""The card of a box: its data partition grows, edits are imported, the configuration is exported (I2, I3), and the
power may be cut at any point of it (I4).

TREADLE_SEED=N tries other cuts.
"""

import random
import struct

from boxed import SEED, BoxedBoard, note
from card import LAYOUT, SECTOR, SIGNATURES, Card, is_whole
from common import folders
from disk import Disk, WriteLog

# Cuts of a log that are looked at; a board starts from some of them.
CUTS, STARTS = 16, 2
KIND = "pc-x86_64"
SPARE = 24 << 20

BOX = """
treadle: 1
name: Of the %s
ports:
  din: { uart: /dev/ttyS0 }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
footswitches: { A: { line: "gpiochip0:0" } }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
"""


def song(channel, name="Song", number=1):
    text = "name: %s\nnumber: %d\nroutings: [{ from: [din], to: [din], channel: %d }]\n"
    return (text % (name, number, channel)).encode()


FILES = {"box.yaml": (BOX % "card").encode(), "presets/song.yaml": song(2)}
FAULTY = b"name: Song\nrutings: []\n"


class Cards(folders.Case):
    def card(self, name="card", spare=0):
        return Card(self.folder / name, KIND, b"", FILES, spare)

    def boot(self, card, name, says="card", log=None, arguments=(), read_only=False):
        board = self.enterContext(BoxedBoard(
            BOX % "image" + "presets: [{ name: Of the image, number: 1, routings: [] }]\n", "card-" + name,
            append="treadle_disk=%08x" % SIGNATURES[KIND], arguments=[*card.drive(log, read_only), *arguments]))
        board.said(r"^Treadle [0-9.]+: Of the %s" % says)
        board.said(r"^  din: in and out")
        return board

    def plays(self, board):
        """The channel on which a note comes out."""
        board.send_din([0x90, 60, 1, 0x80, 60, 1])
        heard = board.read_din(6)
        self.assertEqual(len(heard), 6)
        return (heard[0] & 15) + 1

    def test_first_start_imports_the_files_and_grows_the_data_partition(self):
        card = self.card(spare=SPARE)
        before = card.path.read_bytes()[:SECTOR]
        with self.boot(card, "first") as board:
            self.assertEqual(self.plays(board), 2)
            board.said(r"the data partition has grown to 32 MiB")
            mounts = board.run("grep '^/dev/vda' /proc/mounts | cut -d' ' -f1-4")
            self.assertRegex(mounts, r"(?m)^/dev/vda1 /owner vfat ro,")
            self.assertRegex(mounts, r"(?m)^/dev/vda4 /var/lib/treadle ext4 rw,")
            self.assertGreater(int(board.run("df -k /var/lib/treadle | tail -1 | awk '{ print $2 }'")), 28 << 10)
            self.assertEqual(board.run("cat /var/lib/treadle/presets/song.yaml") + "\n", song(2).decode())
            self.assertEqual(board.counters()["allocations"], 0)
            board.run("sync")
            board.cut_power()
        after = card.path.read_bytes()[:SECTOR]
        self.assertEqual(struct.unpack_from("<I", after, 446 + 48 + 12)[0], LAYOUT[4][1] + SPARE // SECTOR)
        self.assertEqual(after[:446 + 48 + 12] + after[510:], before[:446 + 48 + 12] + before[510:])
        card.data(self.folder / "data").mend()
        with self.boot(card, "second") as board:
            self.assertEqual(self.plays(board), 2)
            self.assertNotIn("has grown", board.console)
            self.assertNotIn("imported", board.console)

    def test_an_edit_is_imported_and_a_faulty_one_is_told(self):
        card = self.card()
        with self.boot(card, "before-edit") as board:
            self.assertEqual(self.plays(board), 2)
            board.cut_power()
        card.edit("presets/song.yaml", song(5))
        card.edit("presets/._song.yaml", b"\0\5\26\7litter")
        with self.boot(card, "edit") as board:
            board.said("the edited files of the card are imported")
            self.assertEqual(self.plays(board), 5)
            self.assertEqual(board.run("cat /var/lib/treadle/presets/song.yaml.before") + "\n", song(2).decode())
            board.cut_power()
        card.edit("presets/song.yaml", FAULTY)
        with self.boot(card, "faulty") as board:
            board.said(r"/owner/presets/song\.yaml:2:1: error: `rutings`")
            board.shows(".*", "BAD EDIT *")
            self.assertEqual(self.plays(board), 5)
            board.step_on("A")
            board.shows(".*", "120.0 . *")

    def test_an_export_is_seen_by_a_computer(self):
        card = self.card()
        with self.boot(card, "export") as board:
            board.run("cd /var/lib/treadle/presets; sed -i 's/channel: 2/channel: 7/' song.yaml; "
                      "sed 's/number: 1/number: 3/; s/Song/Third/' song.yaml >third.yaml")
            self.assertIn("exported", board.run("treadle export"))
            self.assertRegex(board.run("grep /owner /proc/mounts"), " vfat ro,")
            self.assertEqual(self.plays(board), 2)
            self.assertEqual(board.counters()["allocations"], 0)
            board.cut_power()
        self.assertEqual(card.text("presets/song.yaml"), song(7))
        self.assertEqual(card.text("presets/third.yaml"), song(7, "Third", 3))
        self.assertEqual(card.text("box.yaml"), FILES["box.yaml"])
        self.assertIsNotNone(card.text("grub/grubenv"))
        with self.boot(card, "exported") as board:
            self.assertNotIn("imported", board.console)
            self.assertEqual(self.plays(board), 7)

    # Faults: each is said, and the box plays.

    def test_damaged_owners_partition_is_said(self):
        card = self.card()
        self.boot(card, "whole").close()
        with open(card.path, "r+b") as file:
            file.seek(LAYOUT[1][0] * SECTOR)
            file.write(bytes(SECTOR))
        board = self.boot(card, "damaged")
        board.said("treadle: card: /dev/vda1 cannot be mounted: Invalid argument")
        board.shows(".*", "CARD FAULT *")
        self.assertEqual(self.plays(board), 2)

    def test_unformatted_data_partition_is_said_and_the_owners_files_play(self):
        card = self.card()
        with open(card.path, "r+b") as file:
            file.seek(LAYOUT[4][0] * SECTOR)
            file.write(bytes(LAYOUT[4][1] * SECTOR))
        board = self.boot(card, "unformatted")
        board.said("/dev/vda4 cannot be mounted: Invalid argument; nothing is kept")
        board.shows(".*", "NOT KEPT *")
        self.assertEqual(self.plays(board), 2)

    def test_read_only_card_plays_what_it_holds(self):
        card = self.card()
        # The second start takes what the first one has written out of the journal, which a read-only one cannot.
        for name in ["writable", "replayed"]:
            self.boot(card, name).close()
        board = self.boot(card, "read-only", read_only=True)
        board.said("/dev/vda4 is read-only; nothing is kept")
        board.shows(".*", "NOT KEPT *")
        self.assertEqual(self.plays(board), 2)
        status, said = board.sh("treadle export")
        self.assertEqual((status, said.splitlines()[-1]), (3, "refused EXPORT FAILED"))

    def test_full_data_partition_takes_no_edit_and_plays(self):
        card = self.card()
        with self.boot(card, "filling") as board:
            board.sh("head -c 30000000 /dev/zero >/var/lib/treadle/recorder-full.txt; sync")
            board.cut_power()
        card.edit("presets/song.yaml", song(5))
        board = self.boot(card, "full")
        board.said("treadle: card: import: .*No space left on device")
        board.shows(".*", "CARD FAULT *")
        self.assertEqual(self.plays(board), 2)
        board.run("rm /var/lib/treadle/recorder-full.txt; sync")
        board.cut_power()
        self.assertEqual(self.plays(self.boot(card, "room-again")), 5)

    def test_of_two_cards_with_one_signature_none_is_used(self):
        card = self.card()
        other = card.copy(self.folder / "other")
        board = self.boot(card, "two", says="image", arguments=other.drive())
        board.said("2 disks have the signature 54524432; none is used")
        board.shows(".*", "NOT KEPT *")
        self.assertEqual(board.run("grep -c /dev/vd /proc/mounts || true"), "0")

    # I4: the power is cut after each of some writes; what was not flushed is there or not, by chance.

    def cuts(self, before, log, look):
        """Looks at the card after cuts, and returns some of them, the last of all among them."""
        dice, log = random.Random(SEED), WriteLog(log)
        self.assertGreater(len(log), 4)
        counts = sorted(set(dice.sample(range(len(log) + 1), min(CUTS, len(log) + 1))) | {0, len(log)})
        kept = set(dice.sample(counts, STARTS)) | {counts[-1]}
        cards = []
        for count in counts:
            card = before.copy(self.folder / ("cut-%d" % count))
            log.cut(Disk(before.path), card.path, count, dice)
            look(card, card.data(self.folder / "data").mend(), count)
            if count in kept:
                cards.append(card)
            else:
                card.path.unlink()
        note("card: seed %d, %d of %d cuts" % (SEED, len(counts), len(log)))
        return cards

    def recorded(self, card, name, act, **others):
        """Boots with a log of writes, acts, and returns the card as it was before and the log."""
        before, log = card.copy(self.folder / ("before-" + name)), self.folder / "log"
        board = self.boot(card, name, log=log, **others)
        act(board)
        board.run("sync")
        board.cut_power()
        return before, log

    def test_first_start_that_is_cut_is_finished_by_the_next(self):
        card = self.card(spare=SPARE)
        before, log = self.recorded(
            card, "grow", lambda board: board.said(r"the data partition has grown to 32 MiB"))
        sizes = {LAYOUT[4][1], LAYOUT[4][1] + SPARE // SECTOR}

        def look(card, data, count):
            sector = card.path.read_bytes()[:SECTOR]
            self.assertIn(struct.unpack_from("<I", sector, 446 + 48 + 12)[0], sizes, count)
            self.is_whole(data, [FILES], count, mayBeEmpty=True)

        for number, card in enumerate(self.cuts(before, log, look)):
            with self.boot(card, "grow-%d" % number) as board:
                self.assertEqual(self.plays(board), 2)
                board.wait("[ $(df -k /var/lib/treadle | tail -1 | awk '{ print $2 }') -gt 28000 ]")

    def test_an_import_that_is_cut_ends_in_the_old_or_new(self):
        card = self.card()
        self.boot(card, "import-old").close()
        new = dict(FILES, **{"presets/song.yaml": song(5), "presets/a.yaml": song(6, "A", 2)})
        for name in ["presets/song.yaml", "presets/a.yaml"]:
            card.edit(name, new[name])
        before, log = self.recorded(card, "import", lambda board: board.said("are imported"))
        look = lambda card, data, count: self.is_whole(data, [FILES, new], count)
        for number, card in enumerate(self.cuts(before, log, look)):
            with self.boot(card, "import-%d" % number) as board:
                self.assertEqual(self.plays(board), 5)

    def test_an_export_that_is_cut_is_done_again_and_never_imported(self):
        card = self.card()
        with self.boot(card, "export-old") as board:
            board.run("cd /var/lib/treadle/presets; sed -i 's/channel: 2/channel: 7/' song.yaml; "
                      "sed 's/number: 1/number: 3/; s/Song/Third/' song.yaml >third.yaml; sync")
            board.cut_power()
        new = dict(FILES, **{"presets/song.yaml": song(7), "presets/third.yaml": song(7, "Third", 3)})
        before, log = self.recorded(card, "export-cut", lambda board: board.run("treadle export"))
        look = lambda card, data, count: self.is_whole(data, [new], count)
        for number, card in enumerate(self.cuts(before, log, look)):
            with self.boot(card, "export-%d" % number) as board:
                self.assertEqual(self.plays(board), 7)
                self.assertNotIn("are imported", board.console)
                board.wait("! ls /var/lib/treadle/.exporting")
                board.run("sync")
                board.cut_power()
            if card.text("presets/third.yaml") is not None:
                self.assertEqual(card.text("presets/song.yaml"), new["presets/song.yaml"])

    def is_whole(self, data, configurations, count, mayBeEmpty=False):
        self.assertTrue(is_whole(data, configurations, mayBeEmpty), "after %d writes" % count)
