"""The radio of the emulated board: a controller at the far end of a serial line (H4), the air, and the peers there.
They live in a thread of their own; tests call their coroutines by `do`."""

import asyncio
import pathlib
import tempfile
import threading

from air import Air
from air_controller import AirController
from bluetooth_phone import Phone
from bluetooth_piano import Piano
from common.waiting import PATIENCE
from hci_capture import RECEIVED, SENT, HCICapture

from bumble.transport.common import PacketParser

# The board's radio, and the line discipline's program, which waits for the drivers. The first PCI serial port is DIN.
ADDRESS = "C4:C5:C6:00:00:01"
ATTACH = "/bin/attach-radio /dev/ttyS1 &\n"
APPEND = "8250.nr_uarts=2"


class Wire:
    """The serial line, of which the board is at one end and the controller at the other."""

    def __init__(self, writer, controller, capture):
        self.writer, self.controller, self.capture = writer, controller, capture

    def on_packet(self, data):
        """Takes a packet of the controller."""
        self.capture.add(RECEIVED, data)
        self.writer.write(data)

    def send(self, data):
        """Takes a packet of the board."""
        self.capture.add(SENT, data)
        self.controller.on_packet(data)


class Sent:
    """What the board's packets go into, as Bumble's parser calls it."""

    def __init__(self, wire):
        self.on_packet = wire.send


class Radio:
    """arguments: of the emulator, which plug the radio in. Give the board ATTACH and APPEND too. `capture` has what
    passes between the board and its controller."""

    def __init__(self, seed=1):
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-radio-")
        path = pathlib.Path(self._folder.name) / "line"
        self.arguments = ["-chardev", "socket,path=%s,id=radio" % path, "-device", "pci-serial,chardev=radio"]
        self.loop, self.peers, self.capture = asyncio.new_event_loop(), [], HCICapture()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.do(self._start(path, seed))

    async def _start(self, path, seed):
        self.air = Air(seed=seed)
        self.controller = AirController("board", self.air, ADDRESS + "/P")
        self._server = await asyncio.start_unix_server(self._serve, path)

    async def _serve(self, reader, writer):
        self.controller.forget_all()
        wire = Wire(writer, self.controller, self.capture)
        self.controller.set_packet_sink(wire)
        parser = PacketParser(Sent(wire))
        try:
            while data := await reader.read(4096):
                parser.feed_data(data)
        except asyncio.CancelledError:
            return  # The test is over.
        except ConnectionError:
            pass  # The power of the board was cut while something waited for it.
        self.controller.forget_all()

    def begin(self, coroutine):
        """Starts a coroutine of a peer. Its result is that of the returned future."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    def do(self, coroutine, timeout=PATIENCE):
        """Runs a coroutine of a peer to its end. A failure tells what passed last between board and controller."""
        try:
            return self.begin(coroutine).result(timeout)
        except TimeoutError as error:
            raise TimeoutError("no end within %g s. %s" % (timeout, self.capture.tail())) from error

    def call(self, function, *arguments):
        """Calls a function in the thread of the peers."""
        async def run():
            return function(*arguments)

        return self.do(run())

    def phone(self, name, address, **habits):
        """A phone, switched on."""
        return self._on(Phone, name, address, habits)

    def piano(self, name, address, **habits):
        """A piano, switched on: it can be found."""
        piano = self._on(Piano, name, address, habits)
        self.do(piano.switch_on())
        return piano

    def _on(self, kind, name, address, habits):
        async def make():
            peer = kind(self.air, name, address, **habits)
            await peer.device.power_on()
            return peer

        self.peers.append(self.do(make()))
        return self.peers[-1]

    def close(self):
        """Ends the thread. May be called once."""
        async def stop():
            self._server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        self.do(stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()
        self._folder.cleanup()
