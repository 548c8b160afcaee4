"""A network of our own: a bridge and hosts, each in a namespace that ends with the test.

As an ordinary user, tests run in a user namespace (`enter`). Where even that is forbidden, `reason` says so."""

import contextlib
import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys

CLONE_NEWNET = 0x40000000
PREFIX = "10.77.0."


def enter():
    """Without root's rights, starts this program once more in a user namespace with a /run of its own."""
    if os.geteuid() == 0 or os.environ.get("TREADLE_NAMESPACE"):
        return
    command = ["unshare", "--user", "--map-root-user", "--net", "--mount", "--propagation", "private", "sh", "-c",
               'mount -t tmpfs tmpfs /run && exec "$@"', "sh", sys.executable, *sys.argv]
    if subprocess.run(command[:7] + ["true"], capture_output=True).returncode == 0:
        os.execvpe(command[0], command, dict(os.environ, TREADLE_NAMESPACE="yes"))


def reason():
    """Why there can be no namespaces, or None."""
    name = "treadle%d-try" % os.getpid()
    try:
        made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    except FileNotFoundError:
        return "there is no ip of iproute2"
    if made.returncode:
        return made.stderr.strip()
    subprocess.run(["ip", "netns", "del", name], check=True)
    return None


class Network:
    """Hosts 1 to `count` at 10.77.0.N, each with an IPv6 link-local address, on one bridge."""

    serial = 0

    def __init__(self, count):
        Network.serial += 1
        self.prefix, self.count = "treadle%d-%d" % (os.getpid(), Network.serial), count
        self.processes = []

    def __enter__(self):
        try:
            self.set_up()
        except BaseException:
            self.tear_down()
            raise
        return self

    def __exit__(self, *_):
        self.tear_down()

    def name(self, host):
        return "%s-%s" % (self.prefix, host)

    def set_up(self):
        lines = ["link set lo up", "link add br0 type bridge mcast_snooping 0", "link set br0 up"]
        self.ip("netns", "add", self.name("sw"))
        self.batch("sw", lines)
        for host in range(1, self.count + 1):
            self.ip("netns", "add", self.name(host))
            # No waiting for duplicate addresses: there are none.
            self.execute(host, "sh", "-c", "echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad")
            self.batch("sw", ["link add v%d type veth peer name eth0 netns %s" % (host, self.name(host)),
                              "link set v%d master br0 up" % host])
            self.batch(host, ["link set lo up", "addr add %s%d/24 dev eth0" % (PREFIX, host), "link set eth0 up",
                              "route add default dev eth0"])

    @staticmethod
    def ip(*words):
        subprocess.run(["ip", *words], check=True, capture_output=True)

    def batch(self, host, lines):
        subprocess.run(["ip", "-n", self.name(host), "-batch", "-"], input="\n".join(lines) + "\n", text=True,
                       check=True, capture_output=True)

    def execute(self, host, *command):
        subprocess.run(["ip", "netns", "exec", self.name(host), *command], check=True, capture_output=True)

    def start(self, host, command, **options):
        """A program in a host."""
        process = subprocess.Popen(["ip", "netns", "exec", self.name(host), *command], **options)
        self.processes.append(process)
        return process

    @contextlib.contextmanager
    def inside(self, host):
        """What this thread opens within is in that host."""
        library = ctypes.CDLL(None, use_errno=True)
        with open("/proc/thread-self/ns/net") as outside, open("/run/netns/" + self.name(host)) as there:
            if library.setns(there.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
            try:
                yield
            finally:
                library.setns(outside.fileno(), CLONE_NEWNET)

    def bound(self, host, port, address=None):
        """A UDP socket of a host, at its IPv4 address or another one."""
        address = address or PREFIX + str(host)
        with self.inside(host):
            made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        made.bind((address, port))
        made.setblocking(False)
        return made

    def tear_down(self):
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for host in ["sw", *range(1, self.count + 1)]:
            if not pathlib.Path("/run/netns", self.name(host)).exists():
                continue
            # Children of those programs, which are in no other namespace.
            left = subprocess.run(["ip", "netns", "pids", self.name(host)], capture_output=True, text=True).stdout
            for identifier in map(int, left.split()):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(identifier, signal.SIGKILL)
            subprocess.run(["ip", "netns", "del", self.name(host)], capture_output=True)
