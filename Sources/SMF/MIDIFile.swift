/// A Standard MIDI File as it stands (RP-001, "Standard MIDI Files 1.0"): tracks of events at ticks.
///
/// The events point into the bytes of the file; nothing is copied. Whatever the bytes are, reading them ends in a file
/// or in the first thing that is wrong.
public struct MIDIFile: Sendable {
    public enum Format: UInt16, Sendable {
        /// One track.
        case single
        /// Tracks that play together.
        case together
        /// Tracks that are pieces of their own.
        case separate
    }

    /// What a tick is.
    public enum Division: Equatable, Sendable {
        /// Ticks a quarter note, 1...32767; how long a quarter is, tempo events say.
        case ticksOfQuarter(UInt16)
        /// Frames a second, 24, 25, 29 (which is 29.97) or 30, and ticks a frame, 1...255. Tempo means nothing.
        case ticksOfFrame(frames: UInt8, ticks: UInt8)
    }

    /// One event that means something to a player.
    public struct Event: Sendable {
        public enum Kind: Sendable {
            /// A channel message: its status, and its data bytes in `data`.
            case channel(UInt8)
            /// The beginning of a SysEx, or all of it: F0, then `data`.
            case sysEx
            /// `data` as it is: what continues a SysEx, or any other bytes (F7 events).
            case escape
            /// Microseconds a quarter note.
            case tempo(UInt32)
        }

        /// Since the beginning of its track.
        public var tick: UInt64
        public var kind: Kind
        /// Where its bytes stand in the file.
        public var data: Range<Int>
    }

    public struct Track: Sendable {
        public var events: [Event] = []
        /// When it ends, which may be after its last event.
        public var end: UInt64 = 0
    }

    /// What is wrong with a file, and at which byte, from 0.
    public struct Problem: Error, Equatable, Sendable {
        public var offset: Int
        public var message: String
    }

    /// Bytes of a file, and events of all its tracks: a longer file would take more memory than a box has to spare.
    public static let mostBytes = 16 << 20
    public static let mostEvents = 250_000

    public let bytes: [UInt8]
    public internal(set) var format = Format.single
    public internal(set) var division = Division.ticksOfQuarter(96)
    public internal(set) var tracks: [Track] = []

    /// Reads a file; throws the first thing that is wrong.
    public init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        if bytes.count > MIDIFile.mostBytes {
            throw Problem(offset: MIDIFile.mostBytes, message: "over the limit `fileBytes`: at most 16 MiB are played")
        }
        try readChunks()
    }

    /// The bytes of an event as they go to an instrument; none of a tempo.
    public func wire(_ event: Event) -> [UInt8] {
        switch event.kind {
        case .channel(let status): [status] + bytes[event.data]
        case .sysEx: [0xF0] + bytes[event.data]
        case .escape: Array(bytes[event.data])
        case .tempo: []
        }
    }
}
