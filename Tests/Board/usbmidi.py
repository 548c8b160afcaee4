"""A USB-MIDI instrument outside of the emulator, plugged into its USB controller by the protocol of usbredir (version
0.7). Tests play it and hear what the box sends it.

Its endpoints are interrupt endpoints, which the MIDI class allows: the emulator's DWC2 aborts while a bulk IN transfer
waits."""

import socket
import struct
import threading
import time

# Types of packets.
HELLO, CONNECT, RESET, INTERFACES, ENDPOINTS = 0, 1, 3, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION = 6, 7, 8
SET_ALTERNATE, GET_ALTERNATE, ALTERNATE = 9, 10, 11
START_INTERRUPTS, STOP_INTERRUPTS, INTERRUPTS = 15, 16, 17
CONTROL, INTERRUPT = 100, 103
# Abilities: the version of the device, sizes of packets, 64-bit ids, 32-bit lengths.
ABILITIES = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6
STALL = 4
INTERRUPT_TYPE, ABSENT_TYPE = 3, 255
PACKET = 64

# Descriptors (USB 2.0, chapter 9; USB Device Class Definition for MIDI Devices 1.0): audio control, MIDI streaming, an
# embedded and an external jack in each direction.
GET_DESCRIPTOR = 6
CONTROL_INTERFACE = bytes([9, 4, 0, 0, 0, 1, 1, 0, 0]) + bytes([9, 0x24, 1, 0, 1, 9, 0, 1, 1])
JACKS = (bytes([6, 0x24, 2, 1, 1, 0]) + bytes([6, 0x24, 2, 2, 2, 0])
         + bytes([9, 0x24, 3, 1, 3, 1, 2, 1, 0]) + bytes([9, 0x24, 3, 2, 4, 1, 1, 1, 0]))
PIPES = (bytes([9, 5, 0x01, INTERRUPT_TYPE, PACKET, 0, 1, 0, 0]) + bytes([5, 0x25, 1, 1, 1])
         + bytes([9, 5, 0x81, INTERRUPT_TYPE, PACKET, 0, 1, 0, 0]) + bytes([5, 0x25, 1, 1, 3]))
STREAMING = (bytes([9, 4, 1, 0, 2, 1, 3, 0, 0]) + bytes([7, 0x24, 1, 0, 1, 7 + len(JACKS) + len(PIPES), 0])
             + JACKS + PIPES)
CONFIGURATION_DESCRIPTOR = struct.pack(
    "<BBHBBBBB", 9, 2, 9 + len(CONTROL_INTERFACE) + len(STREAMING), 2, 1, 0, 0x80, 50) + CONTROL_INTERFACE + STREAMING


