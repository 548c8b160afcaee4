"""The radio of an emulated board: a controller at the far end of a serial line (H4), the air, and the peers there.
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
    """What passes between a machine at one end of a line and the controller at the other."""

    def __init__(self, writer, controller, capture):
        self.writer, self.controller, self.capture = writer, controller, capture

    def on_packet(self, data):
        """Takes a packet of the controller."""
        self.capture.add(RECEIVED, data)
        self.writer.write(data)

    def send(self, data):
        """Takes a packet of the machine."""
        self.capture.add(SENT, data)
        self.controller.on_packet(data)


class Sent:
    """What the machine's packets go into, as Bumble's parser calls it."""

    def __init__(self, wire):
        self.on_packet = wire.send


class Line:
    """A serial line with a controller at its far end. arguments: of the emulator, which plug it into a machine. That
    machine needs ATTACH and APPEND too. `capture` has what passes."""

    def __init__(self, path, controller):
        self.arguments = ["-chardev", "socket,path=%s,id=radio" % path, "-device", "pci-serial,chardev=radio"]
        self.controller, self.capture, self._path = controller, HCICapture(), path

    async def open(self):
        """Waits for the machine from now on."""
        self._server = await asyncio.start_unix_server(self._serve, self._path)
        return self

    def close(self):
        """Waits for no machine any more."""
        self._server.close()

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
            pass  # The power of the machine was cut while something waited for it.
        self.controller.forget_all()


class Radio:
    """The air, the line of the board, and the peers. `arguments`, `controller` and `capture` are those of the line."""

    def __init__(self, seed=1):
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-radio-")
        self.loop, self.peers, self._lines = asyncio.new_event_loop(), [], []
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.air = Air(seed=seed)
        line = self.line("board", ADDRESS)
        self.arguments, self.controller, self.capture = line.arguments, line.controller, line.capture

    def line(self, name, address):
        """A line for the radio of a machine, with a controller of this name and address at the air."""
        async def make():
            path = pathlib.Path(self._folder.name) / name
            return await Line(path, AirController(name, self.air, address + "/P")).open()

        self._lines.append(self.do(make()))
        return self._lines[-1]

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
            for line in self._lines:
                line.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        self.do(stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()
        self._folder.cleanup()
