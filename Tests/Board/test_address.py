"""The address of an appliance: by DHCP, link-local, static, or none; a cable pulled and put back (N13)."""

import unittest

from boxed import BoxedBoard, note
from network import LEASED, NOBODY, ROUTER, STOPWATCH, Cable, addresses, seconds, sockets, watch

BOX = """treadle: 1
name: Address
ports:
  din: { uart: /dev/ttyS0, direction: out }
"""
DHCP = BOX + "network: { address: dhcp }\n"
STATIC = BOX + 'network: { address: "192.0.2.5/24" }\n'
OFF = BOX + "network: { address: off }\n"
LONGEST = 5.0


class Address(unittest.TestCase):
    """The board's time is that of its instructions, so that a busy machine delays nothing."""

    def boot(self, name, box, leads_to):
        cable = Cable(leads_to)
        self.addCleanup(cable.close)
        board = self.enterContext(BoxedBoard(
            box, name, arguments=cable.arguments, panel=False, prepare="(%s) &\n" % STOPWATCH, seed=1,
            boot_timeout=120))
        return board, cable

    def pulled_and_put_back(self, board, cable, expected):
        """Pulls the cable until the address has gone, puts it back, and returns the seconds to the next address."""
        mark = len(board.console)
        cable.pull()
        board.said(r"^treadle: network: no cable", mark)
        board.wait("! ip -4 -o address show eth0 | grep -q inet")
        watch(board)
        mark = len(board.console)
        cable.plug()
        took = seconds(board)
        board.said(r"^treadle: network: eth0 %s" % expected, mark)
        return took

    def test_by_dhcp_and_again_after_the_cable(self):
        board, cable = self.boot("address-dhcp", DHCP, ROUTER)
        board.said(r"^treadle: network: eth0 192\.0\.2\.15")
        first = seconds(board)
        self.assertEqual(addresses(board, 4), [LEASED + "/24"])
        self.assertRegex(" ".join(addresses(board, 6)), r"\bfe80::")
        self.assertIn("address   eth0 %s\n" % LEASED, board.run("treadle status") + "\n")
        again = self.pulled_and_put_back(board, cable, LEASED)
        note("address: by DHCP %.2f s after the cable, and %.2f s after it was put back" % (first, again))
        self.assertLess(max(first, again), LONGEST)

        # A client that was killed is replaced.
        old = board.run("pidof dhcpcd")
        mark = len(board.console)
        board.run("kill -9 %s" % old)
        board.said(r"^treadle: network: /bin/dhcpcd: has ended; it starts again", mark)
        board.wait("[ $(pidof dhcpcd) != %s ]" % old)

        # A new box has a new client and the same address.
        mark = len(board.console)
        board.run("kill -9 %d" % board.box())
        board.said(r"^treadle: the box has ended", mark)
        board.said(r"^treadle: network: eth0 %s" % LEASED, mark)
        board.wait("[ $(pidof dhcpcd | wc -w) = 1 ]")

    def test_link_local_where_nobody_answers(self):
        board, cable = self.boot("address-link-local", DHCP, NOBODY)
        first = seconds(board)
        board.said(r"^treadle: network: eth0 169\.254\.")
        self.assertRegex(" ".join(addresses(board, 4)), r"^169\.254\.\d+\.\d+/16$")
        self.assertRegex(" ".join(addresses(board, 6)), r"^fe80::\S+/64$")
        again = self.pulled_and_put_back(board, cable, r"169\.254\.")
        note("address: link-local %.2f s after the cable, and %.2f s after it was put back" % (first, again))
        self.assertLess(max(first, again), LONGEST)

    def test_a_static_address_and_again_after_the_cable(self):
        board, cable = self.boot("address-static", STATIC, ROUTER)
        board.said(r"^treadle: network: eth0 192\.0\.2\.5")
        first = seconds(board)
        self.assertEqual(addresses(board, 4), ["192.0.2.5/24"])
        self.assertEqual(sockets(board, "udp", "udp6", "tcp", "tcp6"), "", "nothing listens that the box does not name")
        again = self.pulled_and_put_back(board, cable, r"192\.0\.2\.5")
        self.assertEqual(addresses(board, 4), ["192.0.2.5/24"])
        self.assertLess(max(first, again), LONGEST)

    def test_off_is_off(self):
        board, _ = self.boot("address-off", OFF, ROUTER)
        self.assertIn("link      off\n", board.wait("treadle status") + "\n")
        self.assertEqual(board.sh("pidof dhcpcd")[0], 1)
        self.assertEqual(board.run("cat /sys/class/net/eth0/operstate"), "down")
        self.assertEqual(addresses(board, 4) + addresses(board, 6), [])
        self.assertEqual(sockets(board, "udp", "udp6", "tcp", "tcp6", "packet"), "")
