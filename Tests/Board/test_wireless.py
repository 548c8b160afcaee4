"""The radios of the emulated board without the box's part: their modules, and the programs of Wi-Fi that the image has
(B17, L2, L3, L7, L9)."""

import os
import socket
import tempfile
import unittest

from boxed import BoxedBoard, in_order, note
from common.waiting import PATIENCE
from wifi import LOAD, Phone, Supplicant

BOX = """treadle: 1
name: Radios
ports:
  din: { uart: /dev/ttyS0, direction: out }
network: { address: off }
"""
BLUETOOTH = 'while read -r module; do insmod "$module"; done </lib/treadle/bluetooth.order\n'
SSID, PASSWORD = "Treadle", "correct horse"
LEASES = """start 192.168.84.10
end 192.168.84.20
interface wlan0
lease_file /run/udhcpd.leases
option subnet 255.255.255.0
option lease 3600
"""
# HCI_Reset, as a packet of H4 (Core specification, Vol 4, Parts A and E 7.3.2).
RESET = bytes([0x01, 0x03, 0x0C, 0x00])


class Bluetooth(unittest.TestCase):
    def test_the_third_serial_port_becomes_a_controller(self):
        with tempfile.TemporaryDirectory(prefix="treadle-radio-") as folder, socket.socket(socket.AF_UNIX) as listener:
            path = os.path.join(folder, "radio")
            listener.bind(path)
            listener.listen()
            listener.settimeout(PATIENCE)
            arguments = ["-chardev", "socket,id=radio,path=" + path, "-device", "pci-serial,chardev=radio"]
            with BoxedBoard(BOX, "radio", panel=False, prepare=BLUETOOTH, arguments=arguments) as board:
                radio, _ = listener.accept()
                with radio:
                    board.run("attach-radio /dev/ttyS1 >/dev/null 2>&1 &")
                    board.wait("[ -e /sys/class/bluetooth/hci0 ]")
                    radio.settimeout(PATIENCE)
                    heard = b""
                    while len(heard) < len(RESET):
                        heard += radio.recv(64)
                    self.assertEqual(heard[:len(RESET)], RESET)
                    # What the kernel looks for by name is there: no key agreement without it.
                    ciphers = board.run("cat /proc/crypto")
                    for name in ["aes", "ecdh-nist-p256", "stdrng"]:
                        self.assertRegex(ciphers, r"name +: %s\b" % name)
                    self.assertRegex(board.run("cat /proc/modules"), r"(?m)^cmac ")


class WiFi(unittest.TestCase):
    """One board, whose tests run in the order of the file."""

    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(BoxedBoard(BOX, "wireless", panel=False, prepare=LOAD))

    def test_the_modules_are_loaded_in_their_order(self):
        self.assertEqual(self.board.run("ls /sys/class/ieee80211 | wc -l"), "3")
        loaded = {line.split()[0] for line in self.board.run("cat /proc/modules").splitlines()}
        listed = self.board.run("cat /lib/treadle/wifi.order").splitlines()
        self.assertLessEqual({line.split("/")[-1][:-3].replace("-", "_") for line in listed}, loaded)

    def test_the_programs_are_those_that_were_wanted(self):
        versions = self.board.run("/sbin/wpa_supplicant -v")
        self.assertIn("wpa_supplicant v2.10", versions)
        size = self.board.run("stat -c %s /sbin/wpa_supplicant /sbin/udhcpd /lib/firmware/regulatory.db").split()
        note("wireless: wpa_supplicant %s bytes, udhcpd %s, regulatory database %s" % tuple(size))
        self.assertNotRegex(self.board.run("dmesg"), r"cfg80211: .*(invalid|fail|malformed)")

    def test_a_phone_joins_the_access_point_and_gets_an_address(self):
        access = type(self).access = Supplicant(self.board, "wlan0", "access")
        access.start(SSID, PASSWORD, "mode=2\nfrequency=2437\n")
        self.assertEqual(access.wait_until_joined()["mode"], "AP")
        # The database was accepted, and the country's rules hold.
        self.assertIn("country=DE", self.board.run("cat /run/access.conf"))
        self.board.run("ifconfig wlan0 192.168.84.1 netmask 255.255.255.0")
        self.board.run("cat >/run/udhcpd.conf <<'END'\n%sEND\ntouch /run/udhcpd.leases" % LEASES)
        self.board.run("/sbin/udhcpd -f /run/udhcpd.conf >/run/udhcpd.log 2>&1 &")

        phone = type(self).phone = Phone(self.board, "wlan1")
        phone.supplicant.start(SSID, PASSWORD)
        status = phone.supplicant.wait_until_joined()
        self.assertEqual([status[name] for name in ["ssid", "key_mgmt", "pairwise_cipher", "freq"]],
                         [SSID, "WPA2-PSK", "CCMP", "2437"])
        # Protected management frames for those who can.
        self.assertEqual(status.get("pmf"), "1")
        self.assertEqual(phone.lease(), "192.168.84.10 router= dns=")
        phone.run("ping -c 2 -W 5 192.168.84.1")
        self.assertEqual(self.board.run(access.client("list_sta")), status["address"])

    def test_a_wrong_password_is_told(self):
        other = Phone(self.board, "wlan2", "other")
        other.supplicant.start(SSID, PASSWORD + "s")
        other.supplicant.wait_for("reason=WRONG_KEY")
        self.assertEqual(self.phone.supplicant.wait_until_joined()["ssid"], SSID)


load_tests = in_order(Bluetooth, WiFi)
