import MIDI

// Conversions between MIDI Clip Files and Standard MIDI Files.
extension MIDIClip {
    /// Makes a clip of a Standard MIDI File: all tracks together, in the first group, in the MIDI 1.0 protocol.
    ///
    /// Ticks and tempos stay. A file by SMPTE frames, and one whose tracks are independent pieces, gets ticks of 50
    /// microseconds instead. Meta events other than tempos are left out, as `MIDIFile` leaves them out.
    public init(_ file: MIDIFile) {
        var parsers = [StreamParser](repeating: StreamParser(), count: file.tracks.count)
        if case .ticksOfQuarter(let ticks) = file.division, file.format != .separate {
            ticksOfQuarter = ticks
            for (track, event) in MIDIFile.merged(file.tracks) {
                if case .tempo(let microseconds) = event.kind {
                    events.append(Event(tick: event.tick, packet: Message(0xD010_0000, microseconds * 100)))
                } else {
                    add(file.wire(event), at: event.tick, &parsers[track])
                }
            }
            end = file.tracks.reduce(0) { max($0, $1.end) }
            return
        }
        ticksOfQuarter = MIDIFileWriter.ticksOfQuarter
        let (timed, length) = file.timeline
        var parser = StreamParser()
        for event in timed { add(file.wire(event.event), at: MIDIFileWriter.ticks(event.at), &parser) }
        end = max(MIDIFileWriter.ticks(length), events.last?.tick ?? 0)
    }

    private mutating func add(_ bytes: [UInt8], at tick: UInt64, _ parser: inout StreamParser) {
        for byte in bytes { parser.feed(byte) { events.append(Event(tick: tick, packet: $0)) } }
    }

    /// The bytes of a Standard MIDI File of format 1: a track for the tempos, and one for each group in use.
    ///
    /// Messages of MIDI 2.0 are translated (M2-115-U). Those that MIDI 1.0 lacks are left out, and Flex Data other than
    /// tempos.
    public func file(named name: String) -> [UInt8] {
        var tracks = [[(tick: UInt64, bytes: [UInt8])]](repeating: [], count: 16)
        var open = [[UInt8]](repeating: [], count: 16)
        var tempos: [(tick: UInt64, microseconds: UInt32)] = []
        for event in events {
            if let units = event.packet.tempo {
                tempos.append((event.tick, min(max((units + 50) / 100, 1), 0xFF_FFFF)))
                continue
            }
            let group = Int(event.packet.group)
            MIDIClip.forEachMIDI1(event.packet) { message in
                if let bytes = MIDIClip.whole(message, &open[group]) { tracks[group].append((event.tick, bytes)) }
            }
        }
        var writer: MIDIFileWriter
        // A Standard MIDI File has at most 32,767 ticks a quarter note.
        let factor: UInt64 = ticksOfQuarter > 0x7FFF ? 2 : 1
        writer = MIDIFileWriter(name, ticksOfQuarter: ticksOfQuarter / UInt16(factor))
        writer.addTempos(tempos.map { ($0.tick / factor, $0.microseconds) })
        for (group, events) in tracks.enumerated() where !events.isEmpty {
            writer.addTrack("group \(group + 1)", ticks: events.map { ($0.tick / factor, $0.bytes) }, end: end / factor)
        }
        return writer.bytes
    }

    private static func forEachMIDI1(_ packet: Message, _ body: (Message) -> Void) {
        switch packet.type {
        case MessageType.midi2Channel: ProtocolDown.translate(packet, body)
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx: body(packet)
        default: break
        }
    }

    /// The bytes of a message; those of a SysEx with its last piece.
    private static func whole(_ message: Message, _ sysEx: inout [UInt8]) -> [UInt8]? {
        var encoded = InlineArray<8, UInt8>(repeating: 0)
        let count = StreamWriter.encode(message, into: &encoded)
        let bytes = (0..<count).map { encoded[$0] }
        guard message.isSysEx else { return bytes.isEmpty ? nil : bytes }
        if message.sysExStatus == .start || message.sysExStatus == .complete { sysEx = [] }
        sysEx += bytes
        let isWhole = sysEx.first == Status.sysEx && bytes.last == Status.sysExEnd
        return isWhole ? sysEx : nil
    }
}
