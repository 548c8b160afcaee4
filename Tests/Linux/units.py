"""Checks the systemd units of Board/linux: their exposure by systemd-analyze, and the rights that the box needs."""

import pathlib
import re
import tempfile
import unittest

from common.project import ROOT, run

MOST_EXPOSED = 3.0

# System calls of a running box, its mDNS process and its page's (strace), including those for saving a file of a
# group.
NEEDED = """accept4 bind clock_gettime clone3 connect epoll_create1 epoll_ctl epoll_pwait2 eventfd2 execve fchmod fchown
    fcntl fdatasync flock fsync ftruncate futex getdents64 getpid getrandom inotify_add_watch inotify_init1 ioctl kill
    linkat listen lseek mlock mlockall mmap mprotect munmap openat pipe2 poll prctl pread64 prlimit64 read readlink
    recvfrom recvmsg rename renameat2 rt_sigprocmask sched_getaffinity sched_setaffinity sched_setscheduler sendmsg
    sendto setpriority setsockopt shutdown signalfd4 socket socketpair sync_file_range timerfd_create timerfd_settime
    umask unlink wait4 write writev
    """.split()


def analyze(*words):
    return run("systemd-analyze", *words)


def calls(word):
    """The system calls of one word of SystemCallFilter: a call, or a group, which may contain groups."""
    if not word.startswith("@"):
        return {word}
    listed = analyze("syscall-filter", word)
    if listed.returncode:
        raise AssertionError(listed.stderr)
    names = [line.strip() for line in listed.stdout.splitlines()[1:]]
    return set().union(*(calls(name) for name in names if name and not name.startswith("#")))


class Unit:
    """The tests of one unit, whose path is `unit`."""

    def settings(self, name):
        """All values of a setting, in the order of the file."""
        return re.findall(r"^%s=(.*)$" % re.escape(name), self.unit.read_text(), re.M)

    def test_systemd_understands_it(self):
        with tempfile.TemporaryDirectory(prefix="treadle-unit-") as folder:
            # Replaces the programs, which may not be installed here.
            unit = pathlib.Path(folder) / self.unit.name.replace("@", "@somebody")
            unit.write_text(re.sub("(?m)^(Exec[A-Za-z]+=)[^ ]+", r"\1/bin/true", self.unit.read_text()))
            answer = analyze("verify", "--man=no", unit)
        faults = [line for line in answer.stderr.splitlines() if "treadle" in line]
        self.assertEqual(faults, [])

    def test_it_is_exposed_little(self):
        answer = analyze("security", "--offline=true", "--no-pager", self.unit)
        exposed = re.search(r"Overall exposure level for \S+: ([0-9.]+)", answer.stdout)
        self.assertIsNotNone(exposed, answer.stdout + answer.stderr)
        self.assertLessEqual(float(exposed[1]), MOST_EXPOSED, answer.stdout)

    def test_it_is_started_again_for_good(self):
        unit = self.unit.read_text().partition("[Service]")[0]
        self.assertRegex(unit, r"(?m)^StartLimitIntervalSec=0$")
        self.assertEqual(self.settings("Restart"), ["always"])
        self.assertEqual(self.settings("StartLimitBurst") + self.settings("RestartPreventExitStatus"), [])

    def test_it_is_ready_when_it_says_so_and_watched(self):
        self.assertEqual(self.settings("Type"), ["notify"])
        # Longer than the loop waits for the control thread and then for the wires: BEHAVIOUR, E3 and E5.
        self.assertGreaterEqual(int(self.settings("WatchdogSec")[0]), 12)
        # Others may not speak for the box.
        self.assertEqual(self.settings("NotifyAccess"), [])

    def test_the_loop_may_be_prompt(self):
        self.assertGreaterEqual(int(self.settings("LimitRTPRIO")[0]), 40)
        self.assertEqual(self.settings("LimitMEMLOCK"), ["infinity"])
        self.assertEqual(self.settings("RestrictRealtime"), [])

    def test_devices_can_be_opened(self):
        allowed = self.settings("DeviceAllow")
        for device in ["char-alsa", "char-gpiochip", "char-i2c", "char-spi", "char-tty[A-Z]*", "/dev/cpu_dma_latency"]:
            self.assertIn(device + " rw", allowed)
        # These settings would hide devices, /proc/asound or the kernel's events.
        self.assertEqual(self.settings("PrivateDevices") + self.settings("ProcSubset") + self.settings("PrivateNetwork"), [])
        # DeviceAllow names kinds of devices that the kernel knows only once their modules are loaded.
        for module in ["snd", "i2c_dev", "usbserial", "cdc_acm"]:
            self.assertIn("modprobe@%s.service" % module, self.settings("Wants")[0].split())
            self.assertIn("modprobe@%s.service" % module, " ".join(self.settings("After")).split())

    def test_the_network_can_be_used(self):
        families = {"AF_UNIX", "AF_NETLINK", "AF_INET", "AF_INET6"}
        self.assertEqual(set(self.settings("RestrictAddressFamilies")[0].split()), families)
        # Peers may have any address.
        self.assertEqual(self.settings("IPAddressDeny"), [])

    def test_what_is_saved_can_be_written(self):
        self.assertEqual(self.settings("StateDirectory"), ["treadle"])
        self.assertEqual(self.settings("RuntimeDirectory"), ["treadle"])
        board = self.settings("ExecStart")[0].split()[-1]
        self.assertIn("-" + board, self.settings("ReadWritePaths"))
        socket = re.search(r"--socket (\S+)", self.settings("ExecStart")[0])[1]
        self.assertEqual(socket, "/run/treadle/treadle.sock")

    def test_system_calls_of_the_box_are_allowed(self):
        allowed = set()
        for line in self.settings("SystemCallFilter"):
            for word in line.lstrip("~").split():
                allowed = allowed - calls(word) if line.startswith("~") else allowed | calls(word)
        self.assertEqual([name for name in NEEDED if name not in allowed], [])
        self.assertEqual(self.settings("SystemCallErrorNumber"), ["EPERM"])


class UnitByHand(Unit, unittest.TestCase):
    """Of `make install`: the box of a user who is there."""
    unit = ROOT / "Board" / "linux" / "treadle@.service"

    def test_it_runs_as_that_user(self):
        self.assertEqual(self.settings("User"), ["%i"])


class UnitOfPackage(Unit, unittest.TestCase):
    """Of the Debian package: a user of its own."""
    unit = ROOT / "Board" / "linux" / "treadle.service"

    def test_it_runs_as_a_user_of_its_own(self):
        self.assertEqual(self.settings("User") + self.settings("Group"), ["treadle", "treadle"])
        self.assertEqual(self.settings("ProtectHome"), ["yes"])
        self.assertEqual(self.settings("ExecStart")[0].split()[0], "/usr/bin/treadle")
