"""A phone of the Bluetooth tests: it looks for the box, connects and pairs as phones do, and plays."""

import asyncio
import time

from ble_packets import packet
from bluetooth_peers import COMPARES, DATA, MTU, NAME, SERVICE, BluetoothPeer

from bumble import att, hci
from bumble.core import AdvertisingData
from bumble.device import ConnectionParametersPreferences, Peer
from bumble.l2cap import L2CAP_Connection_Parameter_Update_Response

WANTS_KEYS = (att.ErrorCode.INSUFFICIENT_AUTHENTICATION, att.ErrorCode.INSUFFICIENT_ENCRYPTION)


class Heard:
    """One advertisement or scan response: when, whose, of which type (Core, Vol 4, Part E, 7.7.65.2), and its parts."""

    def __init__(self, report):
        self.time, self.address, self.kind = time.monotonic(), report.address, report.event_type
        self.data = AdvertisingData.from_bytes(report.data)


class Phone(BluetoothPeer):
    """A central. interval: of its connections, in milliseconds. timeout: of their supervision, in milliseconds. mtu:
    None for one that never asks. pairs: whether it pairs when it is refused. yields: whether it grants other parameters
    of a connection; `wishes` are those asked for."""

    def __init__(self, air, name, address, means=COMPARES, interval=15, timeout=5000, mtu=MTU, pairs=True,
                 private=False, yields=True):
        super().__init__(air, name, address, means, private)
        self.interval, self.timeout, self.mtu, self.pairs = interval, timeout, mtu, pairs
        self.heard, self.data, self.refusals, self.wishes = [], None, [], []
        channels = self.device.l2cap_channel_manager
        self._grant = channels.on_l2cap_connection_parameter_update_request if yields else self._deny
        channels.on_l2cap_connection_parameter_update_request = self._asked_for_parameters
        self.device.host.on("advertising_report", lambda report: self.heard.append(Heard(report)))

    def _asked_for_parameters(self, connection, channel, request):
        self.wishes.append((time.monotonic(), request))
        self._grant(connection, channel, request)

    def _deny(self, connection, channel, request):
        self.device.l2cap_channel_manager.send_control_frame(
            connection, channel, L2CAP_Connection_Parameter_Update_Response(identifier=request.identifier, result=1))

    async def find(self, name):
        """Scans until a device of this name is heard. Returns its address."""
        self.heard.clear()
        await self.device.start_scanning()
        try:
            while True:
                for each in self.heard:
                    if each.data.get(NAME) == name:
                        return each.address
                await asyncio.sleep(0.01)
        finally:
            await self.device.stop_scanning()

    async def scan(self, seconds):
        """Scans for some time. Returns everything heard."""
        self.heard.clear()
        await self.device.start_scanning()
        await asyncio.sleep(seconds)
        await self.device.stop_scanning()
        return list(self.heard)

    async def connect(self, name="Treadle"):
        """Connects, without a question to the server."""
        address = await self.find(name)
        preferences = ConnectionParametersPreferences(
            connection_interval_min=self.interval, connection_interval_max=self.interval,
            supervision_timeout=self.timeout)
        return await self.device.connect(address, connection_parameters_preferences={hci.Phy.LE_1M: preferences})

    async def join(self, name="Treadle"):
        """Connects as phones do: bonded, it encrypts at once; it looks for MIDI, and pairs where it is refused."""
        connection = await self.connect(name)
        if await self.device.keystore.get(str(connection.peer_address)):
            await connection.encrypt()
        peer = Peer(connection)
        if self.mtu:
            await peer.request_mtu(self.mtu)
        service, = await peer.discover_service(SERVICE)
        self.data, = await service.discover_characteristics([DATA])
        await self.read()
        await self.data.discover_descriptors()
        await self.data.subscribe(self._heard)
        return self

    async def read(self):
        """Reads the data characteristic, and pairs if it is refused."""
        try:
            return await self.data.read_value()
        except att.ATT_Error as error:
            self.refusals.append(error.error_code)
            if error.error_code not in WANTS_KEYS or not self.pairs:
                raise
        await self.connection.pair()
        return await self.data.read_value()

    async def play(self, *messages, stamp=None):
        """Sends messages in one packet, stamped with the present."""
        await self.send(packet(int(time.monotonic() * 1000) if stamp is None else stamp, *messages))

    async def send(self, data, with_response=False):
        """Sends one packet as it is."""
        await self.data.write_value(data, with_response=with_response)

    async def request(self, pdu):
        """Sends the bytes of a PDU of ATT, without waiting for an answer."""
        self.connection.send_l2cap_pdu(att.ATT_CID, pdu)
