"""The air of Bluetooth Low Energy between controllers that are programs: advertisements, and links with connection
events as a radio has them. Bumble is the model of a controller; its own link delivers everything at once."""

import asyncio
import collections
import random
import sys

from common.project import ROOT

# Bumble, as Board/tools/bumble installs it.
sys.path.append(str(ROOT / "build" / "bumble"))

from bumble import hci, ll  # noqa: E402

# Data packets that pass in one connection event, each way, unless a test says otherwise.
AN_EVENT = 4
# Data packets that a controller holds, and the bytes of one.
BUFFERS, BUFFER_SIZE = 8, 251
# Units of the controller: of connection intervals and of supervision timeouts, in seconds.
INTERVAL_UNIT, TIMEOUT_UNIT = 0.00125, 0.01
TIMED_OUT = hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR
LOCAL_END = hci.HCI_ErrorCode.CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR


class Air:
    """Carries what controllers send. loss: the share of connection events in which nothing passes, by `seed`.
    `an_event`: the data packets that pass in one connection event, each way."""

    def __init__(self, loss=0, seed=1):
        self.controllers, self.links = [], set()
        self.loss, self.chance, self.an_event = loss, random.Random(seed), AN_EVENT

    def add_controller(self, controller):
        self.controllers.append(controller)

    def on_address_changed(self, controller):
        pass

    def advertise(self, sender, advertiser):
        """Lets all controllers hear one advertisement."""
        for controller in self.controllers:
            if controller is not sender and not sender.is_away and not controller.is_away:
                asyncio.get_running_loop().call_soon(controller.hear, advertiser)

    def connect(self, central, peripheral, interval, latency, timeout):
        """Joins two connections by a link. Intervals and timeouts are in the units of the controller."""
        self.links.add(Link(self, central, peripheral, interval, latency, timeout))


class End:
    """One end of a link: what its controller still has to send."""

    def __init__(self, link, connection):
        self.link, self.connection, self.queue, self.other = link, connection, collections.deque(), None
        self.is_here = True

    def send(self, packet):
        """Queues a data packet of the host or a control packet of the controller."""
        self.queue.append(packet)

    def leave(self, reason=None):
        """Ends the connection here. reason: told to the host, or None after a reset."""
        if not self.is_here:
            return
        self.is_here = False
        connection, controller = self.connection, self.connection.controller
        if controller.le_connections.get(connection.peer_address) is connection:
            del controller.le_connections[connection.peer_address]
        if reason is not None:
            controller.send_hci_packet(hci.HCI_Disconnection_Complete_Event(
                status=hci.HCI_ErrorCode.SUCCESS, connection_handle=connection.handle, reason=reason))


class Link:
    """A connection: an event each interval, in which either end passes what waits, in order. The link ends when nothing
    has passed for the supervision timeout."""

    def __init__(self, air, central, peripheral, interval, latency, timeout):
        self.air, self.interval, self.latency, self.timeout = air, interval, latency, timeout
        self.ends = [End(self, central), End(self, peripheral)]
        self.ends[0].other, self.ends[1].other = self.ends[1], self.ends[0]
        central.end, peripheral.end = self.ends
        self._silence = 0
        self._at = asyncio.get_running_loop().time()
        self._wait()

    def _wait(self):
        loop = asyncio.get_running_loop()
        # A machine that is late has missed events, but a radio would not have: they do not count as silence.
        self._at = max(self._at + self.interval * INTERVAL_UNIT, loop.time())
        loop.call_at(self._at, self._event)

    def _event(self):
        if self._passes():
            self._silence = 0
            for end in self.ends:
                self._transfer(end)
        else:
            self._silence += self.interval * INTERVAL_UNIT
        if self._silence > self.timeout * TIMEOUT_UNIT:
            for end in self.ends:
                end.leave(TIMED_OUT)
        if any(end.is_here for end in self.ends):
            self._wait()
        else:
            self.air.links.discard(self)

    def _passes(self):
        there = all(end.is_here and not end.connection.controller.is_away for end in self.ends)
        return there and self.air.chance.random() >= self.air.loss

    def _transfer(self, end):
        sent = 0
        while end.queue and end.is_here and end.other.is_here:
            packet = end.queue[0]
            if isinstance(packet, hci.HCI_AclDataPacket):
                if sent == self.air.an_event:
                    break
                sent += 1
            end.queue.popleft()
            self._deliver(end, packet)
        if sent and end.is_here:
            end.connection.controller.send_hci_packet(hci.HCI_Number_Of_Completed_Packets_Event(
                connection_handles=[end.connection.handle], num_completed_packets=[sent]))

    def _deliver(self, end, packet):
        connection = end.other.connection
        if isinstance(packet, hci.HCI_AclDataPacket):
            # What a host sends as the first fragment arrives as one that can be flushed (Core, Vol 4, Part E, 5.4.2).
            flag = 2 if packet.pb_flag == 0 else packet.pb_flag
            connection.controller.send_hci_packet(
                hci.HCI_AclDataPacket(connection.handle, flag, 0, len(packet.data), packet.data))
        elif isinstance(packet, ll.TerminateInd):
            # After a failure of the keys the sender has left already.
            end.leave(LOCAL_END)
            end.other.leave(packet.error_code)
        elif isinstance(packet, ll.ConnectionUpdateInd):
            self.interval, self.latency, self.timeout = packet.interval, packet.latency, packet.timeout
            for each in self.ends:
                each.connection.controller.send_hci_packet(hci.HCI_LE_Connection_Update_Complete_Event(
                    status=hci.HCI_ErrorCode.SUCCESS, connection_handle=each.connection.handle,
                    connection_interval=packet.interval, peripheral_latency=packet.latency,
                    supervision_timeout=packet.timeout))
        else:
            connection.controller.on_ll_control_pdu(end.connection.self_address, packet)
