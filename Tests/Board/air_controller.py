"""A controller of Bluetooth Low Energy at the air of `air.py`. Bumble's own answers most commands; here is what a radio
does otherwise: addresses, intervals, scan responses, duplicates, buffers, resets."""

import asyncio
import random

from air import BUFFER_SIZE, BUFFERS

from bumble import hci, ll
from bumble.controller import Connection, Controller, LegacyAdvertiser
from bumble.core import PhysicalTransport

SUCCESS = hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)
REPORT = hci.HCI_LE_Advertising_Report_Event
ACL = hci.HCI_Connection_Complete_Event.LinkType.ACL
# Types of advertisements: connectable and scannable ones.
CONNECTABLE, SCANNABLE = (0, 1), (0, 2)
# Unit of advertising intervals, and the random part of each, in seconds.
ADVERTISING_UNIT, ADVERTISING_DELAY = 0.000625, 0.01


class AirConnection(Connection):
    """A connection whose packets go through a link of the air."""

    end = None

    def on_hci_acl_data_packet(self, packet):
        self.controller.busiest = max(self.controller.busiest, len(self.end.queue) + 1)
        self.end.send(packet)

    def send_ll_control_pdu(self, packet):
        self.end.send(packet)


class AirAdvertiser(LegacyAdvertiser):
    """Advertises at the interval that its host has chosen."""

    def _on_timer_fired(self):
        if self.enabled:
            self.controller.link.advertise(self.controller, self)
            interval = self.advertising_interval_min * ADVERTISING_UNIT + random.random() * ADVERTISING_DELAY
            self.timer_handle = asyncio.get_running_loop().call_later(interval, self._on_timer_fired)


