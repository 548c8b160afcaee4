import MIDI
import Plan

// Shorter forms: one value in the place of a list of one, and `channel: all`.
extension Reader {
    /// Returns the value of an entry as a list of one; nil for other values than a word. A text with a comma or with a
    /// hyphen before it is probably a list whose brackets or blanks are missing.
    func single(_ entry: YAMLNode.Entry) -> UnsafeBufferPointer<YAMLNode>? {
        guard let text = entry.value.text, !text.isEmpty, text.first != UInt8(ascii: "-"),
            portNumbers[text] != nil || !text.contains(UInt8(ascii: ","))
        else { return nil }
        return UnsafeBufferPointer(start: scratch.copy([entry.value]), count: 1)
    }

    /// Reads the channel of messages that are sent: a channel 1..16, or `all` for all sixteen in order. Returns
    /// 0...15.
    func sentChannels(_ entry: YAMLNode.Entry?) -> [UInt8]? {
        guard let entry else { return nil }
        if entry.value.text == "all" { return Array(0..<16) }
        if let text = entry.value.text, let value = Decimal.whole(text), 1...16 ~= value { return [UInt8(value - 1)] }
        wrong(entry, "a channel 1..16, or all")
        return nil
    }

    /// Reads what is sent on several channels, one channel after the other. Messages without a channel are sent once.
    func messages(
        _ entry: YAMLNode.Entry, _ text: Text, on channels: [UInt8], to ports: [PortIndex]
    ) -> [Message]? {
        guard let first = messages(entry, text, channels[0], to: ports) else { return nil }
        if channels.count == 1 { return first }
        if Reader.isNoteValue(text) {
            wrong(entry, "sent on one channel, because `note-value` plays one note at a time")
            return nil
        }
        var all = first
        for channel in channels.dropFirst() {
            guard let next = messages(entry, text, channel, to: ports), next != first else { break }
            all += next
        }
        return all
    }

    /// Returns a remap with `channel: all` as sixteen remaps, one for each channel. A message without a channel is sent
    /// once.
    func spread(_ model: RemapModel) -> [RemapModel] {
        guard model.isOnAllChannels else { return [model] }
        return (UInt8(0)..<16).map { channel in
            var copy = model
            copy.remap.channel = channel
            return copy
        }
    }
}

extension Controller {
    /// Whether the messages of an output have a channel.
    var hasChannel: Bool {
        switch self {
        case .message(let pattern):
            pattern.pieces.contains {
                if case .channel = $0 { return true }
                return false
            }
        case .machineControl: false
        default: true
        }
    }
}
