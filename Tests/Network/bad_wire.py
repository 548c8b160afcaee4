"""A wire that loses datagrams, between hosts 1 and 2 of a test's network: for programs with their own sockets.

It takes the place of the bridge, and forwards frames itself."""

import random
import socket
import struct

from recorder import Listener

ALL_PROTOCOLS, OUTGOING, IPV4 = 3, 4, b"\x08\x00"


class BadWire:
    """loss: the share of datagrams to or from the ports that is lost, 0...1; may change at any time."""

    def __init__(self, network, loss, seed=1, ports=(5004, 5005)):
        self.loss, self.ports, self.random = loss, ports, random.Random(seed)
        self.lost = self.carried = 0
        network.batch("sw", ["link set v1 nomaster", "link set v2 nomaster", "link set v1 promisc on",
                             "link set v2 promisc on"])
        with network.inside("sw"):
            self.ends = [socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS))
                         for _ in range(2)]
            for end, name in zip(self.ends, ("v1", "v2")):
                end.bind((name, ALL_PROTOCOLS))
        self.close = Listener(self.ends, self.take).close

    def take(self, end):
        frame, source = end.recvfrom(65536)
        if source[2] != OUTGOING:
            self.forward(frame, self.ends[end is self.ends[0]])

    def forward(self, frame, end):
        if frame[12:14] == IPV4 and len(frame) >= 42 and frame[14] == 0x45 and frame[23] == socket.IPPROTO_UDP:
            if set(struct.unpack(">HH", frame[34:38])) & set(self.ports):
                if self.random.random() < self.loss:
                    self.lost += 1
                    return
                self.carried += 1
            # The sender left the checksum to its device, which there is none of: 0 is no checksum.
            frame = frame[:40] + b"\0\0" + frame[42:]
        end.send(frame)
