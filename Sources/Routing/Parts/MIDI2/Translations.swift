import MIDI
import Program

/// What is translated from the MIDI 1.0 protocol to that of MIDI 2.0, at each place: banks and parameters that MIDI 1.0
/// spreads over several messages (U3).
///
/// A translator of `MIDI` has room for 16 groups, so two of them serve all places. A data entry MSB waits for its LSB as long
/// as everywhere in the box (R15).
struct Translations {
    private let translators: UnsafeMutablePointer<ProtocolUp>
    /// The channels of each place that wait for an LSB, a bit each, and until when, in nanoseconds.
    private let waiting: UnsafeMutablePointer<UInt16>
    private let until: UnsafeMutablePointer<UInt64>
    /// When the first wait may end, in nanoseconds; may be early. `UInt64.max`: nothing waits.
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

    /// Whether a value of a channel of a place waits for its LSB.
    func isWaiting(_ place: PortIndex, _ channel: UInt8) -> Bool {
        waiting[place.position] & 1 &<< UInt16(channel) != 0
    }

    /// Translates a MIDI 1.0 channel message, and calls `emit` with at most two packets.
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

    /// Ends the wait of a channel of a place, and calls `emit` with its value.
    mutating func release(_ place: PortIndex, _ channel: UInt8, _ emit: (Message) -> Void) {
        let translator = translators + place.position >> 4
        settle(place, channel, isWaiting: false)
        translator.pointee.release(group: UInt8(place.position & 15), channel: channel, emit)
    }

    /// Returns a channel of a place whose wait has ended by `now`; nil: none has.
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

    /// The receiver of a place is another one, or gone: forgets banks and parameters.
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

    /// Whether restored bytes are translators in which nothing waits.
    func hasValidState() -> Bool {
        for index in 0..<Translations.translatorCount where !translators[index].hasValidState() { return false }
        return true
    }
}
