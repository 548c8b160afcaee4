import Engine
import MIDI

/// One record of the flight recorder, unpacked.
struct Record: Equatable {
    enum What: Equatable {
        case bytes(port: UInt8, [UInt8])
        /// Words of whole or partial UMPs.
        case words(port: UInt8, [UInt32])
        case contact(Int, closed: Bool)
        /// The level of a contact that was read again after an error.
        case level(Int, closed: Bool)
        /// Programs hold a footswitch, or hold it no more.
        case hold(Int, Bool)
        /// Acceleration in millionths of g.
        case motion(Int32, Int32, Int32)
        /// A reading of a pedal in eighths of a millivolt.
        case pedal(Int, Int32)
        case knob(line: Int, closed: Bool)
        case perform(code: UInt8, value: UInt64)
        case inputCame(UInt8)
        case inputWent(UInt8)
        case outputCame(UInt8, isWire: Bool, PortProtocol)
        case outputWent(UInt8, isUnheard: Bool)
        case silence(UInt8)
        case stall(UInt8)
        case flow(UInt8)
        case breakOff
        case message(Message, port: UInt8)
        /// A sent UMP.
        case ump(Message, place: UInt8)
        case inject(Message, Injection.Way, port: UInt8)
    }

    /// Nanoseconds of the box's clock.
    var time: UInt64
    var what: What

    private static func message(_ entry: RecordRing.Entry, isPiece: Bool) -> Message {
        if !isPiece { return Message(UInt32(truncatingIfNeeded: entry.payload)) }
        let head = 0x3000_0000 | UInt32(entry.detail) << 16 | UInt32(truncatingIfNeeded: entry.payload >> 32)
        return Message(head, UInt32(truncatingIfNeeded: entry.payload))
    }

    /// Unpacks the entries of a ring.
    static func read(_ entries: [RecordRing.Entry]) -> [Record] {
        var records: [Record] = []
        var bytes: [UInt8] = []
        var words: [UInt32] = []
        var at = 0
        while at < entries.count {
            let entry = entries[at]
            at += 1
            guard let kind = RecordRing.Kind(rawValue: entry.kind) else { continue }
            if kind == .bytes {
                for index in 0..<Int(entry.detail & ~RecordRing.Entry.goesOn) {
                    bytes.append(UInt8(truncatingIfNeeded: entry.payload >> UInt64(8 * index)))
                }
                if entry.detail & RecordRing.Entry.goesOn != 0 { continue }
                records.append(Record(time: entry.time, what: .bytes(port: entry.port, bytes)))
                bytes = []
            } else if [.words, .ump, .playUMP, .sendUMP].contains(kind) {
                words.append(UInt32(truncatingIfNeeded: entry.payload))
                if entry.detail & RecordRing.Entry.goesOn != 0 { continue }
                records.append(Record(time: entry.time, what: what(kind, words, entry.port)))
                words = []
            } else if kind == .motion {
                if at == entries.count { break }
                records.append(Record(time: entry.time, what: motion(entry, entries[at])))
                at += 1
            } else if let what = what(kind, entry) {
                records.append(Record(time: entry.time, what: what))
            }
        }
        return records
    }

    /// Joins words that were recorded one by one. The first words may be overwritten.
    private static func what(_ kind: RecordRing.Kind, _ words: [UInt32], _ port: UInt8) -> What {
        if kind == .words { return .words(port: port, words) }
        let word = { (index: Int) in index < words.count ? words[index] : 0 }
        let ump = Message(word(0), word(1), word(2), word(3))
        switch kind {
        case .playUMP: return .inject(ump, .play, port: port)
        case .sendUMP: return .inject(ump, .send, port: port)
        default: return .ump(ump, place: port)
        }
    }

    private static func motion(_ first: RecordRing.Entry, _ second: RecordRing.Entry) -> What {
        .motion(
            Int32(truncatingIfNeeded: first.payload),
            Int32(truncatingIfNeeded: first.payload >> 32 & 0xFFFF | (second.payload & 0xFFFF) << 16),
            Int32(truncatingIfNeeded: second.payload >> 16))
    }

    private static func what(_ kind: RecordRing.Kind, _ entry: RecordRing.Entry) -> What? {
        let flag = entry.detail != 0
        switch kind {
        case .bytes, .motion, .words, .ump, .playUMP, .sendUMP: return nil
        case .contact: return .contact(Int(entry.port), closed: flag)
        case .level: return .level(Int(entry.port), closed: flag)
        case .hold: return .hold(Int(entry.port), flag)
        case .pedal: return .pedal(Int(entry.port), Int32(truncatingIfNeeded: entry.payload))
        case .knob: return .knob(line: Int(entry.port), closed: flag)
        case .perform: return .perform(code: entry.detail, value: entry.payload)
        case .inputCame: return .inputCame(entry.port)
        case .inputWent: return .inputWent(entry.port)
        case .outputCame:
            let speaks = PortProtocol(rawValue: entry.detail >> 1) ?? .bytes
            return .outputCame(entry.port, isWire: entry.detail & 1 != 0, speaks)
        case .outputWent: return .outputWent(entry.port, isUnheard: flag)
        case .silence: return .silence(entry.port)
        case .stall: return .stall(entry.port)
        case .flow: return .flow(entry.port)
        case .breakOff: return .breakOff
        case .message, .piece: return .message(message(entry, isPiece: kind == .piece), port: entry.port)
        case .play, .playPiece:
            return .inject(message(entry, isPiece: kind == .playPiece), .play, port: entry.port)
        case .send, .sendPiece:
            return .inject(message(entry, isPiece: kind == .sendPiece), .send, port: entry.port)
        }
    }
}
