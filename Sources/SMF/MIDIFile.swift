import MIDI

/// A Standard MIDI File (RP-001, "Standard MIDI Files 1.0"): tracks of events at ticks.
///
/// The events refer to the bytes of the file without copies. Reading any bytes gives a file or its first error.
package struct MIDIFile: Sendable {
    package enum Format: UInt16, Sendable {
        /// One track.
        case single
        /// Tracks that are played together.
        case together
        /// Tracks that are independent pieces.
        case separate
    }

    /// The unit of ticks.
    package enum Division: Equatable, Sendable {
        /// Ticks a quarter note, 1...32767. Tempo events set the length of a quarter note.
        case ticksOfQuarter(UInt16)
        /// Frames a second, 24, 25, 29 (which is 29.97) or 30, and ticks a frame, 1...255. Tempo events have no effect.
        case ticksOfFrame(frames: UInt8, ticks: UInt8)
    }

    /// One event that matters to a player.
    package struct Event: Sendable {
        package enum Kind: Sendable {
            /// A channel message with a status; `data` holds its data bytes.
            case channel(UInt8)
            /// A SysEx or its beginning: F0, then `data`.
            case sysEx
            /// An F7 event: `data` continues a SysEx, or holds any other bytes.
            case escape
            /// A tempo in microseconds a quarter note.
            case tempo(UInt32)
        }

        /// Ticks since the beginning of its track.
        package var tick: UInt64
        package var kind: Kind
        /// The range of the event's data bytes in the file.
        package var data: Range<Int>
    }

    package struct Track: Sendable {
        package var events: [Event] = []
        /// The tick of the track's end, which may be after the last event.
        package var end: UInt64 = 0
    }

    /// An error or a warning about a file, with the index of the byte concerned, from 0.
    package struct Problem: Error, Equatable, Sendable {
        package var offset: Int
        package var message: String
        /// Whether bytes are missing: the events before them can be played.
        var isCut = false
    }

    /// The greatest size of a file in bytes. A longer file would take more memory than a box can spare.
    package static let mostBytes = 16 << 20
    /// The greatest number of events in all tracks, for the same reason.
    package static let mostEvents = 250_000

    // RP-001: the first byte of a meta event, and types of meta events.
    static let metaEvent: UInt8 = 0xFF
    static let text: UInt8 = 0x01
    static let trackName: UInt8 = 0x03
    static let endOfTrack: UInt8 = 0x2F
    static let setTempo: UInt8 = 0x51

    package let bytes: [UInt8]
    package internal(set) var format = Format.single
    package internal(set) var division = Division.ticksOfQuarter(96)
    package internal(set) var tracks: [Track] = []
    /// Violations of the standard that players accept, each kind once.
    package internal(set) var warnings: [Problem] = []
    /// Whether there is a warning of running status after a SysEx or meta event.
    var hasCancelledStatus = false
    /// The first place where bytes are missing, at the end of the file or of a track. A warning reports it.
    var cut: Problem?
    package var isCut: Bool { cut != nil }

    /// Reads a file; throws its first error. A file that is cut has the events before the cut.
    package init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        if bytes.count > MIDIFile.mostBytes {
            throw Problem(offset: MIDIFile.mostBytes, message: "over the limit `fileBytes`: at most 16 MiB are played")
        }
        try readChunks()
    }

    /// Calls `body` with the messages of an event for an instrument, without copying the event's bytes.
    func parse(_ event: Event, with parser: inout StreamParser, _ body: (Message) -> Void) {
        switch event.kind {
        case .channel(let status): parser.feed(status, body)
        case .sysEx: parser.feed(Status.sysEx, body)
        case .escape: break
        case .tempo: return
        }
        for index in event.data { parser.feed(bytes[index], body) }
    }

    /// Returns the bytes of an event for an instrument; none for a tempo.
    package func wire(_ event: Event) -> [UInt8] {
        switch event.kind {
        case .channel(let status): [status] + bytes[event.data]
        case .sysEx: [Status.sysEx] + bytes[event.data]
        case .escape: Array(bytes[event.data])
        case .tempo: []
        }
    }
}
