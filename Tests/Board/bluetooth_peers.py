"""What the peers of the Bluetooth tests have in common. Phones connect to the box, and the box connects to pianos."""

import asyncio
import contextlib
import time

from air_controller import AirController
from ble_packets import PacketReader

from bumble import hci
from bumble.core import UUID, AdvertisingData, BaseBumbleError
from bumble.device import Device, DeviceConfiguration
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate

SERVICE = UUID("03B80E5A-EDE8-4B33-A751-6CE34EC4C700")
DATA = UUID("7772E5DB-3868-4112-A1A9-F2669D106BF3")
NO_MEANS, COMPARES = PairingDelegate.NO_OUTPUT_NO_INPUT, PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT
TYPES = PairingDelegate.KEYBOARD_INPUT_ONLY
MTU = 247
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
            name=name, address=hci.Address(address), irk=address.encode()[-16:], le_privacy_enabled=private,
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
        """Disconnects, unless the box has done so meanwhile."""
        if self.connection:
            with contextlib.suppress(BaseBumbleError):
                await self.connection.disconnect()

    async def new_address(self):
        """Changes its private address."""
        self.device.random_address = hci.Address.generate_private_address(self.device.irk)
        await self.device.send_sync_command(
            hci.HCI_LE_Set_Random_Address_Command(random_address=self.device.random_address))
