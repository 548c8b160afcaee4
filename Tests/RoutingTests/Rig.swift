import MIDI

@testable import Plan
@testable import Routing

/// A routing as a test writes it.
struct Way {
    var sources: [UInt8]
    var routing = Routing()
    var remaps: [(slot: Int, remap: Remap)] = []
    var noteMap: [UInt8]?

    init(from sources: [UInt8] = [0], to destinations: [PortIndex] = [8]) {
        self.sources = sources
        for (index, destination) in destinations.enumerated() { routing.destinations[index] = destination }
        routing.destinationCount = UInt8(destinations.count)
    }

    func shifted(_ semitones: Int) -> Way {
        var way = self
        way.noteMap = (0..<128).map { 0..<128 ~= $0 + semitones ? UInt8($0 + semitones) : 0xFF }
        return way
    }

    func setting(_ change: (inout Routing) -> Void) -> Way {
        var way = self
        change(&way.routing)
        return way
    }

    func remapping(_ slot: Int, to output: ControlOutput) -> Way {
        var way = self
        var remap = Remap()
        remap.output = output
        way.remaps.append((slot, remap))
        return way
    }
}

/// A router with a program made by hand. It collects the sent messages. Inputs are ports 0 to 7, outputs 8 to 11.
final class Rig {
    struct Sent: Equatable {
        var port: UInt32
        var message: Message
        var at: UInt64
    }

    let router: UnsafeMutablePointer<Router>
    private let record: UnsafeMutablePointer<Record>
    private let memory: UnsafeMutableRawBufferPointer
    private var pieces: [UnsafeMutableRawPointer] = []
    private let isNetwork: Bool
    private let isBluetooth: Bool

    struct Record {
        var sent: [Sent] = []
        /// One bit for each port whose driver refuses messages now.
        var blocked: UInt32 = 0
        /// The UMPs sent, as text: place, then the words in use.
        var umps: [String] = []
        /// One bit for each port whose driver refuses SysEx now.
        var paced: UInt32 = 0
    }

    /// - Parameters:
    ///   - presets: the routings of each preset. Their numbers count from 0.
    ///   - byteTime: nanoseconds that a byte takes at every output.
    ///   - isNetwork: whether all outputs are peers of network MIDI.
    ///   - isBluetooth: whether all outputs are Bluetooth peers.
    ///   - speaks: the protocols of outputs that are no ports of bytes. Output p is in group p - 8.
    ///   - settings: may change the program first.
    init(
        _ presets: [[Way]], byteTime: UInt64 = 0, lead: UInt64 = 0, isNetwork: Bool = false,
        isBluetooth: Bool = false, speaks: [PortIndex: PortProtocol] = [:], settings: (inout Plan) -> Void = { _ in }
    ) {
        (self.isNetwork, self.isBluetooth) = (isNetwork, isBluetooth)
        record = .allocate(capacity: 1)
        record.initialize(to: Record())
        memory = .allocate(byteCount: Router.byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        router = .allocate(capacity: 1)
        var plan = plan(presets)
        settings(&plan)
        router.initialize(
            to: Router(
                memory: memory, plan: copy([plan]),
                transmit: { context, port, word0, word1, time in
                    let record = context!.assumingMemoryBound(to: Record.self)
                    if record.pointee.blocked & 1 << port != 0 { return 0 }
                    let message = Message(word0, word1)
                    if record.pointee.paced & 1 << port != 0 && message.isSysEx { return 0 }
                    record.pointee.sent.append(Sent(port: port, message: message, at: time))
                    return 1
                },
                transmitUMP: { context, port, words, time in
                    let record = context!.assumingMemoryBound(to: Record.self)
                    if record.pointee.blocked & 1 << port != 0 { return 0 }
                    let ump = Message(words[0], words[1], words[2], words[3])
                    record.pointee.umps.append("\(port) \(hex(ump))")
                    return 1
                }, context: record))
        for port in PortIndex(8)..<12 {
            router.pointee.outputCame(port, byteTime: byteTime, lead: lead, speaks: speaks[port] ?? .bytes, at: 0)
        }
        router.pointee.perform(.load(0), at: 0)
    }

    convenience init(_ ways: Way..., byteTime: UInt64 = 0, lead: UInt64 = 0) {
        self.init([ways], byteTime: byteTime, lead: lead)
    }

    deinit {
        router.deinitialize(count: 1)
        router.deallocate()
        record.deinitialize(count: 1)
        record.deallocate()
        memory.deallocate()
        for piece in pieces { piece.deallocate() }
    }
}

extension Rig {
    /// Receives a message, written as in the specification, at a port.
    func receive(_ text: String, from port: UInt8 = 0, at time: UInt64 = 0) {
        receive(message(text), from: port, at: time)
    }

