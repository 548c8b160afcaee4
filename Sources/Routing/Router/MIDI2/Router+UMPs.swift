import MIDI
import Plan

// UMPs received from UMP ports (U3, U7).
extension Router {
    /// Routes one UMP received at `time`, in nanoseconds, which must not precede the time of an earlier call. The
    /// group in the UMP is ignored, because `place` already identifies the group.
    ///
    /// Drops undefined messages and malformed pieces of a SysEx, and consumes utility and stream messages (U7).
    package mutating func receive(ump: Message, from place: UInt8, at time: UInt64) {
        if time > now { now = time }
        switch ump.type {
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx:
            if let message = ump.canonical { receiveNow(message.on(group: 0), from: place) }
        case MessageType.midi2Channel:
            if ump.canonicalMIDI2 != nil { receiveFine(ump.on(group: 0), from: place) }
        case MessageType.longData, MessageType.flexData: receiveLong(ump.on(group: 0), from: place)
        default: break
        }
    }

    @inline(never)
    private mutating func receiveFine(_ ump: Message, from place: UInt8) {
        outputs.compare(ump: ump, from: place, at: now)  // R19
        let shadows = Shadows(ump)
        if shadows.count == 0 { receiveUnshadowed(ump, from: place) }
        for index in 0..<shadows.count {
            let shadow = shadows[index]
            fine = FineMessage(ump, shadow: shadow, isFirst: index == 0, isLast: index == shadows.count - 1)
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
    private mutating func receiveUnshadowed(_ ump: Message, from place: UInt8) {
        if isTraced { hear(ump, from: place, isNew: true) }
        if ump.isPerNote { return perNote(ump, from: place) }
        for concern in concerned(by: ump, as: .controlChange, from: place) {
            guard let routing = admitted(concern, channel: ump.channel), !filters(routing, .controlChange, concern)
            else { continue }
            let out = ump.on(channel: routing.pointee.outChannel(ump.channel))
            for destination in destinations(of: routing, from: place) {
                if outputs.isFeedback(ump, from: place, to: destination, at: now) { continue }
                outputs.send(ump: out, to: destination, at: now)
            }
        }
    }
}
