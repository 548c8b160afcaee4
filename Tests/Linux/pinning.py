"""Tests that builds take Debian's security fixes, that a bill names what they took, and that they can be repeated from it:
Board/tools/packages, Board/tools/bill and the tools of a Raspberry Pi, with a small archive in place of Debian's."""

import json
import os
import shutil

from archive import Archive, sum_of, tar
from common import folders
from common.project import ROOT, run

BOARD = "raspberry-pi"
# What each of these tools is told to fetch, in place of what takes minutes to build.
TOOL = """#!/usr/bin/env bash
set -euo pipefail
. "$(dirname "$0")/common.sh"
build() {
    %s
    cp "$1"/work/* "$1/" && rm -r "$1/work"
}
directory=$cache/${0##*/}/$(key "$(version %s)")
once "$directory" build
%s
"""
STAND_INS = {
    "sysroot": ('download "$1/work" libc6-dev:arm64/bookworm; download_source "$1/work" avahi/bookworm',
                "libc6-dev:arm64 bookworm", 'echo "$directory"'),
    "dhcpcd": ('download_source "$1/work" dhcpcd5/bookworm', "dhcpcd5 bookworm", 'echo "$directory/dhcpcd"'),
    "wpa-supplicant": ('download "$1/work" libnl-3-dev:arm64/bookworm; download_source "$1/work" wpa/bookworm',
                       "wpa bookworm", 'echo "$directory/wpa_supplicant"'),
    "udhcpd": ('download_source "$1/work" busybox/bookworm', "busybox bookworm", 'echo "$directory/udhcpd"'),
    "regulatory": ('download "$1/work" wireless-regdb/bookworm', "wireless-regdb bookworm", 'echo "$directory"'),
    "kernel": ('download "$1/work" linux-source-6.12/trixie', "linux-source-6.12 trixie",
               'mkdir -p "$root/build/$1" && cp "$directory"/* "$root/build/$1/"'),
}
BILL = """libc6-dev bookworm LGPL-2.1-or-later  the program
avahi bookworm LGPL-2.1-or-later  the program
linux-source-6.12 trixie GPL-2.0-only  the kernel
"""
FIRMWARE = {
    "raspi-firmware": ["raspi-firmware/" + name for name in
                       ["bootcode.bin", "start_cd.elf", "fixup_cd.dat", "start4cd.elf", "fixup4cd.dat"]],
    "firmware-brcm80211": ["firmware/brcm/brcmfmac43455-sdio.bin"],
    "bluez-firmware": ["firmware/brcm/%s.hcd" % name for name in ["BCM43430A1", "BCM43430B0", "BCM4345C0"]],
}
TREES = ["arch/arm/boot/dts/broadcom/a", "arch/arm64/boot/dts/broadcom/a", "include/dt-bindings/a",
         "scripts/dtc/include-prefixes/a"]


