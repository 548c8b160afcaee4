"""Tests that make refuses a BOARD or an ARCH that is not there before it installs or builds anything, and which ARCH
`make package` takes."""

import unittest

from common.project import make


class Making(unittest.TestCase):
    def refused(self, *words):
        answer = make(*words)
        self.assertNotEqual(answer.returncode, 0, words)
        self.assertEqual(answer.stdout, "", words)
        return answer.stderr

    def test_an_unknown_board_is_refused_at_once(self):
        for target in ["image", "kernel", "flash", "emulate", "update"]:
            for board in ["pi4", "common", "", "raspberry"]:
                said = self.refused(target, "BOARD=" + board)
                self.assertIn("there is no BOARD '%s'; there are pc-x86_64 qemu-aarch64 raspberry-pi" % board, said)

    def test_a_board_without_a_card_or_an_emulator_is_refused_at_once(self):
        for target in ["flash", "update"]:
            self.assertIn("the board qemu-aarch64 has no card; boards with one are pc-x86_64 raspberry-pi",
                          self.refused(target, "BOARD=qemu-aarch64"))
        self.assertIn("the board raspberry-pi is not emulated; boards that are: pc-x86_64 qemu-aarch64",
                      self.refused("emulate", "BOARD=raspberry-pi"))

    def test_an_unknown_arch_is_refused_at_once(self):
        for target in ["firmware", "package"]:
            self.assertIn("there is no ARCH 'amd64'", self.refused(target, "ARCH=amd64"))

    def test_a_package_is_made_of_both_or_of_the_arch_that_is_given(self):
        for words, made in [([], "x86_64 aarch64"), (["ARCH=x86_64"], "x86_64"), (["ARCH=aarch64"], "aarch64")]:
            plan = make("-n", "package", *words).stdout
            self.assertIn("for arch in %s; do" % made, plan)
