import MIDI

// Conversions between MIDI Clip Files and Standard MIDI Files.
extension MIDIClip {
    /// Makes a clip of a Standard MIDI File: all tracks together, in the first group, in the MIDI 1.0 protocol.
    ///
    /// Ticks and tempos stay. A file with SMPTE frames, or whose tracks are independent pieces, gets ticks of 50
    /// microseconds instead. Meta events other than tempos are left out, as in `MIDIFile`.
    package init(_ file: MIDIFile) {
        var events: [Event] = []
        ticksOfQuarter = MIDIClip.ticksOfQuarter(of: file)
        end = MIDIClip.forEachEvent(of: file) { events.append($0) }
        self.events = events
    }

    /// The ticks a quarter note of a file's clip.
    private static func ticksOfQuarter(of file: MIDIFile) -> UInt16 {
        if case .ticksOfQuarter(let ticks) = file.division, file.format != .separate { return ticks }
        return MIDIFileWriter.ticksOfQuarter
    }

    /// Calls `body` with each event of a file's clip, and returns the tick of the clip's end. Does not store the
    /// events: a SysEx of megabytes is a million UMPs.
    private static func forEachEvent(of file: MIDIFile, _ body: (Event) -> Void) -> UInt64 {
        if case .ticksOfQuarter = file.division, file.format != .separate {
            var parsers = [StreamParser](repeating: StreamParser(), count: file.tracks.count)
            for (track, event) in MIDIFile.merged(file.tracks) {
                if case .tempo(let microseconds) = event.kind {
                    body(Event(tick: event.tick, ump: Message(0xD010_0000, microseconds * 100)))
                } else {
                    file.parse(event, with: &parsers[track]) { body(Event(tick: event.tick, ump: $0)) }
                }
            }
            return file.tracks.reduce(0) { max($0, $1.end) }
        }
        let (timed, length) = file.timeline
        var parser = StreamParser()
        var last: UInt64 = 0
        for event in timed {
            let tick = MIDIFileWriter.ticks(event.at)
            file.parse(event.event, with: &parser) {
                last = tick
                body(Event(tick: tick, ump: $0))
            }
        }
        return max(MIDIFileWriter.ticks(length), last)
    }

    /// Calls `body` with each event of a file's clip and its time, without storing the events. See `timeline`.
    package static func forEachTimed(of file: MIDIFile, _ body: (Timed) -> Void) {
        var clock = TickClock(division: .ticksOfQuarter(ticksOfQuarter(of: file)), start: 0)
        _ = forEachEvent(of: file) { event in
            body(Timed(at: clock.time(of: event.tick), ump: event.ump))
            if let units = event.ump.tempo { clock.change(to: UInt64(units) * 10, at: event.tick) }
        }
    }

    /// The bytes of a Standard MIDI File of format 1: a track for the tempos, and one for each group in use.
    ///
    /// Messages of MIDI 2.0 are translated (M2-115-U). Messages that MIDI 1.0 lacks, and Flex Data other than tempos,
    /// are left out.
    package func file(named name: String) -> [UInt8] {
        var tracks = [[(tick: UInt64, bytes: [UInt8])]](repeating: [], count: 16)
        var open = [[UInt8]](repeating: [], count: 16)
        var tempos: [(tick: UInt64, microseconds: UInt32)] = []
        for event in events {
            if let units = event.ump.tempo {
                tempos.append((event.tick, min(max((units + 50) / 100, 1), 0xFF_FFFF)))
                continue
            }
            let group = Int(event.ump.group)
            MIDIClip.forEachMIDI1(event.ump) { message in
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

    private static func forEachMIDI1(_ ump: Message, _ body: (Message) -> Void) {
        switch ump.type {
        case MessageType.midi2Channel: ProtocolDown.translate(ump, body)
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx: body(ump)
        default: break
        }
    }

    /// Returns the bytes of a message; of a SysEx all its bytes with the last piece, and nil with earlier pieces.
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
