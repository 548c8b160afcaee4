"""The box's own wireless network, and networks that it joins, over simulated radios (L1 to L7, L9): a phone joins, gets
an address, finds the session by mDNS, plays both ways and reads the page; wrong passwords, networks that go and come,
killed children, and the password, which nothing prints.

The tests of each class run in the order of the file, on one board."""

import json
import re
import unittest

from boxed import OLED_ADDRESS, BoxedBoard, in_order, note
from common.waiting import until
from display import until_shown
from menu import MenuFeet
from oled import OLED
from wifi import LOAD, Phone

BOX = """treadle: 1
name: Stage
network:
  address: %s
  rtp-midi: { accept: any }
  http: {}
  wifi: { country: DE, %s }
ports:
  others: { network: "*" }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
menu: { step: A, choose: B }
clock: { send-when-stopped: false }
presets: [{ name: Only, number: 1, routings: [{ from: [others], to: [others], channel: 2 }] }]
"""
# A second box in the phone, which invites the first.
PHONE = """treadle: 1
name: Phone
network: { rtp-midi: {} }
ports:
  stage: { network: Stage }
clock: { send-when-stopped: false }
presets: [{ name: Only, number: 1, routings: [] }]
"""
OWN = "192.168.84.1"
HALL, SECRET = "Rehearsal room", 'with "quotes" \\ and #'
LEASES = """start 192.0.2.10
end 192.0.2.20
interface %s
lease_file /run/hall.leases
pidfile /run/hall.pid
option subnet 255.255.255.0
option lease 3600
"""


def status(board):
    """What `treadle status --json` says of the wireless network."""
    return json.loads(board.run("treadle status --json"))["wifi"]


def made_password(board):
    return board.run("cat /var/lib/treadle/.wifi /etc/treadle/.wifi 2>/dev/null | head -n 1; true").strip()


def of_box(program):
    """The shell command that prints the process number of a child of the box."""
    return "grep -lz '^%s$' /proc/[0-9]*/cmdline 2>/dev/null | xargs grep -lz treadle- | cut -d / -f 3 | head -n 1" % program


class Told(unittest.TestCase):
    """A board whose passwords must not be told."""

    def tells_no_password(self, *passwords):
        told = self.board.console + self.board.run(
            "treadle status; treadle status --json; treadle ports; treadle recorder; dmesg; "
            "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -v base64; true")
        for password in passwords:
            self.assertNotIn(password, told)


