"""The card of the emulated Raspberry Pi, with the image that is released (I2, I3, I4): its first start imports what the
owner has edited and grows the data partition, a later one imports another edit, and the power may be cut after any
write. The card takes its writes in their order, and each block of 4096 bytes as a whole: half a superblock of ext4 has a
wrong checksum, and no kernel mounts it.

TREADLE_SEED=N tries other cuts, TREADLE_CUTS=N (make test-cuts) looks after all writes and starts from N of them."""

import os
import random
import struct
import unittest

from boxed import SEED, note
from card import SECTOR, is_whole
from common import folders
from disk import SAMPLES, WriteLog
from pi import IMAGE, Pi, play_until_heard
from released import DATA, PARTITIONS, Released

# Cuts of a log that are looked at, where not all are.
CUTS = 8
BLOCK = 4096
# An SD card has a power of two of bytes.
SIZE = 512 << 20
# Where the number of sectors of the data partition stands in the boot record.
LENGTH = 446 + 16 * (DATA - 1) + 12

BOX = b"""treadle: 1
name: Of the owner
ports:
  din: { uart: /dev/ttyAMA0 }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
"""
PRESET = "name: Straight\nnumber: 1\nroutings: [{ from: [din], to: [din], channel: %d }]\n"
NOTE = bytes([0x90, 60, 64])


def files(channel):
    return {"box.yaml": BOX, "presets/01-straight.yaml": (PRESET % channel).encode(),
            "presets/02-split.yaml": b"name: Split\nnumber: 2\nroutings: []\n"}


@unittest.skipUnless(IMAGE.exists(), "no image; make image BOARD=raspberry-pi")
class RaspberryPiCard(folders.Case):
    def start(self, name, card, channel, log=None):
        """Starts the box, which plays the configuration of a channel."""
        # One instruction takes a nanosecond, so that no time is over sooner on a busy host.
        pi = self.enterContext(
            Pi("card-" + name, card, din_is_a_card=False, log=log, arguments=["-icount", "shift=0,sleep=off"]))
        self.assertEqual(play_until_heard(pi, NOTE, bytes([NOTE[0] + channel - 1]) + NOTE[1:]), b"")
        return pi

    def edit(self, card, channel):
        for path, content in files(channel).items():
            card.write("/" + path, content)

    def length(self, card):
        with open(card.path, "rb") as image:
            return struct.unpack_from("<I", image.read(SECTOR), LENGTH)[0]

    def test_every_cut_of_the_first_start_and_of_an_import_leaves_old_or_new(self):
        card = Released("raspberry-pi", self.folder)
        os.truncate(card.path, SIZE)
        sizes = [PARTITIONS[DATA][1], SIZE // SECTOR - PARTITIONS[DATA][0]]
        self.edit(card, 2)
        before, log = card.copy("before-first.img"), self.folder / "first.log"
        with self.start("first", card, 2, log) as pi:
            pi.said("the edited files of the card are imported")
            pi.said(r"the data partition has grown to \d+ MiB")
        self.assertEqual(self.length(card), sizes[1])
        self.cuts("first", before, WriteLog(log, BLOCK), 2, sizes,
                  lambda data: is_whole(data, [files(2)], may_be_empty=True))

        # The next start finds nothing to do. Then there is an edit again.
        with self.start("second", card, 2) as pi:
            self.assertNotIn("imported", pi.console)
            self.assertNotIn("has grown", pi.console)
        self.edit(card, 5)
        before, log = card.copy("before-import.img"), self.folder / "import.log"
        with self.start("import", card, 5, log) as pi:
            pi.said("the edited files of the card are imported")
        self.assertTrue(is_whole(card.data("data").mend(), [files(5)]))
        self.cuts("import", before, WriteLog(log, BLOCK), 5, sizes[1:],
                  lambda data: is_whole(data, [files(2), files(5)]))

    def cuts(self, name, card, log, channel, sizes, is_good):
        """Looks at the card after cuts, and starts from some of them: the box plays what the owner wants, and the data
        partition is as large as it can be."""
        dice = random.Random(SEED)
        self.assertGreater(len(log), 4)
        everything = range(len(log) + 1)
        counts = everything if SAMPLES > 1 else sorted({0, len(log), *dice.sample(everything, min(CUTS, len(log)))})
        starts = set(dice.sample(counts, min(SAMPLES, len(counts))))
        cut = card.copy("cut.img")
        for count in log.in_order(cut.path, counts):
            self.assertIn(self.length(cut), sizes, "after %d writes" % count)
            self.assertTrue(is_good(cut.data("data").mend()), "after %d of %d writes" % (count, len(log)))
            if count in starts:
                again = cut.copy("again.img")
                with self.start("%s-%d" % (name, count), again, channel) as pi:
                    if self.length(cut) != sizes[-1]:
                        pi.said(r"the data partition has grown to \d+ MiB")
                self.assertTrue(is_whole(again.data("data").mend(), [files(channel)]))
                self.assertEqual(self.length(again), sizes[-1])
        note("Raspberry Pi: card, %s: seed %d, %d of %d cuts, started after %s" % (
            name, SEED, len(counts), len(everything), ", ".join(map(str, sorted(starts)))))