class USBInstrument:
    """Listens at a socket for the emulator. `heard` is the MIDI that the box has sent; `arguments` plug it in."""

    def __init__(self, path, product="Redirected Keys", serial="R-0001"):
        self.heard = b""
        self.arguments = ["-chardev", "socket,path=%s,id=instrument" % path, "-device", "usb-redir,chardev=instrument"]
        self._strings = ["", "Treadle tests", product, serial]
        self._is_polled, self._queue, self._number = False, [], 0
        self._changed = threading.Condition()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._socket = None
        threading.Thread(target=self._run, daemon=True).start()

    def play(self, *messages):
        """Sends channel messages of three bytes to the box."""
        with self._changed:
            self._queue += [bytes([message[0] >> 4]) + bytes(message) for message in messages]
            self._send_queue()

    def hears(self, data, timeout):
        """Waits until the box has sent these bytes. Returns everything heard."""
        until = time.monotonic() + timeout
        with self._changed:
            while data not in self.heard and (left := until - time.monotonic()) > 0:
                self._changed.wait(left)
            return self.heard

    def close(self):
        """Unplugs the instrument."""
        self._listener.close()
        if self._socket:
            self._socket.close()

    def _run(self):
        try:
            self._socket, _ = self._listener.accept()
            # The ids of the first packet have 32 bits.
            self._socket.sendall(
                struct.pack("<III64sI", HELLO, 68, 0, b"treadle", ABILITIES))
            _, length, _ = struct.unpack("<III", self._take(12))
            self._take(length)
            self._introduce()
            while True:
                kind, length, ident = struct.unpack("<IIQ", self._take(16))
                body = self._take(length)
                with self._changed:
                    self._answer(kind, ident, body)
                    self._changed.notify_all()
        except (EOFError, OSError):
            pass  # The emulator has ended.

    def _take(self, count):
        data = b""
        while len(data) < count:
            chunk = self._socket.recv(count - len(data))
            if not chunk:
                raise EOFError
            data += chunk
        return data

    def _send(self, kind, ident, body):
        self._socket.sendall(struct.pack("<IIQ", kind, len(body), ident) + body)

    def _introduce(self):
        """Describes 32 endpoints (16 OUT, 16 IN) and the interfaces, then connects."""
        types, owners, sizes = [ABSENT_TYPE] * 32, [0] * 32, [0] * 32
        for direction in [0, 16]:
            types[direction], sizes[direction] = 0, PACKET
            types[direction + 1], owners[direction + 1], sizes[direction + 1] = INTERRUPT_TYPE, 1, PACKET
        self._send(ENDPOINTS, 0, bytes(types) + bytes([1] * 32) + bytes(owners) + struct.pack("<32H", *sizes))
        columns = [[0, 1], [1, 1], [1, 3], [0, 0]]  # Number, class, subclass, protocol of both interfaces.
        self._send(INTERFACES, 0, struct.pack("<I", 2) + b"".join(bytes(column).ljust(32, b"\0") for column in columns))
        full_speed = 1
        self._send(CONNECT, 0, struct.pack("<BBBBHHH", full_speed, 0, 0, 0, 0x1209, 1, 0x100))

    def _answer(self, kind, ident, body):
        if kind == CONTROL:
            endpoint, request, request_type, _, value, index, length = struct.unpack_from("<BBBBHHH", body)
            status, data = self._control(request, request_type, value)
            data = data[:length]
            self._send(CONTROL, ident, struct.pack(
                "<BBBBHHH", endpoint, request, request_type, status, value, index, len(data)) + data)
        elif kind == SET_CONFIGURATION:
            self._send(CONFIGURATION, ident, bytes([0, body[0]]))
        elif kind == GET_CONFIGURATION:
            self._send(CONFIGURATION, ident, bytes([0, 1]))
        elif kind == SET_ALTERNATE:
            self._send(ALTERNATE, ident, bytes([0, body[0], body[1]]))
        elif kind == GET_ALTERNATE:
            self._send(ALTERNATE, ident, bytes([0, body[0], 0]))
        elif kind in [START_INTERRUPTS, STOP_INTERRUPTS]:
            self._is_polled = kind == START_INTERRUPTS
            self._send(INTERRUPTS, ident, bytes([0, body[0]]))
            self._send_queue()
        elif kind == INTERRUPT:
            for at in range(4, len(body), 4):
                self.heard += body[at + 1:at + 4]
        elif kind == RESET:
            self._is_polled = False

    def _control(self, request, request_type, value):
        """Status and data of a control request: descriptors and the status of the device, nothing else."""
        if request_type == 0x80 and request == GET_DESCRIPTOR:
            kind, index = value >> 8, value & 255
            if kind == 1:
                return 0, struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x110, 0, 0, 0, PACKET, 0x1209, 1, 0x100, 1, 2, 3, 1)
            if kind == 2:
                return 0, CONFIGURATION_DESCRIPTOR
            if kind == 3 and index < len(self._strings):
                text = self._strings[index].encode("utf-16-le") if index else struct.pack("<H", 0x0409)
                return 0, bytes([len(text) + 2, 3]) + text
        elif request_type == 0x80 and request == 0:
            return 0, b"\0\0"
        elif not request_type & 0x80:
            return 0, b""
        return STALL, b""

    def _send_queue(self):
        while self._is_polled and self._queue:
            data = b"".join(self._queue[:PACKET // 4])
            self._queue = self._queue[PACKET // 4:]
            self._number += 1
            self._send(INTERRUPT, self._number, struct.pack("<BBH", 0x81, 0, len(data)) + data)