    func receive(_ message: Message, from port: UInt8 = 0, at time: UInt64 = 0) {
        router.pointee.advance(to: time)
        router.pointee.receive(message, from: port, at: time)
    }

    func advance(to time: UInt64) { router.pointee.advance(to: time) }

    var dropped: UInt32 { router.pointee.dropped }
    var hasFeedback: Bool { router.pointee.hasFeedback }

    /// Adopts a program with other presets. `settings` may change it first.
    func adopt(_ presets: [[Way]], at time: UInt64 = 0, settings: (inout Plan) -> Void = { _ in }) {
        var plan = plan(presets)
        settings(&plan)
        router.pointee.advance(to: time)
        router.pointee.adopt(copy([plan]), loading: 0, at: time)
    }

    func isWaiting(_ port: PortIndex) -> Bool { router.pointee.hasWaiting(port) }

    func perform(_ action: Action, at time: UInt64 = 0) { router.pointee.perform(action, at: time) }

    func block(_ port: UInt32, _ blocked: Bool, at time: UInt64 = 0) {
        let bit: UInt32 = 1 << port
        record.pointee.blocked = blocked ? record.pointee.blocked | bit : record.pointee.blocked & ~bit
        if !blocked { router.pointee.ready(port: PortIndex(Int(port)), at: time) }
    }

    func pace(_ port: UInt32, _ paced: Bool, at time: UInt64 = 0) {
        let bit: UInt32 = 1 << port
        record.pointee.paced = paced ? record.pointee.paced | bit : record.pointee.paced & ~bit
        if !paced { router.pointee.ready(port: PortIndex(Int(port)), at: time) }
    }

    /// Takes the messages sent since the last call.
    func take() -> [Sent] {
        let sent = record.pointee.sent
        record.pointee.sent = []
        return sent
    }

    /// Takes the messages sent since the last call as text: port and bytes, `8 90 3C 64`.
    func sent() -> [String] { take().map { "\($0.port) \(text($0.message))" } }

    /// Takes the messages sent since the last call; returns the notes that sound after them: port, channel from 0, key.
    func takeSounding() -> Set<String> {
        var sounding: Set<String> = []
        for sent in take() {
            let note = "\(sent.port) \(sent.message.channel) \(sent.message.data1)"
            if sent.message.isNoteOn { sounding.insert(note) }
            if sent.message.isNoteOff { sounding.remove(note) }
        }
        return sounding
    }

    /// Receives a UMP, written as its words in hex, at a port.
    func receive(ump text: String, from port: UInt8 = 0, at time: UInt64 = 0) {
        receive(ump: ump(text), from: port, at: time)
    }

    func receive(ump: Message, from port: UInt8 = 1, at time: UInt64) {
        router.pointee.advance(to: time)
        router.pointee.receive(ump: ump, from: port, at: time)
    }

    /// Takes everything sent since the last call as text, messages of bytes first: port and words.
    func everything() -> [String] { take().map { "\($0.port) \(hex($0.message))" } + sentUMPs() }

    /// Takes the UMPs sent since the last call as text: place and words, `8 20903C64`.
    func sentUMPs() -> [String] {
        defer { record.pointee.umps = [] }
        return record.pointee.umps
    }

    /// Takes the messages sent since the last call as text: bytes, then the time in microseconds.
    func sentAndWhen() -> [String] { take().map { "\(text($0.message)) \($0.at / 1000)" } }
}

// MARK: - The program

extension Rig {
    private func table(_ heads: [UInt16]) -> SlotTable {
        let entries = heads.indices.filter { heads[$0] != SlotTable.none }.map {
            SlotTable.Entry(slot: $0, number: heads[$0])
        }
        let table = entries.withUnsafeBufferPointer { entries in
            var table = [UInt64](repeating: 0, count: SlotTable.size(of: entries) / 8)
            table.withUnsafeMutableBytes { SlotTable.write(entries, to: $0) }
            return table
        }
        return SlotTable(copy(table))
    }

