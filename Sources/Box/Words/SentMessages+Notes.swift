import Configuration
import MIDI

extension SentMessages {
    /// Options that may follow a message, in any order.
    struct Suffixes {
        /// The channel, 0...15; nil if none is written.
        var channel: UInt8?
        /// The group, 0...15.
        var group: UInt8 = 0
        /// Length of a note in nanoseconds; nil if none is written.
        var length: UInt64?

        /// The lower four bits of a status; those of channel 1 if no channel is written.
        var channelBits: UInt8 { channel ?? 0 }
    }

    /// Reads `note C4 90` and `note-off C4 64`, and the MIDI 2.0 forms with `velocity` or an attribute.
    mutating func note(_ status: UInt8) throws(Problem) {
        let (name, what) = (take() ?? "", status == Status.noteOn ? "note" : "note-off")
        let key = try key(name, "\(what) \(name)")
        if let word = words.first, ["velocity", "pitch", "attribute"].contains(word) {
            return try fineNote(status, key, "\(what) \(name)")
        }
        var velocity: UInt8 = 64
        if status == Status.noteOn || words.first.map({ SentMessages.isNumber($0) }) == true {
            let text = take()
            guard let value = text.flatMap({ UInt8($0) }), value <= 127 else {
                let shown = "\(what) \(name)" + (text.map { " \($0)" } ?? "")
                throw Problem(message: "'\(shown)': the velocity follows the note, 0..127")
            }
            velocity = value
        }
        let suffixes = try suffixes(lasting: "\(what) \(name)")
        let channel = suffixes.channelBits
        if status == Status.noteOff || velocity == 0 {
            if suffixes.length != nil {
                throw Problem(message: "'\(what) \(name) \(velocity)' ends a note and has no length")
            }
            return add([status | channel, key, velocity], group: suffixes.group)
        }
        let after = suffixes.length ?? SentMessages.noteLength
        let release = Release(bytes: [Status.noteOff | channel, key, 0x40], after: after)
        add([status | channel, key, velocity], group: suffixes.group, release: release)
    }

    /// Reads a note of MIDI 2.0 after its key: `velocity 40000 pitch 60.5` (M2-104-UM 7.4.1).
    private mutating func fineNote(_ status: UInt8, _ key: UInt8, _ shown: String) throws(Problem) {
        // Default: the velocity that MIDI 1.0 recommends without velocity sensing, at 16 bits.
        var velocity: UInt32 = 0x8000
        var attribute: (type: UInt8, data: UInt32) = (0, 0)
        while let word = words.first, ["velocity", "pitch", "attribute"].contains(word) {
            words.removeFirst()
            switch word {
            case "velocity":
                velocity = try scaled(0xFFFF, "\(shown) velocity")
            case "pitch": attribute = (3, try pitch(shown))
            case "attribute" where words.first == "pitch": continue
            default: attribute = try self.attribute(shown)
            }
        }
        let suffixes = try suffixes(lasting: shown)
        let channel = suffixes.channelBits
        func message(_ status: UInt8, _ velocity: UInt32) -> Message {
            Message(
                midi2Status: status | channel, key, attribute.type, velocity << 16 | attribute.data,
                group: suffixes.group)
        }
        var part = Part(umps: [message(status, velocity)])
        if status == Status.noteOn {
            part.release = Release(
                umps: [message(Status.noteOff, 0x8000)], after: suffixes.length ?? SentMessages.noteLength)
        } else if suffixes.length != nil {
            throw Problem(message: "'\(shown)' ends a note and has no length")
        }
        add(part)
    }

    /// Reads a pitch in semitones, 0 to just below 128, as a number with a fraction of 9 bits.
    private mutating func pitch(_ shown: String) throws(Problem) -> UInt32 {
        let text = take() ?? ""
        if let value = Digits.decimal(Array(text.utf8)[...]), value >= 0 {
            let pitch = (value + 976_562) / 1_953_125
            if pitch <= 0xFFFF { return UInt32(pitch) }
        }
        throw Problem(message: "'\(shown) pitch \(text)': a pitch is a number of semitones, 0..127.998, such as 60.5")
    }

    private mutating func attribute(_ shown: String) throws(Problem) -> (type: UInt8, data: UInt32) {
        let type: UInt8
        switch words.first ?? "" {
        case "manufacturer": type = 1
        case "profile": type = 2
        case let word:
            guard let number = UInt8(word), number > 0 else {
                throw Problem(
                    message: "'\(shown) attribute \(word)': an attribute is pitch, manufacturer, profile or 1..255")
            }
            type = number
        }
        words.removeFirst()
        return (type, try number("\(shown) attribute", 0...0xFFFF))
    }
}

// MARK: - Options after a message

extension SentMessages {
    /// Reads channel, group and length after a message.
    ///
    /// - Parameter note: the note that may have a length; nil for other messages.
    mutating func suffixes(lasting note: String? = nil) throws(Problem) -> Suffixes {
        var (suffixes, hasGroup) = (Suffixes(), false)
        while let word = words.first {
            if word == "channel" && suffixes.channel == nil {
                suffixes.channel = try sixteenth()
            } else if word == "group" && !hasGroup {
                (suffixes.group, hasGroup) = (try sixteenth(), true)
            } else if word == "for", let note, suffixes.length == nil {
                suffixes.length = try length(note)
            } else {
                break
            }
        }
        return suffixes
    }

    /// Reads `for 500 ms` after a note. The unit may be a separate word.
    private mutating func length(_ note: String) throws(Problem) -> UInt64 {
        words.removeFirst()
        var text = take() ?? ""
        if let unit = words.first, ["us", "ms", "s"].contains(unit) {
            words.removeFirst()
            text += " \(unit)"
        }
        guard let length = TimeText.nanoseconds(text), length <= SentMessages.longestNote else {
            throw Problem(
                message: "'\(note) for \(text)': a length is a time up to an hour with its unit, such as 500 ms")
        }
        return length
    }

    /// Reads the group if one is written, 0...15.
    mutating func group() throws(Problem) -> UInt8 { words.first == "group" ? try sixteenth() : 0 }

    /// Reads `channel 3` or `group 3` and returns the number, 0...15.
    private mutating func sixteenth() throws(Problem) -> UInt8 {
        let (what, text) = (take() ?? "", take() ?? "")
        guard let number = UInt8(text), 1...16 ~= number else {
            throw Problem(message: "'\(what) \(text)': \(what)s are 1..16")
        }
        return number - 1
    }
}