class AccessPoint(Told):
    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(BoxedBoard(BOX % ("off", "access-point: { channel: 6 }"), "wifi",
                                                     prepare=LOAD))
        cls.menu = MenuFeet(cls.board)
        cls.board.said(r"^treadle: wi-fi: access point: Stage")
        note("wifi: access point %s s after the kernel's start" % cls.board.run("cut -d ' ' -f 1 /proc/uptime"))

    def test_the_box_has_its_address_and_tells_its_state(self):
        self.board.wait("ip -4 -o address show wlan0 | grep -q %s/24" % OWN)
        self.assertEqual(status(self.board), {
            "state": "access point", "name": "Stage", "channel": 6, "signal": None, "clients": 0})
        type(self).password = made_password(self.board)
        self.assertRegex(self.password, r"^[a-hjkmnp-z2-9]{12}$")
        modes = self.board.run("stat -c %a /run/treadle-wifi/supplicant.conf "
                               "$(ls /var/lib/treadle/.wifi /etc/treadle/.wifi 2>/dev/null)").split()
        self.assertEqual(set(modes), {"600"})

    def test_the_children_are_confined(self):
        for program, user, kept in [("/sbin/wpa_supplicant", 65525, 1 << 12 | 1 << 13),
                                    ("/sbin/udhcpd", 65526, 1 << 10 | 1 << 13)]:
            number = self.board.wait("n=$(%s); [ -n \"$n\" ] && echo $n" % of_box(program))
            lines = self.board.run("cat /proc/%s/status" % number)
            self.assertRegex(lines, r"Uid:\t%d\t" % user)
            self.assertRegex(lines, r"Seccomp:\t2")
            self.assertIn("CapEff:\t%016x" % kept, lines)

    def test_the_menu_shows_name_and_password(self):
        self.menu.choose("Network", "NETWORK .*", ">Wi-Fi access po.*")
        self.menu.press("B", "WI-FI .*", ">access point *")
        self.menu.press("A", "WI-FI .*", ">Stage *")
        self.menu.press("A", "WI-FI .*", ">%s *" % self.password)
        self.menu.press("A", "WI-FI .*", ">0 clients *")

    def test_a_phone_joins_and_gets_an_address(self):
        phone = type(self).phone = Phone(self.board, "wlan1")
        phone.supplicant.start("Stage", self.password)
        joined = phone.supplicant.wait_until_joined()
        self.assertEqual([joined[name] for name in ["ssid", "key_mgmt", "pairwise_cipher", "pmf"]],
                         ["Stage", "WPA2-PSK", "CCMP", "1"])
        # Neither router nor name server: the phone keeps its mobile data for everything else.
        address, router, names = phone.lease().split()
        self.assertRegex(address, r"^192\.168\.84\.\d+$")
        self.assertEqual([router, names], ["router=", "dns="])
        phone.run("ping -c 3 -W 5 " + OWN)
        self.board.wait("treadle status --json | grep -q '\"clients\":1'")

    def test_a_wrong_password_does_not_join(self):
        other = Phone(self.board, "wlan2", "other")
        other.supplicant.start("Stage", self.password[::-1] + "x")
        other.supplicant.wait_for("reason=WRONG_KEY")
        self.assertEqual(status(self.board)["clients"], 1)
        other.supplicant.stop()

    def test_the_page_is_there(self):
        self.phone.run("wget -q -T 30 -O /run/page http://%s/" % OWN)
        # It is compressed in the program, and sent so.
        self.assertIn("<html", self.board.run("zcat </run/page").lower())

    def test_the_session_is_found_by_its_name_and_plays_both_ways(self):
        """The phone's box resolves NAME.local by mDNS, and gets its own notes back on another channel."""
        self.board.run("mkdir -p /run/phone && cat >/run/phone/box.yaml <<'END'\n%sEND" % PHONE)
        self.board.run("nsenter -t %s -n treadle run --no-realtime --socket /run/phone/socket /run/phone "
                       ">/run/phone/said 2>&1 &" % self.phone.process)
        self.board.wait("treadle status --socket /run/phone/socket | grep -q 'peer *Stage.*connected'")
        self.board.run("treadle monitor --socket /run/phone/socket >/run/phone/heard 2>&1 &")
        self.board.wait("[ -s /run/phone/heard ]; treadle send --socket /run/phone/socket stage note C4 90 && "
                        "sleep 1 && grep -q 'C4' /run/phone/heard")
        self.board.wait("treadle status | grep -q 'peer *Phone.*connected'")

    def test_killed_children_come_back(self):
        for program in ["/sbin/udhcpd", "/sbin/wpa_supplicant"]:
            old = self.board.wait("n=$(%s); [ -n \"$n\" ] && echo $n" % of_box(program))
            mark = len(self.board.console)
            self.board.run("kill -9 " + old)
            self.board.wait("n=$(%s); [ -n \"$n\" ] && [ $n != %s ]" % (of_box(program), old))
            self.board.said(r"^treadle: wi-fi: %s: has ended; it starts again" % program, mark)
        self.board.said(r"^treadle: wi-fi: access point: Stage", mark)
        self.board.wait("treadle status --json | grep -q '\"clients\":1'")
        self.phone.run("ping -c 2 -W 30 " + OWN)

    def test_another_password_ends_all_links(self):
        mark = len(self.board.console)
        self.menu.choose("Network", "NETWORK .*", ">Wi-Fi .*")
        self.menu.press("B", "WI-FI .*", ">access point *")
        self.menu.walk("Stage", self.password, "1 client", "New password")
        self.menu.press("B", "PASSWD.*", ">No +cuts all")
        self.menu.press("A", "PASSWD.*", ">Yes +cuts all")
        self.menu.press("B", "PASSWD.*", "see Wi-Fi *")
        self.board.said(r"^treadle: wi-fi: access point: Stage", mark)
        new = made_password(self.board)
        self.assertNotEqual(new, self.password)
        self.phone.supplicant.wait_for("reason=WRONG_KEY")
        self.assertEqual(status(self.board)["clients"], 0)
        self.tells_no_password(self.password, new)
        # L1, L9: the loop did not notice any of it.
        self.assertNotIn("the box has ended", self.board.console)


class OnOLED(Told):
    """A box with an OLED shows a code, with which a phone joins (L6)."""

    def picture(self):
        return OLED().feed(self.board.bus.written(OLED_ADDRESS))

    def test_a_phone_joins_by_the_code_on_the_display(self):
        box = BOX.replace("{ chip: hd44780, bus: /dev/i2c-0, address: 0x27 }",
                          "{ chip: ssd1306, bus: /dev/i2c-0, columns: 21 }")
        with BoxedBoard(box % ("off", "access-point: { channel: 6 }"), "wifi-code", prepare=LOAD) as board:
            self.board, menu = board, MenuFeet(board)
            board.shows = lambda *patterns: until_shown(lambda: self.picture().rows, *patterns)
            board.said(r"^treadle: wi-fi: access point: Stage")
            menu.choose("Network", "NETWORK .*", ">Wi-Fi access point *")
            menu.press("B", "WI-FI .*", ">access point *")
            password = made_password(board)
            menu.walk("Stage", password, "0 clients", "QR code")
            menu.tap("B")
            text = until(lambda: self.picture().code)
            self.assertEqual(text, "WIFI:T:WPA;S:Stage;P:%s;;" % password)
            # The menu's switch ends it, and does nothing else.
            menu.press("A", "WI-FI .*", ">access point *")
            self.assertIsNone(self.picture().code)
            phone = Phone(board, "wlan1")
            phone.supplicant.start("Stage", text.rsplit(":", 1)[1].rstrip(";"))
            phone.supplicant.wait_until_joined()
            self.tells_no_password(password)


