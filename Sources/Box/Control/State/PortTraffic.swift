import Configuration
import Engine
import MIDI
import Plan

/// What came in and went out at each port since somebody follows the state: the number of messages, and when and how
/// hard each key was pressed. It is read from the flight recorder, so the loop keeps nothing for it.
struct PortTraffic {
    /// When a key was pressed, and how hard.
    struct Press: Equatable {
        /// Nanoseconds of the box's clock.
        var time: UInt64
        var velocity: UInt8
    }

    /// Messages by place, but for timing clock and Active Sensing.
    private(set) var received = [Int](repeating: 0, count: Limits.ports)
    private(set) var sent = [Int](repeating: 0, count: Limits.ports)
    /// The pressed keys, by their numbers (`Router.pressedKey`).
    private(set) var presses: [Int: Press] = [:]
    /// The places in the rings of the first entries that are not read yet.
    private var input: Int
    private var output: Int
    private var parsers = [StreamParser](repeating: StreamParser(), count: Limits.ports)
    private var readers = [UMPReader](repeating: UMPReader(), count: Limits.ports)
    private var played = UMPReader()
    /// The entries before were not read, so the next words may begin in the middle of a UMP.
    private var isCut: Bool

    /// Begins with the newest entries, which tell of most keys that are down now.
    init(_ recorder: Recorder) {
        input = max(recorder.inputs.written - BoxLimits.rememberedInputs, 0)
        output = recorder.outputs.written
        isCut = input > 0
    }

    /// Reads the entries since the last call.
    mutating func follow(_ recorder: Recorder, _ plan: UnsafePointer<Plan>) {
        let (first, inputs) = recorder.inputs.copy(from: input)
        // A gap may have ended in the middle of a message.
        if first > input { forgetParts() }
        input = first + inputs.count
        for entry in inputs { hear(entry, plan) }
        let (firstSent, outputs) = recorder.outputs.copy(from: output)
        output = firstSent + outputs.count
        for entry in outputs { count(entry) }
    }

    /// Forgets presses of keys that are not down.
    mutating func keep(_ keys: [Int]) {
        var kept: [Int: Press] = [:]
        for key in keys { kept[key] = presses[key] }
        presses = kept
    }

    private mutating func forgetParts() {
        parsers = parsers.map { _ in StreamParser() }
        readers = readers.map { _ in UMPReader() }
        played.reset()
        isCut = true
    }

    /// Whether an entry is left out because its beginning is not known. The words of one read follow each other.
    private mutating func skips(_ entry: RecordRing.Entry) -> Bool {
        if !isCut { return false }
        switch RecordRing.Kind(rawValue: entry.kind) {
        case .words, .playUMP: isCut = entry.detail & RecordRing.Entry.goesOn != 0
        default:
            isCut = false
            return false
        }
        return true
    }

    private mutating func hear(_ entry: RecordRing.Entry, _ plan: UnsafePointer<Plan>) {
        let port = Int(entry.port)
        if port >= Limits.ports || skips(entry) { return }
        switch RecordRing.Kind(rawValue: entry.kind) {
        case .bytes:
            for index in 0..<Int(entry.detail & ~RecordRing.Entry.goesOn) {
                let byte = UInt8(truncatingIfNeeded: entry.payload >> UInt64(8 * index))
                var messages: [Message] = []
                parsers[port].feed(byte) { messages.append($0) }
                for message in messages { hear(message, at: port, entry.time) }
            }
        case .words:
            if let ump = readers[port].feed(UInt32(truncatingIfNeeded: entry.payload)) {
                hear(ump, plan, of: port, entry.time)
            }
        case .playUMP:
            if let ump = played.feed(UInt32(truncatingIfNeeded: entry.payload)) {
                hear(ump, plan, of: port, entry.time)
            }
        case .play: hear(Message(UInt32(truncatingIfNeeded: entry.payload)), plan, of: port, entry.time)
        case .playPiece: if PortTraffic.begins(entry) { received[port] += 1 }
        case .inputWent: parsers[port] = StreamParser()
        default: break
        }
    }

    /// Hears a UMP at the place of its group (U6).
    private mutating func hear(_ ump: Message, _ plan: UnsafePointer<Plan>, of port: Int, _ time: UInt64) {
        let place = plan.place(of: ump.group, at: PortIndex(port))
        let isShown = !place.isNone && place.position < Limits.ports
        ump.forEachMIDI1 { hear($0.on(group: 0), at: isShown ? place.position : port, time) }
    }

    private mutating func hear(_ message: Message, at place: Int, _ time: UInt64) {
        switch message.kind {
        case .timingClock, .activeSensing: return
        case .sysEx: if message.sysExStatus != .start && message.sysExStatus != .complete { return }
        case .noteOn:
            presses[PortTraffic.key(message, place)] = Press(time: time, velocity: message.data2)
        case .noteOff: presses[PortTraffic.key(message, place)] = nil
        default: break
        }
        received[place] += 1
    }

    private static func key(_ message: Message, _ place: Int) -> Int {
        place << 11 | Int(message.channel) << 7 | Int(message.data1)
    }

    private mutating func count(_ entry: RecordRing.Entry) {
        let port = Int(entry.port)
        if port >= Limits.ports { return }
        switch RecordRing.Kind(rawValue: entry.kind) {
        case .message:
            let kind = Message(UInt32(truncatingIfNeeded: entry.payload)).kind
            if kind != .timingClock && kind != .activeSensing { sent[port] += 1 }
        case .piece: if PortTraffic.begins(entry) { sent[port] += 1 }
        // Of a UMP its last word.
        case .ump: if entry.detail & RecordRing.Entry.goesOn == 0 { sent[port] += 1 }
        default: break
        }
    }

    /// Whether a piece of a SysEx is its first or only one.
    private static func begins(_ entry: RecordRing.Entry) -> Bool {
        let status = SysExStatus(rawValue: entry.detail >> 4 & 0x0F)
        return status == .start || status == .complete
    }
}
