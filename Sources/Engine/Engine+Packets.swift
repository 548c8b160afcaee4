import MIDI
import Panel
import Plan
import Routing

/// What a UMP port has received in part: a packet, and a SysEx of each group.
package struct PacketInput {
    package var reader = PacketReader()
    /// Closes a SysEx when another message of the same group interrupts it (S4).
    var gate = SysExGate()
    /// The group whose SysEx is open at a place that receives all groups; `nobody` if none is open.
    var sysExGroup = PacketInput.nobody

    static var nobody: UInt8 { 0xFF }

    package init() {}
}

extension Engine {
    /// Receives words of a UMP port, whole or partial packets, that arrived at `time`.
    ///
    /// - Parameter port: the first place of the port. Each packet goes to the place of its group (U6); a packet of a
    ///   group without a place is ignored.
    @_optimize(speed)
    package func receive(packets words: UnsafeBufferPointer<UInt32>, from port: UInt8, at time: UInt64) {
        recorder?.received(packets: words, from: port, at: time)
        advance(to: time)
        for index in 0..<words.count {
            guard let packet = packetInputs[Int(port)].reader.feed(words[index]) else { continue }
            let admitted = packetInputs[Int(port)].gate.admits(packet) { end in
                receive(packet: end, from: port, at: time)
            }
            if admitted { receive(packet: packet, from: port, at: time) }
        }
    }

    /// Receives a whole packet of a UMP port.
    private func receive(packet: Message, from port: UInt8, at time: UInt64) {
        // U7: utility and stream messages have no group and are not routed.
        if packet.type == MessageType.utility || packet.type == MessageType.stream { return }
        let place = router.runningPlan.place(of: packet.group, at: PortIndex(rawValue: port))
        if place.isNone || !keepsSysExApart(packet, at: place) { return }
        ports[place.position].heardAt = time
        receive(packet: packet, of: place.rawValue, at: time)
        afterPanic(at: time)
        if ports[place.position].isWatched { watch(until: time + Engine.sensingTimeout) }
    }

    /// Receives a whole packet for one place of a UMP port.
    func receive(packet: Message, of place: UInt8, at time: UInt64) {
        if packet.isRealTime {
            if !passes(realTime: packet, from: place, at: time) { return }
        } else {
            show(packet: packet, at: time)
        }
        router.receive(packet: packet, from: place, at: time)
    }

    /// Whether a packet may be routed. At a place that receives all groups, the SysEx of one group must not mix with
    /// that of another: a SysEx that begins while another one is open is dropped whole and counted (S8).
    private func keepsSysExApart(_ packet: Message, at place: PortIndex) -> Bool {
        if packet.type != MessageType.sysEx || !router.traits(of: place).hearsAllGroups { return true }
        let begins = packet.sysExStatus == .start || packet.sysExStatus == .complete
        let owner = packetInputs[place.position].sysExGroup
        if owner != PacketInput.nobody && owner != packet.group {
            if begins { router.countDrop() }
            return false
        }
        if owner == PacketInput.nobody && !begins { return false }
        switch packet.sysExStatus {
        case .start: packetInputs[place.position].sysExGroup = packet.group
        case .end: packetInputs[place.position].sysExGroup = PacketInput.nobody
        default: break
        }
        return true
    }

    /// Closes the SysEx that a place is receiving (S4).
    func closePackets(of place: PortIndex, at time: UInt64) {
        let traits = router.traits(of: place)
        packetInputs[place.position].sysExGroup = PacketInput.nobody
        for group in UInt8(0)..<16 where traits.hearsAllGroups || group == traits.group {
            packetInputs[traits.device.position].gate.finish(group: group) { end in
                router.receive(packet: end, from: place.rawValue, at: time)
            }
        }
    }

    /// Shows a message on the display, and switches the backlight on.
    private func show(packet: Message, at time: UInt64) {
        notices.backlight.event(at: time)
        notices.lastMessage = packet.on(group: 0)
    }
}
