"""Packets of a host that means harm: random bytes, damaged answers, and more services than anybody has."""

import random
import struct

GROUP = ("224.0.0.251", 5353)
TYPE = "_apple-midi._udp.local"
PTR, A, SRV, TXT = 12, 1, 33, 16
# Class IN; with the bit that replaces older records.
IN, UNIQUE = 1, 0x8001


def domain(text, label=None):
    labels = ([label] if label else []) + text.split(".")
    return b"".join(bytes([len(part)]) + part.encode() for part in labels) + b"\0"


def record(name, kind, kept, seconds, data):
    return name + struct.pack(">HHIH", kind, kept, seconds, len(data)) + data


def answer(number, seconds=120):
    """A response that a service is there; 0 seconds: that it has gone."""
    host, instance = domain("flood%d.local" % number), domain(TYPE, "Flood %d" % number)
    records = [
        record(domain(TYPE), PTR, IN, seconds, instance),
        record(instance, SRV, UNIQUE, seconds, struct.pack(">HHH", 0, 0, 5004) + host),
        record(instance, TXT, UNIQUE, seconds, b"\0"),
        record(host, A, UNIQUE, seconds, bytes([10, 77, 0, 3])),
    ]
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def services(socket, count, seconds=120):
    socket.setblocking(True)
    for number in range(count):
        send(socket, answer(number, seconds))


def nonsense(socket, seed=1, count=2000):
    """Random packets, and answers with damaged, cut and added bytes."""
    chance = random.Random(seed)
    socket.setblocking(True)
    for _ in range(count):
        packet = bytearray(answer(chance.randrange(1000, 1100)))
        if chance.random() < 0.3:
            packet = bytearray(chance.randbytes(chance.randrange(600)))
        for _ in range(chance.randrange(5)):
            if packet:
                packet[chance.randrange(len(packet))] = chance.choice([0, 0xC0, 0xFF, chance.randrange(256)])
        if chance.random() < 0.3:
            packet = packet[:chance.randrange(len(packet) + 1)]
        send(socket, bytes(packet))


def send(socket, packet):
    socket.sendto(packet, GROUP)


def resident(identifier):
    """Bytes of memory of a process."""
    with open("/proc/%d/statm" % identifier) as file:
        return int(file.read().split()[1]) * 4096
