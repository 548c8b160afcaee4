"""Peers of the Bluetooth tests: a phone, which connects to the box, and a piano, to which the box connects."""

import asyncio
import time

from air_controller import AirController
from ble_packets import PacketReader, packet

from bumble import att, hci
from bumble.core import UUID, AdvertisingData
from bumble.device import ConnectionParametersPreferences, Device, DeviceConfiguration, Peer
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.l2cap import L2CAP_Connection_Parameter_Update_Response
from bumble.pairing import PairingConfig, PairingDelegate

SERVICE = UUID("03B80E5A-EDE8-4B33-A751-6CE34EC4C700")
DATA = UUID("7772E5DB-3868-4112-A1A9-F2669D106BF3")
NO_MEANS, COMPARES = PairingDelegate.NO_OUTPUT_NO_INPUT, PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT
TYPES = PairingDelegate.KEYBOARD_INPUT_ONLY
MTU = 247
WANTS_KEYS = (att.ErrorCode.INSUFFICIENT_AUTHENTICATION, att.ErrorCode.INSUFFICIENT_ENCRYPTION)
PROPERTIES = Characteristic.Properties
LISTED, NAME = AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, AdvertisingData.COMPLETE_LOCAL_NAME


class Sink:
    """Takes what a host sends to its controller, in the loop's next turn."""

    def __init__(self, controller):
        self.controller = controller

    def on_packet(self, data):
        asyncio.get_running_loop().call_soon(self.controller.on_packet, data)


class Player(PairingDelegate):
    """The person at the peer. `number` is what the peer shows; `agree` answers it, or types a number."""

    def __init__(self, means):
        super().__init__(means)
        self.number, self._answer = None, None

    async def compare_numbers(self, number, digits):
        self.number, self._answer = "%0*d" % (digits, number), asyncio.get_running_loop().create_future()
        return await self._answer

    async def get_number(self):
        self.number, self._answer = "", asyncio.get_running_loop().create_future()
        return await self._answer

    def agree(self, answer=True):
        """Says yes, no, or the number that the box shows."""
        self.number = None
        self._answer.set_result(answer)


class BluetoothPeer:
    """A device at the air. means: its means to pair. private: whether its address changes. Everything here runs in the
    loop of the radio. `reader` reads what the box sends."""

    def __init__(self, air, name, address, means=NO_MEANS, private=False):
        self.name, self.player, self.reader = name, Player(means), PacketReader()
        self.packets, self.reasons, self.connection = [], [], None
        self.controller = AirController(name, air)
        host = Host()
        host.set_packet_sink(Sink(self.controller))
        self.controller.set_packet_sink(host)
        self.device = Device(host=host, config=DeviceConfiguration(
            name=name, address=hci.Address(address), irk=address.encode()[:16], le_privacy_enabled=private,
            le_rpa_timeout=0, advertising_interval_min=50, advertising_interval_max=50))
        self.device.pairing_config_factory = lambda _: PairingConfig(
            mitm=means != NO_MEANS, delegate=self.player,
            identity_address_type=PairingConfig.AddressType.RANDOM)
        self.device.on("connection", self._connected)

    def _connected(self, connection):
        self.connection, self.reader = connection, PacketReader()
        connection.on("connection_att_mtu_update", self._agreed)
        connection.on("disconnection", self._left)

    def _agreed(self):
        self.reader.mtu = self.connection.att_mtu

    def _left(self, reason):
        self.reasons.append(reason)
        self.connection = None

    def _heard(self, data):
        self.packets.append((time.monotonic(), bytes(data)))
        self.reader.read(data)

    async def forget(self):
        """Loses its bonds, as a device does that was reset."""
        await self.device.keystore.delete_all()

    async def leave(self):
        """Disconnects."""
        if self.connection:
            await self.connection.disconnect()

    async def new_address(self):
        """Changes its private address."""
        self.device.random_address = hci.Address.generate_private_address(self.device.irk)
        await self.device.send_sync_command(
            hci.HCI_LE_Set_Random_Address_Command(random_address=self.device.random_address))


class Heard:
    """One advertisement or scan response: when, whose, of which type (Core, Vol 4, Part E, 7.7.65.2), and its parts."""

    def __init__(self, report):
        self.time, self.address, self.kind = time.monotonic(), report.address, report.event_type
        self.data = AdvertisingData.from_bytes(report.data)


class Phone(BluetoothPeer):
    """A central. interval: of its connections, in milliseconds. timeout: of their supervision, in milliseconds. mtu: None
    for one that never asks. pairs: whether it pairs when it is refused. yields: whether it grants other parameters of a
    connection; `wishes` are those asked for."""

    def __init__(self, air, name, address, means=COMPARES, interval=15, timeout=5000, mtu=MTU, pairs=True, private=False,
                 yields=True):
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


class Piano(BluetoothPeer):
    """A peripheral. wants_keys: whether it serves MIDI on encrypted links only. lists: whether it advertises the service.
    has_midi: whether it has it at all. acknowledges: whether it wants writes with response only. value: what it answers to
    a read, None to refuse."""

    def __init__(self, air, name, address, means=NO_MEANS, wants_keys=True, lists=True, has_midi=True, acknowledges=False,
                 value=b"", private=False, mtu=MTU):
        super().__init__(air, name, address, means, private)
        self.device.gatt_server.max_mtu = mtu
        self.subscribed = asyncio.Event()
        permissions = Characteristic.WRITEABLE
        if value is not None:
            permissions |= Characteristic.READABLE
        if wants_keys:
            permissions |= Characteristic.READ_REQUIRES_ENCRYPTION | Characteristic.WRITE_REQUIRES_ENCRYPTION
        writing = PROPERTIES.WRITE if acknowledges else PROPERTIES.WRITE_WITHOUT_RESPONSE
        self.data = Characteristic(
            DATA, PROPERTIES.READ | writing | PROPERTIES.NOTIFY, permissions,
            CharacteristicValue(read=lambda _: value, write=lambda _, data: self._heard(data)))
        self.data.on("subscription", lambda _, notifies, __: self.subscribed.set() if notifies else None)
        if has_midi:
            self.device.add_service(Service(SERVICE, [self.data]))
        parts = [(AdvertisingData.FLAGS, b"\6")] + ([(LISTED, bytes(SERVICE))] if lists else [])
        self.device.advertising_data = bytes(AdvertisingData(parts))
        self.device.scan_response_data = bytes(AdvertisingData([(NAME, name.encode())]))

    def _left(self, reason):
        super()._left(reason)
        self.subscribed.clear()

    async def switch_on(self):
        """Advertises whenever nobody is connected."""
        self.controller.is_away = False
        if not self.device.is_advertising and not self.connection:
            await self.device.start_advertising(auto_restart=True)

    async def switch_off(self):
        """Is heard no more, and says nothing of it: its links end by their timeouts."""
        self.controller.is_away = True

    async def ready(self):
        """Waits until the box listens."""
        await self.subscribed.wait()

    async def play(self, *messages, stamp=None):
        """Notifies messages in one packet, stamped with the present."""
        await self.send(packet(int(time.monotonic() * 1000) if stamp is None else stamp, *messages))

    async def send(self, data):
        """Notifies one packet as it is."""
        await self.device.notify_subscribers(self.data, data)
