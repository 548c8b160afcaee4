import MIDI
import SMF

/// A file that can be played: a Standard MIDI File, or a MIDI Clip File.
enum PlayedFile {
    case midi(MIDIFile)
    case clip(MIDIClip)

    /// An event of a file: bytes of MIDI 1.0, or a UMP.
    struct Event {
        /// The time in ns since the beginning of the file.
        var at: UInt64
        var bytes: [UInt8] = []
        var umps: [Message] = []
    }

    /// Reads a file of either kind, which is detected by its first bytes. Throws the first error.
    init(_ bytes: [UInt8]) throws(MIDIFile.Problem) {
        self = MIDIClip.isClip(bytes) ? .clip(try MIDIClip(bytes)) : .midi(try MIDIFile(bytes))
    }

    /// Errors of a Standard MIDI File against the standard, in spite of which it is played.
    var warnings: [MIDIFile.Problem] {
        if case .midi(let file) = self { file.warnings } else { [] }
    }

    /// Whether bytes are missing at the end. The events before them are played.
    var isCut: Bool {
        if case .midi(let file) = self { file.isCut } else { false }
    }

    /// The events in the order in which they are played, and the length in nanoseconds.
    var timeline: (events: [Event], length: UInt64) {
        switch self {
        case .midi(let file):
            let (events, length) = file.timeline
            return (events.map { Event(at: $0.at, bytes: file.wire($0.event)) }, length)
        case .clip(let clip):
            let (events, length) = clip.timeline
            return (events.map { Event(at: $0.at, umps: [$0.ump]) }, length)
        }
    }

    /// The file as a clip.
    var clip: MIDIClip {
        switch self {
        case .midi(let file): MIDIClip(file)
        case .clip(let clip): clip
        }
    }

    /// The bytes of a Standard MIDI File.
    ///
    /// - Parameter name: the name to write into the file.
    func standardFile(named name: String) -> [UInt8] {
        switch self {
        case .midi(let file): file.bytes
        case .clip(let clip): clip.file(named: name)
        }
    }
}
