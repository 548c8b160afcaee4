import MIDI
import Plan

/// Translation from the MIDI 1.0 to the MIDI 2.0 protocol for each port: banks and parameters, which MIDI 1.0 spreads
/// over several messages, are collected (U3).
///
/// A `ProtocolUp` translator of `MIDI` serves 16 groups, so two of them serve all ports. A data entry MSB waits for its
/// LSB as long as everywhere in the box (R15).
struct Translations {
    private let translators: UnsafeMutablePointer<ProtocolUp>
    /// The channels of each port that wait for an LSB, one bit each, and when the wait ends, in nanoseconds.
    private let waiting: UnsafeMutablePointer<UInt16>
    private let until: UnsafeMutablePointer<UInt64>
    /// When the first wait may end, in nanoseconds; may be early. `UInt64.max` if nothing waits.
    private(set) var dueAt = UInt64.max

    private static var translatorCount: Int { Limits.ports / 16 }

    static let byteCount =
        Memory.byteCount(of: ProtocolUp.self, translatorCount) + Memory.byteCount(of: UInt16.self, Limits.ports)
        + Memory.byteCount(of: UInt64.self, Limits.ports * 16)

    init(_ memory: inout Memory) {
        translators = memory.take(Translations.translatorCount, repeating: ProtocolUp())
        waiting = memory.take(Limits.ports, repeating: 0)
        until = memory.take(Limits.ports * 16, repeating: 0)
    }

    /// Whether a value on a channel of a port waits for its LSB.
    func isWaiting(_ place: PortIndex, _ channel: UInt8) -> Bool {
        waiting[place.position] & 1 &<< UInt16(channel) != 0
    }

    /// Translates a MIDI 1.0 channel message, and calls `emit` with at most two UMPs.
    mutating func translate(_ message: Message, at place: PortIndex, now: UInt64, _ emit: (Message) -> Void) {
        let translator = translators + place.position >> 4
        let group = UInt8(place.position & 15)
        translator.pointee.feed(message.on(group: group), emit)
        settle(place, message.channel, isWaiting: translator.pointee.isWaiting(group: group, channel: message.channel))
        if isWaiting(place, message.channel) {
            let due = now + WaitingInputs.patience
            until[place.position << 4 | Int(message.channel)] = due
            dueAt = min(dueAt, due)
        }
    }

    /// Ends the wait of a channel of a port, and calls `emit` with its value.
    mutating func release(_ place: PortIndex, _ channel: UInt8, _ emit: (Message) -> Void) {
        let translator = translators + place.position >> 4
        settle(place, channel, isWaiting: false)
        translator.pointee.release(group: UInt8(place.position & 15), channel: channel, emit)
    }

    /// Returns a channel of a port whose wait has ended by `now`; nil if there is none.
    mutating func takeDue(at now: UInt64) -> (place: PortIndex, channel: UInt8)? {
        var next = UInt64.max
        for place in PortIndex.all {
            var channels = waiting[place.position]
            while channels != 0 {
                let channel = UInt8(truncatingIfNeeded: channels.trailingZeroBitCount)
                channels &= channels - 1
                let due = until[place.position << 4 | Int(channel)]
                if due <= now { return (place, channel) }
                next = min(next, due)
            }
        }
        dueAt = next
        return nil
    }

    /// Forgets the banks and parameters of a port whose receiver has been replaced or removed.
    mutating func forget(_ place: PortIndex) {
        (translators + place.position >> 4).pointee.forget(group: UInt8(place.position & 15))
        waiting[place.position] = 0
        findDue()
    }

    private mutating func settle(_ place: PortIndex, _ channel: UInt8, isWaiting: Bool) {
        let bit: UInt16 = 1 &<< UInt16(channel)
        let before = waiting[place.position]
        waiting[place.position] = isWaiting ? before | bit : before & ~bit
        if before & bit != 0 && !isWaiting { findDue() }
    }

    private mutating func findDue() {
        var any: UInt16 = 0
        for place in 0..<Limits.ports { any |= waiting[place] }
        if any == 0 { dueAt = UInt64.max }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(translators, Translations.translatorCount))
    }

    /// Checks restored bytes: every translator must be valid and have nothing waiting.
    func hasValidState() -> Bool {
        for index in 0..<Translations.translatorCount where !translators[index].hasValidState() { return false }
        return true
    }
}
