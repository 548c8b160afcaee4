import Compact

/// A message that the box has received, sent or dropped, from a line `message` of the socket (`watch numbers`).
struct LiveMessage {
    let isInput: Bool
    let port: String
    /// The message as JSON: `[81961.250,"in","keys",[144,60,80]]`.
    let json: [UInt8]

    /// Reads the line after its first word; nil if it has another form.
    init?(_ line: ArraySlice<UInt8>) {
        guard let words = LineWords(line)?.words, words.count >= 4 else { return nil }
        let kind = words[1].text
        // `out` has a routing behind the port, `why` a routing and a reason.
        let names = kind == "why" ? 2 : kind == "out" ? 1 : 0
        guard names > 0 || kind == "in", words.count > 3 + names, LineWords.nanoseconds(words[0].text) != nil
        else { return nil }
        isInput = kind == "in"
        port = words[2].text
        var json = JSON()
        json.beginArray()
        json.number(text: words[0].text)
        json.string(kind)
        json.string(port)
        LiveMessage.write(words[(3 + names)...], &json)
        for name in words[3..<(3 + names)] { json.string(name.text) }
        json.endArray()
        self.json = json.bytes
    }

    /// Writes bytes as numbers, packets of MIDI 2.0 as `{"words":[…]}`, and a controller of the box as its text.
    private static func write(_ words: ArraySlice<LineWords.Word>, _ json: inout JSON) {
        let packet = words.compactMap { LineWords.packetWord($0) }
        if packet.count == words.count {
            json.beginObject()
            json.list("words", of: packet) { $0.number(Int($1)) }
            return json.endObject()
        }
        let bytes = words.compactMap { LineWords.byte($0) }
        if bytes.count == words.count {
            json.beginArray()
            for byte in bytes { json.number(Int(byte)) }
            return json.endArray()
        }
        json.string(words.first?.text ?? "")
    }
}

/// The messages that a stream asks for: `?messages=all` or `in`, and `&port=`.
struct MessageWish: Equatable {
    var inputsOnly: Bool
    /// The only port; nil for all.
    var port: String?

    func wants(_ message: LiveMessage) -> Bool {
        (message.isInput || !inputsOnly) && (port == nil || port == message.port)
    }
}
