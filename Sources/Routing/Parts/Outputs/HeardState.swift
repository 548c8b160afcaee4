import MIDI
import Plan

/// What a destination was really sent, for its return and for panic (H9, H10). Messages that still wait are not
/// included.
/// Also tracks what a client that plays into the box would leave hanging if it disconnected.
package struct HeardState {
    /// A Note Off or a message that moved a controller back to rest, and when it was sent, in nanoseconds.
    private struct Rest {
        var word: UInt32 = 0
        var at: UInt64 = 0
    }

    /// Sounding notes, one bit each: channel by 128 keys.
    private var sounding = InlineArray<32, UInt64>(repeating: 0)
    /// Controllers away from rest, one bit each: channel by `RetainedController.count`.
    private var moved = InlineArray<16, UInt8>(repeating: 0)
    /// The last 64 releases; a new one overwrites the oldest. Enough for many chords of ten fingers and all pedals.
    private var rests = InlineArray<64, Rest>(repeating: Rest())
    private var nextRest = 0

    package init() {}

    /// Checks restored bytes: every entry of `rests` must be a channel message.
    func hasValidState() -> Bool {
        for index in 0..<64 where rests[index].word != 0 {
            if rests[index].word >> 28 != 2 || rests[index].word & 0x0000_8080 != 0 { return false }
        }
        return true
    }

    func isSounding(_ channel: UInt8, _ note: UInt8) -> Bool {
        sounding[Int(channel) << 1 | Int(note) >> 6] & (1 << UInt64(note & 63)) != 0
    }

    func isMoved(_ channel: UInt8, _ controller: RetainedController) -> Bool {
        moved[Int(channel)] & (1 << controller.rawValue) != 0
    }

    /// Records a message that was sent at `now`, in nanoseconds.
    @inline(__always)
    package mutating func hear(_ message: Message, at now: UInt64) {
        if message.isNoteOn {
            hearNoteOn(message)
        } else if message.isNoteOff {
            hearNoteOff(message, at: now)
        } else if let controller = RetainedController(message) {
            let isAtRest = controller.value(of: message) == controller.rest
            if setMoved(message.channel, controller, !isAtRest) && isAtRest { remember(message, at: now) }
        }
    }

    @inline(__always)
    mutating func hearNoteOn(_ message: Message) { _ = setSounding(message, true) }

    @inline(__always)
    mutating func hearNoteOff(_ message: Message, at now: UInt64) {
        if setSounding(message, false) { remember(message, at: now) }
    }

    /// Emits the messages that bring everything to rest: Note Offs, then controllers, channel by channel.
    @inline(__always)
    package func forEachRelease(_ emit: (Message) -> Void) {
        for channel in 0..<UInt8(16) {
            for note in 0..<UInt8(128) where isSounding(channel, note) {
                emit(.noteOff(channel: channel, key: note))
            }
            for raw in 0..<UInt8(RetainedController.count) {
                guard let controller = RetainedController(rawValue: raw) else { continue }
                if isMoved(channel, controller) { emit(controller.atRest(channel: channel)) }
            }
        }
    }

    /// The destination left without notice and may have missed whatever was sent since `time`, in nanoseconds. Notes
    /// and controllers released since then count as still active, so that they are released again on its return (H9).
    mutating func doubt(since time: UInt64) {
        for index in 0..<64 where rests[index].word != 0 && rests[index].at >= time {
            let message = Message(rests[index].word)
            if let controller = RetainedController(message) {
                _ = setMoved(message.channel, controller, true)
            } else {
                _ = setSounding(message, true)
            }
            rests[index] = Rest()
        }
    }

    @inline(__always)
    private mutating func remember(_ message: Message, at now: UInt64) {
        // The mask keeps the index in range and lets the compiler drop the bounds check.
        rests[nextRest & 63] = Rest(word: message.word0, at: now)
        nextRest &+= 1
    }

    // Both setters return the previous value. They do not call `isSounding` and `isMoved`: those would copy the whole
    // struct.
    @inline(__always)
    private mutating func setSounding(_ message: Message, _ sounds: Bool) -> Bool {
        let word = Int(message.channel) << 1 | Int(message.data1) >> 6
        let bit: UInt64 = 1 &<< UInt64(message.data1)
        let before = sounding[word]
        sounding[word] = sounds ? before | bit : before & ~bit
        return before & bit != 0
    }

    private mutating func setMoved(_ channel: UInt8, _ controller: RetainedController, _ isMoved: Bool) -> Bool {
        let bit: UInt8 = 1 << controller.rawValue
        let before = moved[Int(channel)]
        moved[Int(channel)] = isMoved ? before | bit : before & ~bit
        return before & bit != 0
    }
}
