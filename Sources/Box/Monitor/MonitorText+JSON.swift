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
            json.member("routing", line.note.isEmpty ? nil : line.note)
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
            json.list("bytes", of: bytes) { $0.number(Int($1)) }
        } else if case .ump(let ump) = line.content {
            json.member("group", Int(ump.group) + 1)
            json.list("words", of: Array(0..<ump.wordCount)) { $0.number(Int(ump.word($1))) }
        }
        if showsFields { fields(line.umps, &json) }
        json.endObject()
        return json.text
    }

    /// Writes the fields of each UMP by name. Reserved bits are left out.
    private func fields(_ umps: [Message], _ json: inout JSON) {
        json.objects("packets", of: umps) { json, ump in
            for field in UMPField.fields(of: ump) where field.name != UMPField.reserved {
                json.member(field.name, Int(field.value(in: ump)))
            }
        }
    }
}