class AirController(Controller):
    """A controller of version 4.2, as most boards have one: no extended advertising, no address resolution, parameters
    of a connection are asked for by L2CAP.

    is_away: nothing reaches it, and nothing of it is heard. is_stuck: it does not answer its host. `commands` are those
    of the host, with the seconds of the loop's clock; `busiest` is how many packets of a link it has held at most."""

    le_features = (
        hci.LeFeatureMask.LE_ENCRYPTION | hci.LeFeatureMask.EXTENDED_REJECT_INDICATION
        | hci.LeFeatureMask.PERIPHERAL_INITIATED_FEATURE_EXCHANGE | hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION)
    total_num_le_acl_data_packets, le_acl_data_packet_length = BUFFERS, BUFFER_SIZE
    supported_max_tx_octets = supported_max_rx_octets = BUFFER_SIZE

    def __init__(self, name, air, public_address=None):
        super().__init__(name, link=air, public_address=public_address)
        self.is_away, self.is_stuck, self.busiest, self.commands = False, False, 0, []
        self._accepted, self._reported = set(), set()
        self.le_legacy_advertiser = AirAdvertiser(self)

    def asked(self, kind):
        """The commands of this class from the host, the oldest first."""
        return [command for _, command in self.commands if isinstance(command, kind)]

    def on_hci_packet(self, packet):
        if not self.is_stuck:
            super().on_hci_packet(packet)

    def on_hci_command_packet(self, command):
        self.commands.append((asyncio.get_running_loop().time(), command))
        super().on_hci_command_packet(command)

    def forget_all(self):
        """What a reset does to a controller: its links end without a word, and it neither sends nor listens."""
        for connection in list(self.le_connections.values()):
            connection.end.leave()
        self.le_legacy_advertiser.stop()
        self.le_legacy_advertiser = AirAdvertiser(self)
        self.le_scan_enable, self.pending_le_connection = False, None
        self._accepted.clear()

    def on_hci_reset_command(self, _command):
        self.forget_all()
        return SUCCESS

    # Advertising and scanning

    def hear(self, advertiser):
        """Takes one advertisement of another controller."""
        if not advertiser.enabled:
            return
        address = advertiser.address
        filtered = self.le_scanning_filter_policy & 1 and address not in self._accepted
        if self.le_scan_enable and not filtered:
            self._report(advertiser, advertiser.advertising_type, advertiser.advertising_data)
            if self.le_scan_type == 1 and advertiser.advertising_type in SCANNABLE:
                self._report(advertiser, REPORT.EventType.SCAN_RSP, advertiser.scan_response_data)
        wanted = self.pending_le_connection
        if wanted and advertiser.advertising_type in CONNECTABLE:
            accepts = address in self._accepted if wanted.initiator_filter_policy else address == wanted.peer_address
            # There is one link at most between two addresses.
            is_linked = address in self.le_connections or self._own(wanted) in advertiser.controller.le_connections
            if accepts and not is_linked:
                self._connect(wanted, advertiser)

    def _report(self, advertiser, kind, data):
        seen = (bytes(advertiser.address), kind, bytes(data))
        if self.filter_duplicates and seen in self._reported:
            return
        self._reported.add(seen)
        address = advertiser.address
        self.send_hci_packet(REPORT([REPORT.Report(
            event_type=kind, address_type=address.address_type, address=address, data=bytes(data), rssi=-50)]))

    def on_hci_le_set_scan_enable_command(self, command):
        self._reported.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_le_clear_filter_accept_list_command(self, _command):
        self._accepted.clear()
        return SUCCESS

    def on_hci_le_add_device_to_filter_accept_list_command(self, command):
        self._accepted.add(command.address)
        return SUCCESS

    def on_hci_le_remove_device_from_filter_accept_list_command(self, command):
        self._accepted.discard(command.address)
        return SUCCESS

    # Connections

    def _own(self, wanted):
        """The address with which the controller connects."""
        return self.public_address if wanted.own_address_type == hci.OwnAddressType.PUBLIC else self.random_address

    def _connect(self, wanted, advertiser):
        self.pending_le_connection = None
        own = self._own(wanted)
        # Within the limits the controller may choose: this one takes the longest interval.
        chosen = (wanted.connection_interval_max, wanted.max_latency, wanted.supervision_timeout)
        theirs, address = advertiser.controller, advertiser.address
        advertiser.stop()
        central = self.join(hci.Role.CENTRAL, own, address)
        peripheral = theirs.join(hci.Role.PERIPHERAL, address, own)
        self.link.connect(central, peripheral, *chosen)
        self.tell_connected(central, *chosen)
        theirs.tell_connected(peripheral, *chosen)

    def join(self, role, own, other):
        """Makes this controller's end of a connection."""
        connection = AirConnection(
            controller=self, handle=self.allocate_connection_handle(), role=role, self_address=own, peer_address=other,
            link=self.link, transport=PhysicalTransport.LE, link_type=ACL)
        self.le_connections[other] = connection
        return connection

    def tell_connected(self, connection, interval, latency, timeout, status=hci.HCI_ErrorCode.SUCCESS):
        """Tells the host of a connection."""
        address = connection.peer_address
        self.send_hci_packet(hci.HCI_LE_Connection_Complete_Event(
            status=status, connection_handle=connection.handle, role=connection.role,
            peer_address_type=address.address_type, peer_address=address, connection_interval=interval,
            peripheral_latency=latency, supervision_timeout=timeout, central_clock_accuracy=0))

    def on_hci_le_create_connection_cancel_command(self, command):
        wanted, self.pending_le_connection = self.pending_le_connection, None
        if wanted is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        asyncio.get_running_loop().call_soon(self._tell_cancelled, wanted)
        return SUCCESS

    def _tell_cancelled(self, wanted):
        address = wanted.peer_address
        self.send_hci_packet(hci.HCI_LE_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, connection_handle=0, role=hci.Role.CENTRAL,
            peer_address_type=address.address_type, peer_address=address, connection_interval=0, peripheral_latency=0,
            supervision_timeout=0, central_clock_accuracy=0))

    def on_hci_le_connection_update_command(self, command):
        connection = self.find_le_connection_by_handle(command.connection_handle)
        if connection is None:
            status = hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
        elif connection.role != hci.Role.CENTRAL:
            status = hci.HCI_ErrorCode.UNSUPPORTED_REMOTE_FEATURE_ERROR
        else:
            status = hci.HCI_ErrorCode.SUCCESS
            connection.end.send(ll.ConnectionUpdateInd(
                interval=command.connection_interval_max, latency=command.max_latency,
                timeout=command.supervision_timeout))
        self._send_hci_command_status(status, command.op_code)

    def on_hci_disconnect_command(self, command):
        connection = self.find_le_connection_by_handle(command.connection_handle)
        status = hci.HCI_ErrorCode.SUCCESS if connection else hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
        self._send_hci_command_status(status, command.op_code)
        if connection:
            connection.end.send(ll.TerminateInd(command.reason))

    def on_le_disconnected(self, connection, reason):
        # Keys that differ: neither end can read the other any more.
        connection.end.other.leave(reason)
        connection.end.leave(reason)
