"""What may be done by whoever takes over a process of the appliance: the children that read what strangers send (N10,
N13, W1, B15), the box, process 1, and the kernel below them."""

import errno
import unittest

from boxed import BoxedBoard, in_order
from network import LEASED, ROUTER, Cable

BOX = """treadle: 1
name: Rights
network: { address: dhcp, rtp-midi: { accept: any }, http: {} }
bluetooth: {}
ports:
  din: { uart: /dev/ttyS0 }
  others: { network: "*" }
presets: [{ name: Only, number: 1, routings: [{ from: [others], to: [din] }] }]
"""

# Capabilities by their numbers (capabilities(7)).
NET_BIND_SERVICE, NET_ADMIN, NET_RAW = 10, 12, 13
OF_CLIENT = {NET_BIND_SERVICE, NET_ADMIN, NET_RAW}
# CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID, SETPCAP, IPC_LOCK, SYS_ADMIN, SYS_NICE.
OF_BOX = OF_CLIENT | {0, 1, 3, 5, 6, 7, 8, 14, 21, 23}
SYS_BOOT = 22

# Calls of AArch64 that no child has a use for, with arguments that would do no harm.
GETPID = 172
FORBIDDEN = {
    "clone": "220 17", "mmap of code": "222 0 4096 7 0x22 -1 0", "mprotect to code": "226 0 4096 5", "ptrace": "117 0",
    "timerfd_create": "85 0 0", "mount": "40 0 0 0 0 0", "socketpair": "199 1 1 0 0", "ioctl TIOCSTI": "29 2 0x5412 0",
    "bpf": "280 0 0 0", "process_vm_readv": "270 1 0 0 0 0 0"
}
PROGRAMS = {"execve": "221 0 0 0", "connect": "203 0 0 0"}
# What the DHCP client needs and mDNS does not.
FILES = {**PROGRAMS, "openat": "56 -100 0 0 0", "unlinkat": "35 -100 0 0"}
# What the others need and the page does not: it gets its sockets from the box.
SOCKETS = {**PROGRAMS, "socket": "198 2 1 0", "bind": "200 0 0 0", "listen": "201 0 1"}

MEGABYTE = 1 << 20
# Where the kernel lies if nothing says otherwise, and the steps by which it may lie elsewhere.
KERNEL, STEP = 0xffffffc080000000, 2 * MEGABYTE


class Process:
    """What the kernel says of a process."""

    def __init__(self, board, number):
        self.number = number
        self.status = dict(line.split(":", 1) for line in board.run("cat /proc/%d/status" % number).splitlines())
        self.limits = board.run("cat /proc/%d/limits" % number)

    def words(self, name):
        return self.status[name].split()

    def capabilities(self, name):
        mask = int(self.status[name], 16)
        return {bit for bit in range(64) if mask >> bit & 1}


