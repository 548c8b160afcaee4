"""Tests what Board/tools/release signs: images and updates of a release with real keys, of which the one in use has a
password. Kernel, DHCP client and boot files are small stand-ins; the program is that of `make package`."""

import os
import pathlib
import platform
import shutil
import subprocess
import tempfile

from common.project import ROOT, run
from release import BOARDS, ReleaseCase, number

# What `make image` does, without building.
MAKE = """#!/bin/sh
[ "$4" = image ] || exit 0
%s/Board/tools/image "${5#BOARD=}" && %s/Board/tools/card "${5#BOARD=}"
"""
CLIENT = "#!/bin/sh\necho %s\n"
SLOT = """#!/bin/sh
cp %s/build/$(basename "$(dirname "$0")")/initramfs.cpio "$1/"
mkdir "$1/licences" && echo '{}' >"$1/licences/treadle.spdx.json"
"""
OWNER = "#!/bin/sh\n:\n"
PROGRAM = ROOT / "build" / platform.machine() / "treadle"
LIST = "etc/treadle/update-keys/withdrawn"
REMEMBERED = "var/lib/treadle/.withdrawn-keys"


class Signing(ReleaseCase):
    """I5: a released box trusts the keys of its release, and nobody else's."""

    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "Overlay", self.folder / "Overlay")
        for board, architecture in zip(BOARDS, ["aarch64", "x86_64"]):
            self.program("build/%s/treadle" % architecture, PROGRAM.read_bytes())
            self.put("build/%s/Image" % board, "kernel")
            self.put("build/%s/modules/none" % board, "")
            self.program("Board/%s/slot" % board, SLOT % self.folder)
            self.program("Board/%s/owner" % board, OWNER)
        self.put("dhcpcd", "client")
        self.program("Board/tools/dhcpcd", CLIENT % (self.folder / "dhcpcd"))
        self.program("programs/make", MAKE % (self.folder, self.folder))
        self.put("password", "sesame\n")
        self.environment["TREADLE_UPDATE_PASSWORD_FILE"] = str(self.folder / "password")
        self.first, self.second = self.make_key("first", "sesame"), self.make_key("second")
        self.update = self.released / "raspberry-pi" / "update.treadle"

    def program(self, name, data):
        self.put(name, data)
        (self.folder / name).chmod(0o755)

    def make_release(self, in_use, in_reserve):
        self.use_keys(in_use, in_reserve)
        answer = self.release()
        self.assertEqual(answer.returncode, 0, answer.stderr)

    def box(self):
        """The file system of a box with the last release."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        with open(self.folder / "build" / "raspberry-pi" / "initramfs.cpio", "rb") as archive:
            subprocess.run(["cpio", "-id", "--quiet", "--no-preserve-owner"], cwd=folder, stdin=archive, check=True)
        (folder / REMEMBERED).parent.mkdir(parents=True, exist_ok=True)
        return folder

    def treadle(self, box, *words):
        """What the program says in that box."""
        space = [] if os.getuid() == 0 else ["unshare", "--user", "--map-root-user"]
        answer = run(*space, shutil.which("chroot", path="/usr/sbin:/sbin"), box, "/bin/treadle", *words)
        return answer.stdout + answer.stderr

    def check(self, box):
        """What a box says to the last release."""
        shutil.copy(self.update, box / "update.treadle")
        return self.treadle(box, "update", "--check", "/update.treadle")

    def test_boxes_follow_their_keys_from_release_to_release(self):
        self.make_release(self.first, self.second)
        old = self.box()
        keys = {path.name for path in (old / LIST).parent.iterdir()}
        self.assertEqual(keys, {"in-use.pub", "in-reserve.pub", "withdrawn"})
        said = self.treadle(old, "--version").splitlines()[1:]
        self.assertEqual(said, ["update key %s in reserve" % number(self.second),
                                "update key %s in use" % number(self.first)])
        found = "found 0.1.0 same raspberry-pi /update.treadle\n"
        self.assertEqual(self.check(old), found)
        for board in BOARDS:
            # On any computer, with the release alone.
            run(PROGRAM, "update", "--check", "--keys", self.released / "keys", self.released / board / "update.treadle",
                check=True)
        by_first = self.update.read_bytes()

        # The first key is lost: the second one signs, and withdraws it.
        self.put("Board/common/withdrawn-keys.txt", "# Lost.\n%s in a train\n" % number(self.first))
        self.make_release(self.second, self.make_key("third"))
        self.assertEqual(self.check(old), found)
        new = self.box()
        self.assertEqual((new / LIST).read_text(), number(self.first) + "\n")
        self.assertIn(b", withdrawn: " + number(self.first).encode() + b"\n", self.update.read_bytes()[-400:])

        # Whoever has it signs nothing for a box with the new release, nor for one that went back to the old one.
        self.update.write_bytes(by_first)
        self.assertIn("refused KEY WITHDRAWN\n", self.check(new))
        self.assertEqual(self.check(old), found)
        (old / REMEMBERED).write_text(number(self.first) + "\n")
        self.assertIn("refused KEY WITHDRAWN\n", self.check(old))
        self.assertIn("the signature is by the key %s, which was withdrawn" % number(self.first), self.check(old))
        self.assertIn("update key %s in use, withdrawn\n" % number(self.first), self.treadle(old, "--version"))

    def test_a_development_image_says_so(self):
        del self.environment["TREADLE_UPDATE_PASSWORD_FILE"]
        run(self.folder / "Board" / "tools" / "image", "raspberry-pi", env=self.environment, check=True)
        self.assertRegex(self.treadle(self.box(), "--version"), r"\nupdate key [0-9A-F]{16} development\n$")
