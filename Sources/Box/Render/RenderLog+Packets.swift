import BLEMIDI
import MIDI
import Plan

// The output of Bluetooth ports as packets (`--packets`).
extension RenderLog {
    /// Adds a message that a port sends now, to a packet or as a line. Returns false if the port refuses the message.
    mutating func send(_ message: Message, port: UInt32, at time: UInt64) -> Bool {
        if !admits(message, port: port) { return false }
        if let link = links?[PortIndex(Int(port))] {
            return link.sender.put(message, sentAt: time) { add(packet: $0, port: Int(port), at: time) }
        }
        add(message, port: Int(port), at: time)
        return true
    }

    /// Adds the packets that are due at the end of an instant (B9).
    mutating func flushPackets(at now: UInt64) {
        links?.flush(at: now) { packet, port in add(packet: packet, port: port.position, at: now) }
    }

    /// Forgets the unfinished SysEx of a Bluetooth port that was unplugged. Its packet has left before.
    mutating func forgetPackets(port: Int, at now: UInt64) {
        flushPackets(at: now)
        links?[PortIndex(port)]?.sender.forget()
    }

    private mutating func add(packet: UnsafeRawBufferPointer, port: Int, at time: UInt64) {
        addLine(aliases[port] + Array(" ble".utf8), Array(packet), port: port, at: time)
    }
}