class Rights(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cable = Cable(ROUTER)
        cls.addClassCleanup(cable.close)
        cls.board = cls.enterClassContext(
            BoxedBoard(BOX, "rights", arguments=cable.arguments, panel=False, seed=1, boot_timeout=120))
        # With an address both children have heard packets.
        cls.board.said(r"^treadle: network: eth0 %s" % LEASED.replace(".", r"\."))
        # They are confined before they read anything.
        cls.mdns, cls.web, cls.bluetooth = map(cls.confined_child, ["mdns", "web", "bluetooth-process"])
        cls.client = int(cls.board.wait("pidof dhcpcd"))

    @classmethod
    def confined_child(cls, word):
        """Waits for the process that runs `treadle WORD`. Returns its number."""
        number = int(cls.board.wait("grep -lz '^%s$' /proc/[0-9]*/cmdline" % word).split("/")[2])
        cls.board.wait("grep -q 'Seccomp:.*2' /proc/%d/status" % number)
        return number

    def confined(self, number, user, files, kept=frozenset(), memory=32):
        process = Process(self.board, number)
        self.assertEqual(process.words("NoNewPrivs"), ["1"])
        self.assertEqual(process.words("Seccomp"), ["2"])
        self.assertEqual(process.words("Uid"), [str(user)] * 4)
        self.assertEqual(process.words("Gid"), [str(user)] * 4)
        self.assertEqual(process.words("Groups"), [])
        for name in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]:
            self.assertEqual(process.capabilities(name), set(kept), name)
        self.assertRegex(process.limits, r"Max open files +%d +%d " % (files, files))
        self.assertRegex(process.limits, r"Max address space +%d +%d " % (memory * MEGABYTE, memory * MEGABYTE))

    def refuses(self, number, calls):
        self.assertEqual(int(self.board.run("call-in %d %d" % (number, GETPID))), number)
        found = {name: int(self.board.run("call-in %d %s" % (number, call))) for name, call in calls.items()}
        self.assertEqual(found, {name: -errno.EPERM for name in calls})

    def test_mdns_has_no_rights(self):
        self.confined(self.mdns, 65521, 64)

    def test_the_dhcp_client_has_those_of_addresses(self):
        self.confined(self.client, 65522, 128, OF_CLIENT)

    def test_the_page_has_no_rights(self):
        self.confined(self.web, 65523, 128, memory=256)

    def test_the_process_of_bluetooth_has_those_of_the_radio(self):
        self.confined(self.bluetooth, 65524, 64, {NET_ADMIN, NET_RAW})

    def test_mdns_makes_only_the_calls_it_needs(self):
        self.refuses(self.mdns, {**FORBIDDEN, **FILES})

    def test_the_dhcp_client_makes_only_the_calls_it_needs(self):
        self.refuses(self.client, FORBIDDEN)

    def test_the_page_makes_only_the_calls_it_needs(self):
        self.refuses(self.web, {**FORBIDDEN, **SOCKETS})

    def test_the_process_of_bluetooth_makes_only_the_calls_it_needs(self):
        self.refuses(self.bluetooth, {**FORBIDDEN, "execve": FILES["execve"], "openat": FILES["openat"],
                                      "unlinkat": FILES["unlinkat"]})

    def test_the_box_and_process_1_keep_what_hotplug_needs(self):
        for number, kept in [(self.board.box(), OF_BOX), (1, OF_BOX | {SYS_BOOT})]:
            process = Process(self.board, number)
            self.assertEqual(process.words("NoNewPrivs"), ["1"])
            for name in ["CapPrm", "CapEff", "CapBnd"]:
                self.assertEqual(process.capabilities(name), kept, "%s of %d" % (name, number))
            self.assertEqual(process.capabilities("CapInh") | process.capabilities("CapAmb"), set())
        # Each thread has its own.
        masks = self.board.run("cat /proc/%d/task/*/status | grep CapEff | sort -u" % self.board.box())
        self.assertEqual(len(masks.splitlines()), 1)

    def test_a_killed_child_is_replaced_by_one_like_it(self):
        self.board.run("kill -9 %d %d %d" % (self.mdns, self.web, self.client))
        other = "grep -lz '^%s$' /proc/[0-9]*/cmdline | grep -v /%d/ | tr -dc 0-9"
        for find in [other % ("mdns", self.mdns), other % ("web", self.web), "pidof dhcpcd | grep -vw %d" % self.client]:
            number = int(self.board.wait("number=$(%s); echo $number; [ -n \"$number\" ]" % find))
            self.board.wait("grep -q 'Seccomp:.*2' /proc/%d/status" % number)

    def test_the_kernel_lies_where_nobody_expects_it(self):
        begin = int(self.board.run("grep ' _stext$' /proc/kallsyms").split()[0], 16)
        self.assertGreater(begin, KERNEL)
        self.assertNotEqual(begin // STEP * STEP, KERNEL)


load_tests = in_order(Rights)
