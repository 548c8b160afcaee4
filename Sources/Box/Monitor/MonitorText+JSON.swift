import MIDI

extension MonitorText {
    /// Formats a line as a JSON object, with the milliseconds since `start`.
    func json(_ group: MonitorQueue.Group, since start: UInt64) -> String {
        // JSON is written without a chord window, so there are no chords.
        guard case .line(let line) = group else { return "" }
        var json = JSON()
        var time: [UInt8] = []
        Digits.milliseconds(line.time - min(line.time, start), into: &time)
        json.beginObject()
        json.key("time")
        json.number(text: String(decoding: time, as: UTF8.self))
        json.key("event")
        switch line.way {
        case .into: json.string("in")
        case .out:
            json.string("out")
            json.key("routing")
            json.string(orNull: line.note.isEmpty ? nil : line.note)
        case .action:
            json.string("action")
            json.member("action", line.note)
        case .dropped:
            json.string("dropped")
            json.member("reason", line.note)
        }
        json.member("port", line.alias)
        if let peer = peers[line.alias] {
            json.member("peer", peer)
        }
        json.member("message", content(line.content))
        if case .bytes(let bytes) = line.content {
            json.key("bytes")
            json.beginArray()
            for byte in bytes { json.number(Int(byte)) }
            json.endArray()
        } else if case .packet(let packet) = line.content {
            json.member("group", Int(packet.group) + 1)
            json.key("words")
            json.beginArray()
            for index in 0..<packet.wordCount { json.number(Int(packet.word(index))) }
            json.endArray()
        }
        if showsFields { fields(line.packets, &json) }
        json.endObject()
        return json.text
    }

    /// Writes the fields of each packet by name. Reserved bits are left out.
    private func fields(_ packets: [Message], _ json: inout JSON) {
        json.key("packets")
        json.beginArray()
        for packet in packets {
            json.beginObject()
            for field in PacketField.fields(of: packet) where field.name != PacketField.reserved {
                json.member(field.name, Int(field.value(in: packet)))
            }
            json.endObject()
        }
        json.endArray()
    }
}
