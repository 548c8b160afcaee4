import MIDI
import Plan

/// When the messages of a list are sent.
enum TimedKind {
    /// When the preset is loaded (P1, P7).
    case onLoad
    /// When the preset is left (P10).
    case onLeave
    /// When a part of the preset begins (P12).
    case part

    /// How messages call an entry of the list.
    var words: String {
        switch self {
        case .onLoad: "an on-load message"
        case .onLeave: "an on-leave message"
        case .part: "a message of a part"
        }
    }

    /// The largest number of entries, and the name of this limit.
    func limit(ofRouting: Bool) -> (Int, String) {
        switch self {
        case .onLoad:
            ofRouting ? (Limits.onLoadOfRouting, "onLoadOfRouting") : (Limits.onLoadOfPreset, "onLoadOfPreset")
        case .onLeave:
            ofRouting ? (Limits.onLeaveOfRouting, "onLeaveOfRouting") : (Limits.onLeaveOfPreset, "onLeaveOfPreset")
        case .part: (Limits.messagesOfPart, "messagesOfPart")
        }
    }
}

// What is sent when a preset is left (P10).
extension Reader {
    /// Reports a delay that would keep the next preset waiting too long.
    func checkLeaving(_ delay: UInt64, _ kind: TimedKind, _ place: Place) {
        if kind != .onLeave || delay <= TimedMessages.longestLeaving { return }
        log.error(
            place,
            "an on-leave message is sent at most 100 ms after the preset is left, because the next preset waits for it")
    }

    /// Reads `also-at-end`. Reports it at a message that begins something, because nothing sounds on when the box ends.
    func isAlsoAtEnd(_ entry: YAMLNode.Entry?, _ messages: [Message]) -> Bool {
        guard let entry, let isAlso = boolean(entry), isAlso else { return false }
        if !messages.contains(where: { $0.beginsSound }) { return true }
        log.error(
            entry.place,
            "`also-at-end` is for messages that begin no note and move no pedal, bend or pressure, "
                + "because all of them end with the box")
        return false
    }
}

extension Message {
    /// Whether the message plays a note, or moves a pedal, bend or pressure away from rest.
    fileprivate var beginsSound: Bool {
        if isNoteOn { return true }
        guard let controller = RetainedController(self) else { return false }
        return controller.value(of: self) != controller.rest
    }
}