    private func copy<T>(_ values: [T]) -> UnsafePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: max(values.count, 1))
        memory.initialize(from: values, count: values.count)
        pieces.append(UnsafeMutableRawPointer(memory))
        return UnsafePointer(memory)
    }

    private func plan(_ presets: [[Way]]) -> Plan {
        let compiled = presets.enumerated().map { preset($0.element, number: $0.offset) }
        var plan = Plan(
            presets: Table(copy(compiled), count: compiled.count),
            numbered: copy((0..<compiled.count).map { PresetIndex($0) }),
            numberedCount: Int32(compiled.count), assignments: copy([Assignment]()), assignmentCount: 0, startPreset: 0,
            tempo: 12000)
        for port in 0..<8 { plan.ports[port].receives = true }
        for port in 8..<12 {
            plan.ports[port].sends = true
            plan.ports[port].isNetwork = isNetwork
            plan.ports[port].isBluetooth = isBluetooth
            plan.ports[port].group = UInt8(port - 8)
        }
        return plan
    }

    private func preset(_ ways: [Way], number: Int) -> Preset {
        var remaps: [Remap] = []
        var routings: [Routing] = []
        for way in ways {
            var routing = way.routing
            routing.noteMap = way.noteMap.map { copy($0) }
            if !way.remaps.isEmpty {
                var heads = [UInt16](repeating: Remap.none, count: ControlInput.slots)
                for (slot, remap) in way.remaps.reversed() {
                    var remap = remap
                    remap.next = heads[slot]
                    remap.state = UInt16(remaps.count)
                    heads[slot] = UInt16(remaps.count)
                    remaps.append(remap)
                }
                routing.remapHeads = table(heads)
            }
            routings.append(routing)
        }
        return Preset(
            number: Int16(number), tempo: 0, name: Name(), routings: Table(copy(routings), count: routings.count),
            remaps: copy(remaps), remapCount: Int32(remaps.count), concerns: concerns(ways), onLoad: copy([OnLoad]()),
            onLoadCount: 0)
    }

    /// Every message concerns every routing of its source. The router must work without the compiler's finer tables.
    private func concerns(_ ways: [Way]) -> Concerns {
        var rows = InlineArray<38, UInt8>(repeating: Concerns.none)
        var starts = [UInt16](repeating: 0, count: rows.count)
        var spans: [Concerns.Span] = []
        var list: [Concern] = []
        var row: UInt8 = 0
        for source in UInt8(0)..<35 {
            let start = list.count
            for (index, way) in ways.enumerated() where way.sources.contains(source) {
                list.append(Concern(routing: RoutingIndex(index), channels: 0xFFFF))
            }
            if list.count == start { continue }
            let span = Concerns.Span(start: UInt16(start), count: UInt16(list.count - start))
            starts[Int(source)] = UInt16(spans.count)
            spans.append(span)
            rows[Int(source)] = row
            row += 1
        }
        let places = [UInt8](repeating: 0, count: Int(row) * Concerns.rowLength)
        return Concerns(
            rows: rows, starts: copy(starts), places: copy(places), spans: copy(spans), list: copy(list))
    }
}

// MARK: - Text

/// Parses a message of up to three bytes, or a piece of a SysEx: `90 3C 64`, `start 01 02`, `end`.
func message(_ text: String) -> Message {
    let words = text.split(separator: " ")
    let pieces: [String: SysExStatus] = ["complete": .complete, "start": .start, "continue": .continue, "end": .end]
    if let piece = pieces[String(words[0])] {
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        for (index, word) in words.dropFirst().enumerated() { bytes[index] = UInt8(word, radix: 16)! }
        return Message(sysEx: piece, bytes, count: words.count - 1)
    }
    let bytes = words.map { UInt8($0, radix: 16)! } + [0, 0]
    return Message(status: bytes[0], bytes[1], bytes[2])
}

/// The bytes of a message on the wire, as text.
func text(_ message: Message) -> String {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    let count = StreamWriter.encode(message, into: &bytes)
    return (0..<count).map { index in
        let digits = String(bytes[index], radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: " ")
}

/// Zeroed memory for one of the router's tables, freed with it.
final class TableMemory {
    private let block: UnsafeMutableRawBufferPointer
    var memory: Memory

    init(_ byteCount: Int) {
        block = .allocate(byteCount: byteCount, alignment: 64)
        block.initializeMemory(as: UInt8.self, repeating: 0)
        memory = Memory(block)
    }

    deinit { block.deallocate() }
}

/// Parses a UMP: its words in hex, `40903C00 C0000000`.
func ump(_ text: String) -> Message {
    let words = text.split(separator: " ").map { UInt32($0, radix: 16)! } + [0, 0, 0]
    return Message(words[0], words[1], words[2], words[3])
}

/// The words of a UMP in use, in hex.
func hex(_ ump: Message) -> String {
    (0..<ump.wordCount).map { index in
        let digits = String(ump.word(index), radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined(separator: " ")
}