class Pinning(folders.Case):
    """I13"""

    def setUp(self):
        super().setUp()
        self.root = self.folder / "sources"
        shutil.copytree(ROOT / "Board", self.root / "Board")
        for name, words in STAND_INS.items():
            (self.root / "Board/tools" / name).write_text(TOOL % words)
        for place, text in [("common", BILL), (BOARD, "raspi-firmware trixie LicenseRef-raspi-firmware  the firmware\n")]:
            (self.root / "Board" / place / "bill.txt").write_text(text)
        self.archive = Archive(self.folder / "archive")
        self.put("bookworm", "libc6-dev", "2.36-9+deb12u7", "arm64")
        # Two architectures, of which one is ahead.
        self.put("bookworm", "libc6-dev", "2.36-9+deb12u9", "amd64")
        self.fixed = self.put("bookworm-security", "libc6-dev", "2.36-9+deb12u8", "arm64")
        self.put("bookworm-security", "libc6-dev", "2.36-9+deb12u6", "amd64")
        self.archive.add_source("bookworm", "avahi", "0.8-10", {"a": b"old"})
        self.archive.add_source("bookworm-updates", "avahi", "0.8-10+deb12u1", {"a": b"new"})
        self.archive.add_source("bookworm", "dhcpcd5", "9.4.1-24", {"a": b"client"})
        # The programs of Wi-Fi.
        self.put("bookworm", "libnl-3-dev", "3.7.0-0.2", "arm64")
        self.archive.add_source("bookworm", "wpa", "2.10-12", {"a": b"supplicant"})
        self.archive.add_source("bookworm", "busybox", "1.35.0-4", {"a": b"server"})
        self.put("bookworm", "wireless-regdb", "2026.05.30-1")
        self.put("trixie", "linux-source-6.12", "6.12.9-1")
        self.put("trixie-security", "linux-source-6.12", "6.12.10-1")
        # The next suite is newer, and none of ours.
        self.put("trixie", "libc6-dev", "2.41-12", "arm64")
        for name, files in FIRMWARE.items():
            paths = ["usr/lib/" + path for path in files] + ["usr/share/doc/%s/copyright" % name]
            more = ["usr/share/doc/bluez-firmware/BCM-LEGAL.txt"] if name == "bluez-firmware" else []
            self.archive.add("trixie", name, "1.0", {path: name.encode() for path in paths + more},
                             component="non-free-firmware")
        self.archive.write()
        self.cache("first")

    def put(self, suite, name, version, architecture="all"):
        """A package whose contents tell its version."""
        files = {"usr/include/version": ("%s %s" % (version, architecture)).encode()}
        if name.startswith("linux"):
            files = {"usr/src/%s.tar.xz" % name: tar({"%s/%s" % (name, path): version.encode() for path in TREES}, "xz")}
        return self.archive.add(suite, name, version, files, architecture)

    def cache(self, name):
        """Goes on with another cache, as on another computer."""
        self.environment = dict(os.environ, **self.archive.environment, XDG_CACHE_HOME=str(self.folder / name))
        self.environment.pop("TREADLE_BILL", None)

    def run_tool(self, tool, *words):
        return run(self.root / "Board" / tool, *words, env=self.environment)

    def build(self):
        """Builds the board's parts; returns the answer of `bill`."""
        shutil.rmtree(self.root / "build", ignore_errors=True)
        for tool, *words in [("tools/kernel", BOARD), (BOARD + "/firmware",), (BOARD + "/device-trees", "--source"),
                             ("tools/bill", BOARD)]:
            answer = self.run_tool(tool, *words)
            if answer.returncode != 0:
                break
        return answer

    def bill(self):
        answer = self.build()
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return answer.stdout

    def keep(self, name, bill):
        """A release with a bill and the files that it names."""
        release = self.folder / name
        release.mkdir()
        path = release / ("treadle-%s.spdx.json" % BOARD)
        path.write_text(bill)
        answer = self.run_tool("tools/packages", "gather", release / "packages", path)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return release

    def move_on(self):
        """The archive forgets what it had, as Debian's does."""
        self.archive.remove("bookworm-security", "libc6-dev")
        self.put("bookworm-security", "libc6-dev", "2.36-9+deb12u10", "arm64")
        self.archive.remove("trixie-security", "linux-source-6.12")
        self.put("trixie-security", "linux-source-6.12", "6.12.11-1")
        self.archive.write()

    def versions(self, bill):
        """The files that a bill names."""
        return {each["name"]: each["versionInfo"] for each in json.loads(bill)["packages"] if "packageFileName" in each}

    def test_the_newest_of_suite_updates_and_security_is_taken_and_named_with_its_sum(self):
        bill = self.bill()
        self.assertEqual(self.versions(bill), {
            "libc6-dev": "2.36-9+deb12u8", "avahi": "0.8-10+deb12u1", "dhcpcd5": "9.4.1-24",
            "libnl-3-dev": "3.7.0-0.2", "wpa": "2.10-12", "busybox": "1.35.0-4", "wireless-regdb": "2026.05.30-1",
            "linux-source-6.12": "6.12.10-1", **dict.fromkeys(FIRMWARE, "1.0")})
        packages = json.loads(bill)["packages"]
        sums = [each["checksums"][0]["checksumValue"] for each in packages
                if each["name"] == "libc6-dev" and "checksums" in each]
        self.assertEqual(sums, [self.fixed])
        self.assertIn(("avahi", "LGPL-2.1-or-later", "0.8-10+deb12u1"),
                      {(each["name"], each["licenseDeclared"], each["versionInfo"]) for each in packages})

    def test_a_build_with_a_bill_repeats_it_after_debian_has_moved_on(self):
        first = self.bill()
        release = self.keep("release", first)
        files = {path.name for path in (release / "packages").iterdir()}
        self.assertEqual(len(files), 11)
        built = self.root / "build" / BOARD / "linux-source-6.12_6.12.10-1_all.deb"
        kernel = built.read_bytes()
        self.move_on()
        self.cache("second")
        self.assertEqual(self.versions(self.bill())["linux-source-6.12"], "6.12.11-1")
        self.cache("third")
        self.environment["TREADLE_BILL"] = str(release)
        self.assertEqual(self.bill(), first)
        self.assertEqual(built.read_bytes(), kernel)

    def test_a_file_that_is_gone_or_changed_ends_the_build(self):
        release = self.keep("release", self.bill())
        self.move_on()
        kernel = release / "packages" / "linux-source-6.12_6.12.10-1_all.deb"
        for data in [b"changed", None]:
            if data:
                kernel.write_bytes(data)
            else:
                kernel.unlink()
            self.cache("gone" if data is None else "changed")
            self.environment["TREADLE_BILL"] = str(release)
            answer = self.build()
            self.assertNotEqual(answer.returncode, 0)
            self.assertIn("linux-source-6.12 6.12.10-1 cannot be had", answer.stderr)

    def test_what_differs_from_the_bill_is_named(self):
        release = self.keep("release", self.bill())
        path = release / ("treadle-%s.spdx.json" % BOARD)
        bill = json.loads(path.read_text())
        for package in bill["packages"]:
            if package["name"] == "swift":
                package["versionInfo"] = "1.0"
        path.write_text(json.dumps(bill))
        self.environment["TREADLE_BILL"] = str(release)
        answer = self.build()
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("only in %s: swift 1.0" % release, answer.stderr)

    def test_a_source_of_unstable_is_the_pinned_one_and_outlives_the_mirror(self):
        data = tar({"web-2.0/a": b"pinned"}, "gz")
        place, old = "pool/web_2.0.orig.tar.gz", self.folder / "old/debian/20260102T000000Z"
        (self.root / "Board/tools/pinned.txt").write_text(
            "# Comment\nweb 2.0-1 %s %s 20260102T000000Z\n" % (sum_of(data), place))
        self.environment["DEBIAN_SNAPSHOT"] = "file:%s" % (self.folder / "old")
        self.assertEqual(self.run_tool("tools/packages", "version", "web", "unstable").stdout, "2.0-1\n")
        words = ["tools/packages", "download", self.folder / "got", "web/unstable", "--source"]
        answer = self.run_tool(*words)
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("web 2.0-1 cannot be had", answer.stderr)
        (old / place).parent.mkdir(parents=True)
        for content, status in [(b"changed", 1), (data, 0)]:
            (old / place).write_bytes(content)
            record = self.folder / ("record-%d" % status)
            answer = self.run_tool(*words, "--record", record)
            self.assertEqual(answer.returncode, status, answer.stderr)
        self.assertEqual((self.folder / "got/web_2.0.orig.tar.gz").read_bytes(), data)
        self.assertEqual(record.read_text(), "web\tsource\t2.0-1\tunstable\t%s\tdebian\t%s\n" % (sum_of(data), place))

    def test_lists_without_a_good_signature_are_refused(self):
        (self.folder / "archive/debian-security/dists/trixie-security/InRelease").write_text("Suite: trixie-security\n")
        answer = self.build()
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("apt-get", answer.stderr)
