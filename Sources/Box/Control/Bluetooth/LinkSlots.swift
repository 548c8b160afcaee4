import Bluetooth
import CPlatform

/// The links that the loop has, and the sockets that wait for it. A socket is closed when the loop no longer uses it.
///
/// The loop reports only the newest state of a slot. So a slot is given a new link only after the report that its last
/// one has ended; otherwise that report, and with it the socket, could be lost.
struct LinkSlots {
    private struct Slot {
        /// The link that the loop has.
        var socket: Int32 = -1
        /// The loop was told to end the link.
        var isLeaving = false
        /// The link that follows.
        var next: (link: LinkedLine, socket: Int32)?
    }

    private var slots = [Slot](repeating: Slot(), count: BluetoothLimits.links)
    private let loop: LinkLoop

    init(_ loop: LinkLoop) { self.loop = loop }

    /// Hands a link to the loop, after the end of the one that has its slot.
    mutating func link(_ link: LinkedLine, _ socket: Int32) {
        let slot = link.slot
        if let waiting = slots[slot].next { close(waiting.socket) }
        slots[slot].next = nil
        if slots[slot].socket < 0 { return give(link, socket) }
        slots[slot].next = (link, socket)
        leave(slot)
    }

    /// Takes the address by which the peer of a slot is known from now on.
    mutating func identify(_ slot: Int, as address: RadioAddress) {
        if slots[slot].next == nil { return loop.identify(slot, address) }
        slots[slot].next?.link.address = address
    }

    /// Makes the loop end a link.
    mutating func unlink(_ slot: Int) {
        if let waiting = slots[slot].next { close(waiting.socket) }
        slots[slot].next = nil
        leave(slot)
    }

    /// Handles the loop's report that it no longer uses a socket.
    ///
    /// - Returns: whether the loop has ended a link that the box still wanted.
    mutating func ended(_ slot: Int, _ socket: Int32) -> Bool {
        guard socket >= 0, slots[slot].socket == socket else { return false }
        close(socket)
        let (wasWanted, next) = (!slots[slot].isLeaving, slots[slot].next)
        slots[slot] = Slot()
        if let next { give(next.link, next.socket) }
        return wasWanted && next == nil
    }

    /// Closes the sockets that the loop never got.
    mutating func end() {
        for slot in slots.indices {
            if let waiting = slots[slot].next { close(waiting.socket) }
            slots[slot].next = nil
        }
    }

    private mutating func give(_ link: LinkedLine, _ socket: Int32) {
        slots[link.slot].socket = socket
        loop.link(link, socket)
    }

    private mutating func leave(_ slot: Int) {
        if slots[slot].socket < 0 || slots[slot].isLeaving { return }
        slots[slot].isLeaving = true
        loop.unlink(slot)
    }
}
