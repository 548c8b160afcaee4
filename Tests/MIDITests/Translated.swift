import MIDI

// Translates whole streams, as `translate` does with a line.

/// `--from bytes --to ump2`
func bytesUp(_ text: String, group: UInt8 = 0) -> String {
    var translation = BytesToMIDI2(group: group)
    var out: [Message] = []
    for byte in bytes(text) { translation.feed(byte) { out.append($0) } }
    translation.finish { out.append($0) }
    return hex(out)
}

/// `--from ump --to ump2`, or `--from ump2 --to ump2`
func umpsUp(_ text: String, from source: MIDIProtocol = .midi1) -> String { hex(up(words(text), from: source)) }

/// `--from ump2 --to ump`
func umpsDown(_ text: String) -> String { hex(down(words(text), from: .midi2)) }

/// `--from ump2 --to bytes`
func umpsDownToBytes(_ text: String, group: UInt8 = 0) -> String {
    var translation = UMPToBytes(from: .midi2, group: group)
    var out: [UInt8] = []
    for word in words(text) { translation.feed(word) { out.append($0) } }
    translation.finish { out.append($0) }
    return hex(out)
}

func up(_ words: [UInt32], from source: MIDIProtocol) -> [Message] {
    var translation = UMPToMIDI2(from: source)
    var out: [Message] = []
    for word in words { translation.feed(word) { out.append($0) } }
    translation.finish { out.append($0) }
    return out
}

func down(_ words: [UInt32], from source: MIDIProtocol) -> [Message] {
    var translation = UMPCanon(from: source)
    var out: [Message] = []
    for word in words { translation.feed(word) { out.append($0) } }
    translation.finish { out.append($0) }
    return out
}

func words(_ messages: [Message]) -> [UInt32] {
    messages.flatMap { message in (0..<message.wordCount).map { message.word($0) } }
}