class Joining(Told):
    @classmethod
    def setUpClass(cls):
        network = "join: [{ name: Elsewhere, password: something-else }, { name: %s, password: '%s' }]" % (HALL, SECRET)
        cls.board = cls.enterClassContext(BoxedBoard(BOX % ("dhcp", network), "wifi-join", prepare=LOAD))
        cls.hall = Phone(cls.board, "wlan1", "hall")

    def open(self, password):
        """Puts the access point of the hall on the air, with a DHCP server."""
        self.hall.supplicant.start(HALL, password, "mode=2\nfrequency=2462\n")
        self.hall.supplicant.wait_until_joined()
        self.hall.run("ifconfig wlan1 192.0.2.1 netmask 255.255.255.0")
        self.board.run("cat >/run/hall.dhcp <<'END'\n%sEND\ntouch /run/hall.leases" % (LEASES % "wlan1"))
        self.server = self.hall.run("/sbin/udhcpd -f -a200 /run/hall.dhcp >/run/hall.log 2>&1 & echo $!")

    def close(self):
        self.board.run("kill %s" % self.server)
        self.hall.supplicant.stop()

    def test_a_network_that_is_not_there_is_said(self):
        self.board.said(r"^treadle: wi-fi: not found")

    def test_the_network_is_joined_with_an_address(self):
        mark = len(self.board.console)
        self.open(SECRET)
        self.board.said(r"^treadle: wi-fi: joined: %s" % HALL, mark)
        self.board.said(r"^treadle: network: .*wlan0 192\.0\.2\.\d+", mark)
        self.board.wait("ping -c 1 -W 5 192.0.2.1")
        state = status(self.board)
        self.assertEqual([state["state"], state["name"], state["clients"]], ["joined", HALL, None])
        self.board.wait("treadle status --json | grep -q '\"channel\":11,\"signal\":-'")
        self.close()

    def test_it_is_joined_again_after_it_was_away(self):
        self.board.said(r"^treadle: wi-fi: joined.*\n(.*\n)*treadle: wi-fi: (joining|not found)")
        mark = len(self.board.console)
        self.open(SECRET)
        self.board.said(r"^treadle: wi-fi: joined: %s" % HALL, mark)
        mark = len(self.board.console)
        self.board.run("kill -9 $(%s)" % of_box("/sbin/wpa_supplicant"))
        self.board.said(r"^treadle: wi-fi: joined: %s" % HALL, mark)
        self.close()

    def test_a_wrong_password_is_said(self):
        mark = len(self.board.console)
        self.open(SECRET[::-1])
        self.board.said(r"^treadle: wi-fi: wrong password", mark)
        self.assertEqual(status(self.board)["state"], "wrong password")
        self.tells_no_password(SECRET, "something-else")


class Both(Told):
    def test_without_a_known_network_the_access_point_comes_and_join_looks_again(self):
        network = "join: [{ name: %s, password: '%s' }], access-point: { password: twelve-or-more }" % (HALL, SECRET)
        with BoxedBoard(BOX % ("off", network), "wifi-both", prepare=LOAD) as board:
            self.board, menu = board, MenuFeet(board)
            board.said(r"^treadle: wi-fi: access point: Stage")
            self.assertTrue(re.search(r"^treadle: wi-fi: (joining|not found)", board.console, re.M))
            mark = len(board.console)
            menu.choose("Network", "NETWORK .*", ">Wi-Fi .*")
            menu.press("B", "WI-FI .*", ">access point *")
            menu.walk("Stage", "twelve-or-more", "0 clients", "Join")
            menu.press("B", "JOIN .*", "joining *")
            board.said(r"^treadle: wi-fi: (joining|not found)", mark)
            board.said(r"^treadle: wi-fi: access point: Stage", mark)
            self.tells_no_password("twelve-or-more", SECRET)


class Without(unittest.TestCase):
    def test_a_box_without_wifi_loads_no_driver_and_keeps_no_right_to(self):
        with BoxedBoard("treadle: 1\nports: { din: { uart: /dev/ttyS0, direction: out } }\n", "wifi-off",
                        panel=False) as board:
            board.wait("treadle status >/dev/null")
            self.assertEqual(board.run("ls /sys/class/net | grep -c wlan; true"), "0")
            masks = board.run("cat /proc/%d/task/*/status | grep CapEff | sort -u" % board.box()).split()
            self.assertEqual(len(masks), 2)
            self.assertEqual(int(masks[1], 16) >> 16 & 1, 0)


load_tests = in_order(AccessPoint, OnOLED, Joining, Both, Without)
