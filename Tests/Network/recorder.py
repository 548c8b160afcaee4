"""Records datagrams for the judges: in memory for ours, and as a pcap file for tshark."""

import select
import socket
import struct
import subprocess
import threading
import time

RAW_IP, ALL_PROTOCOLS = 101, 3


def checksum(data):
    total = sum(struct.unpack(">%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def framed(source, destination, data):
    """An IP packet with UDP. source and destination: (address, port)."""
    if ":" in source[0]:
        return framed_6(source, destination, data)
    udp = struct.pack(">HHHH", source[1], destination[1], 8 + len(data), 0) + data
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, socket.IPPROTO_UDP, 0)
    ends = socket.inet_aton(source[0]) + socket.inet_aton(destination[0])
    return head[:10] + struct.pack(">H", checksum(head + ends)) + ends + udp


def framed_6(source, destination, data):
    udp = struct.pack(">HHHH", source[1], destination[1], 8 + len(data), 0) + data
    ends = b"".join(socket.inet_pton(socket.AF_INET6, end[0]) for end in (source, destination))
    pseudo = ends + struct.pack(">II", len(udp), socket.IPPROTO_UDP) + udp
    udp = udp[:6] + struct.pack(">H", checksum(pseudo + b"\0" * (len(pseudo) % 2)) or 0xFFFF) + udp[8:]
    return struct.pack(">IHBB", 6 << 28, len(udp), socket.IPPROTO_UDP, 64) + ends + udp


class Recorder:
    def __init__(self):
        self.datagrams = []  # (seconds, source, destination, bytes)

    def add(self, at, source, destination, data):
        self.datagrams.append((at, source, destination, bytes(data)))

    def write(self, path):
        with open(path, "wb") as file:
            file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, RAW_IP))
            for at, source, destination, data in self.datagrams:
                frame = framed(source, destination, data)
                file.write(struct.pack("<IIII", int(at), int(at % 1 * 1e6), len(frame), len(frame)) + frame)


class Listener:
    """Calls `take` in a thread with each socket that has something, until `close` closes them."""

    def __init__(self, ends, take):
        self.ends, self.take = ends, take
        self.waker, self.woken = socket.socketpair()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while (ready := select.select([*self.ends, self.woken], [], [])[0]) != [self.woken]:
            for end in ready:
                if end is not self.woken:
                    self.take(end)

    def close(self):
        """Ends when nothing waits in the sockets. May be called twice."""
        self.waker.close()
        self.thread.join()
        for end in [*self.ends, self.woken]:
            end.close()


class Capture(Recorder):
    """Records all UDP of a host to and from some ports, with a packet socket: for programs with their own sockets."""

    def __init__(self, network, host, ports=(5004, 5005)):
        super().__init__()
        self.ports = ports
        with network.inside(host):
            self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ALL_PROTOCOLS))
        self.listener = Listener([self.socket], lambda end: self.take(end.recv(65536)))

    def take(self, packet):
        if len(packet) >= 28 and packet[0] == 0x45 and packet[9] == socket.IPPROTO_UDP:
            family, first, size, udp = socket.AF_INET, 12, 4, packet[20:]
        elif len(packet) >= 48 and packet[0] >> 4 == 6 and packet[6] == socket.IPPROTO_UDP:
            family, first, size, udp = socket.AF_INET6, 8, 16, packet[40:]
        else:
            return
        source, destination, length = struct.unpack(">HHH", udp[:6])
        if source in self.ports or destination in self.ports:
            ends = [socket.inet_ntop(family, packet[place:place + size]) for place in (first, first + size)]
            self.add(time.time(), (ends[0], source), (ends[1], destination), udp[8:length])

    def close(self):
        self.listener.close()

    def judge(self, stream, box, shift):
        """Feeds the strict judge. shift: where a peer's RS has its number."""
        for at, source, _, data in self.datagrams:
            if source[0] == box:
                stream.sent(at, data)
            elif data[:4] == b"\xff\xffRS" and len(data) == 12:
                stream.acknowledge(at, int.from_bytes(data[8:], "big") >> shift & 0xFFFF)


def dissected(path, data_ports=(5005,)):
    """What tshark finds in each frame: its protocols, such as "raw:ip:udp:rtp:rtpmidi"."""
    ports = [word for port in data_ports for word in ("-d", "udp.port==%d,rtp" % port)]
    shown = subprocess.run(
        ["tshark", "-r", str(path), *ports, "-d", "rtp.pt==97,rtpmidi", "-T", "fields", "-e", "frame.protocols"],
        capture_output=True, text=True, check=True)
    return shown.stdout.split("\n")[:-1]
