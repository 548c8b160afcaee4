import MIDI
import Panel
import Program
import Routing

/// What a port of packets has begun to send: a packet, and the SysEx of each of its groups.
package struct PacketInput {
    package var reader = PacketReader()
    /// Closes a SysEx that something else of its group interrupts (S4).
    var gate = SysExGate()
    /// The group whose SysEx is open at a place that hears all groups; `nobody`: none.
    var sysExGroup = PacketInput.nobody

    static var nobody: UInt8 { 0xFF }

    package init() {}
}

extension Engine {
    /// Takes words of a port of packets, whole packets or parts of them, that arrived at `time`.
    ///
    /// - Parameter port: the first place of the port. Each packet goes to the place of its group (U6), or nowhere.
    @_optimize(speed)
    package func receive(packets words: UnsafeBufferPointer<UInt32>, from port: UInt8, at time: UInt64) {
        recorder?.received(packets: words, from: port, at: time)
        advance(to: time)
        let input = packetInputs + Int(port)
        for index in 0..<words.count {
            guard let packet = input.pointee.reader.feed(words[index]) else { continue }
            let admitted = input.pointee.gate.admits(packet) { end in receive(packet: end, from: port, at: time) }
            if admitted { receive(packet: packet, from: port, at: time) }
        }
    }

    /// Takes a whole packet of a port.
    private func receive(packet: Message, from port: UInt8, at time: UInt64) {
        // U7: utility and stream messages have no group, and nobody hears them.
        if packet.type == MessageType.utility || packet.type == MessageType.stream { return }
        let place = router.pointee.runningProgram.place(of: packet.group, at: PortIndex(rawValue: port))
        if place.isNone || !keepsSysExApart(packet, at: place) { return }
        ports[place.position].heardAt = time
        receive(packet: packet, of: place.rawValue, at: time)
        afterPanic(at: time)
        if ports[place.position].isWatched { watch(until: time + Engine.sensingTimeout) }
    }

    /// Takes a whole packet of a place.
    func receive(packet: Message, of place: UInt8, at time: UInt64) {
        if packet.isRealTime {
            if !passes(realTime: packet, from: place, at: time) { return }
        } else {
            show(packet: packet, at: time)
        }
        router.pointee.receive(packet: packet, from: place, at: time)
    }

    /// Whether a packet may pass a place that hears all groups as one: the SysEx of one group must not mix with that of another.
    /// A SysEx that comes while another one is open is dropped whole, and counted (S8).
    private func keepsSysExApart(_ packet: Message, at place: PortIndex) -> Bool {
        if packet.type != MessageType.sysEx || !router.pointee.traits(of: place).hearsAllGroups { return true }
        let input = packetInputs + place.position
        let begins = packet.sysExStatus == .start || packet.sysExStatus == .complete
        let owner = input.pointee.sysExGroup
        if owner != PacketInput.nobody && owner != packet.group {
            if begins { router.pointee.countDrop() }
            return false
        }
        if owner == PacketInput.nobody && !begins { return false }
        switch packet.sysExStatus {
        case .start: input.pointee.sysExGroup = packet.group
        case .end: input.pointee.sysExGroup = PacketInput.nobody
        default: break
        }
        return true
    }

    /// Closes the SysEx that a place is receiving (S4).
    func closePackets(of place: PortIndex, at time: UInt64) {
        let traits = router.pointee.traits(of: place)
        packetInputs[place.position].sysExGroup = PacketInput.nobody
        let input = packetInputs + traits.device.position
        for group in UInt8(0)..<16 where traits.hearsAllGroups || group == traits.group {
            input.pointee.gate.finish(group: group) { end in
                router.pointee.receive(packet: end, from: place.rawValue, at: time)
            }
        }
    }

    /// Shows a message on the display, and switches the backlight on.
    private func show(packet: Message, at time: UInt64) {
        notices.pointee.backlight.event(at: time)
        notices.pointee.lastMessage = packet.on(group: 0)
    }
}
