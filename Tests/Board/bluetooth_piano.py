"""A piano of the Bluetooth tests: it waits for the box to connect, and plays."""

import asyncio
import time

from ble_packets import packet
from bluetooth_peers import DATA, LISTED, MTU, NAME, NO_MEANS, SERVICE, BluetoothPeer

from bumble.core import AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Service

PROPERTIES = Characteristic.Properties


class Piano(BluetoothPeer):
    """A peripheral. wants_keys: whether it serves MIDI on encrypted links only. lists: whether it advertises the
    service. has_midi: whether it has it at all. acknowledges: whether it wants writes with response only. value: what
    it answers to a read, None to refuse."""

    def __init__(self, air, name, address, means=NO_MEANS, wants_keys=True, lists=True, has_midi=True,
                 acknowledges=False, value=b"", private=False, mtu=MTU):
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

    async def play(self, *messages):
        """Notifies messages in one packet, stamped with the present."""
        await self.send(packet(int(time.monotonic() * 1000), *messages))

    async def send(self, data):
        """Notifies one packet as it is."""
        await self.device.notify_subscribers(self.data, data)
