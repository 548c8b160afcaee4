"""Records datagrams for the judges: in memory for ours, and as a pcap file for tshark."""

import socket
import struct
import subprocess

RAW_IP = 101


def checksum(data):
    total = sum(struct.unpack(">%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def framed(source, destination, data):
    """An IPv4 packet with UDP. source and destination: (address, port)."""
    udp = struct.pack(">HHHH", source[1], destination[1], 8 + len(data), 0) + data
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, socket.IPPROTO_UDP, 0)
    ends = socket.inet_aton(source[0]) + socket.inet_aton(destination[0])
    return head[:10] + struct.pack(">H", checksum(head + ends)) + ends + udp


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


def dissected(path, data_ports=(5005,)):
    """What tshark finds in each frame: its protocols, such as "raw:ip:udp:rtp:rtpmidi"."""
    ports = [word for port in data_ports for word in ("-d", "udp.port==%d,rtp" % port)]
    shown = subprocess.run(
        ["tshark", "-r", str(path), *ports, "-d", "rtp.pt==97,rtpmidi", "-T", "fields", "-e", "frame.protocols"],
        capture_output=True, text=True, check=True)
    return shown.stdout.split("\n")[:-1]
