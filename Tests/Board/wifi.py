"""The simulated Wi-Fi radios of the emulated board (mac80211_hwsim): `wlan0` is the box's. A phone has another, in a
network namespace of its own. All hear each other."""

RADIOS = 3
# Loads the drivers before the box starts, with three radios instead of two. The box finds them loaded.
LOAD = """
while read -r module; do
    case $module in
        */mac80211_hwsim.ko) insmod $module radios=%d ;;
        *) insmod $module ;;
    esac
done </lib/treadle/wifi.order
""" % RADIOS

# Takes the address that the DHCP server gives, and nothing else: udhcpc's script.
LEASE = """#!/bin/sh
[ "$1" = bound ] || exit 0
ifconfig $interface $ip netmask $subnet
echo "$ip router=$router dns=$dns" >/run/lease
"""

NETWORK = """ctrl_interface=/run/{name}
country=DE
network={{
ssid="{ssid}"
key_mgmt=WPA-PSK
proto=RSN
pairwise=CCMP
ieee80211w=1
psk="{password}"
{more}}}
"""


class Supplicant:
    """A wpa_supplicant of the test on an interface, in the namespace of a process or in the board's own."""

    def __init__(self, board, interface, name, namespace=None):
        self.board, self.interface, self.name = board, interface, name
        self.inside = "nsenter -t %s -n " % namespace if namespace else ""

    def start(self, ssid, password, more=""):
        """more: further lines of the network's block."""
        text = NETWORK.format(name=self.name, ssid=ssid, password=password, more=more)
        self.board.run("cat >/run/%s.conf <<'END'\n%sEND" % (self.name, text))
        self.board.run("%s/sbin/wpa_supplicant -i %s -c /run/%s.conf >/run/%s.log 2>&1 &" % (
            self.inside, self.interface, self.name, self.name))
        self.board.wait(self.client("ping") + " | grep -q PONG")

    def stop(self):
        self.board.run(self.client("terminate"))
        self.board.wait("! " + self.client("ping"))

    def client(self, command):
        """The shell command that gives wpa_supplicant a command."""
        return "%swpa_cli -p /run/%s -i %s %s" % (self.inside, self.name, self.interface, command)

    def wait_until_joined(self):
        """Waits for the connection, as access point for being one. Returns the status as a dictionary."""
        text = self.board.wait(self.client("status") + " >/run/status && grep -q ^wpa_state=COMPLETED /run/status && "
                               "cat /run/status")
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)

    def wait_for(self, words):
        """Waits until wpa_supplicant has said these words."""
        self.board.wait("grep -q '%s' /run/%s.log" % (words, self.name))


class Phone:
    """A phone: the radio of an interface in a namespace of its own."""

    def __init__(self, board, interface, name="phone"):
        self.board, self.interface = board, interface
        self.process = board.run("unshare -n sleep 100000 >/dev/null 2>&1 & echo $!")
        board.wait("[ $(readlink /proc/%s/ns/net) != $(readlink /proc/self/ns/net) ]" % self.process)
        board.run("move-radio %s %s" % (interface, self.process))
        self.supplicant = Supplicant(board, interface, name, self.process)
        self.run("ifconfig lo up")

    def run(self, command):
        """Runs a shell command in the phone. Returns its output."""
        return self.board.run("nsenter -t %s -n sh -c '%s'" % (self.process, command.replace("'", "'\\''")))

    def lease(self):
        """Asks for an address. Returns what the server gave: the address, the router and the name server."""
        self.board.run("cat >/run/lease.sh <<'END'\n%sEND\nchmod +x /run/lease.sh; rm -f /run/lease" % LEASE)
        self.run("udhcpc -f -q -n -t 10 -T 1 -i %s -s /run/lease.sh" % self.interface)
        return self.board.run("cat /run/lease")
