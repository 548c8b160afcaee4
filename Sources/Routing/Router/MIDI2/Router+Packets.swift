import MIDI
import Plan

// Packets received from UMP ports (U3, U7).
extension Router {
    /// Routes one packet received at `time`, in nanoseconds, which must not precede the time of an earlier call. The
    /// group in the packet is ignored, because `place` already identifies the group.
    ///
    /// Drops undefined messages and malformed pieces of a SysEx, and consumes utility and stream messages (U7).
    package mutating func receive(packet: Message, from place: UInt8, at time: UInt64) {
        if time > now { now = time }
        switch packet.type {
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx:
            if let message = packet.canonical { receiveNow(message.on(group: 0), from: place) }
        case MessageType.midi2Channel:
            if packet.canonicalMIDI2 != nil { receiveFine(packet.on(group: 0), from: place) }
        case MessageType.longData, MessageType.flexData: receiveLong(packet.on(group: 0), from: place)
        default: break
        }
    }

    @inline(never)
    private mutating func receiveFine(_ packet: Message, from place: UInt8) {
        outputs.meet(packet: packet, from: place, at: now)  // R19
        let shadows = Shadows(packet)
        if shadows.count == 0 { receiveUnshadowed(packet, from: place) }
        for index in 0..<shadows.count {
            let shadow = shadows[index]
            fine = FineMessage(packet, shadow: shadow, isFirst: index == 0, isLast: index == shadows.count - 1)
            let kind = shadow.kind
            if kind == .controlChange {
                endWaits(before: shadow, from: place)  // R15
                endHeld(by: shadow, from: place)  // H13
            }
            let moves = moves(of: shadow, as: kind, from: place)  // R9, R14, R15, R16, R17
            route(shadow, as: kind, moves, from: place)  // A1
        }
        fine = FineMessage()
        leaveLoops()  // R19
    }

    /// Routes a message without MIDI 1.0 equivalent to destinations that speak MIDI 2.0. Conditions, remaps and
    /// assignments do not react to it.
    private mutating func receiveUnshadowed(_ packet: Message, from place: UInt8) {
        if isTraced { hear(packet, from: place, isNew: true) }
        if packet.isPerNote { return perNote(packet, from: place) }
        for concern in concerned(by: packet, as: .controlChange, from: place) {
            guard let routing = admitted(concern, channel: packet.channel), !filters(routing, .controlChange, concern)
            else { continue }
            let out = packet.on(channel: routing.pointee.outChannel(packet.channel))
            for destination in destinations(of: routing, from: place) {
                if outputs.isFeedback(packet, from: place, to: destination, at: now) { continue }
                outputs.send(packet: out, to: destination, at: now)
            }
        }
    }
}
