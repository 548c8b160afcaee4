import Compact

extension RecordingPicture {
    /// The picture as the API tells it. Times are milliseconds with at most three decimals.
    var json: [UInt8] {
        var json = JSON()
        json.beginObject()
        json.key("length")
        RecordingPicture.write(length, to: &json)
        json.member("replay", replay)
        json.list("lanes", of: lanes) { $0.string($1) }
        json.list("notes", of: notes) { json, note in
            json.beginArray()
            json.string(lanes[note.lane])
            json.number(Int(note.note))
            json.number(Int(note.velocity))
            RecordingPicture.write(note.start, to: &json)
            RecordingPicture.write(note.end, to: &json)
            json.endArray()
        }
        json.objects("marks", of: marks) { json, mark in
            json.key("time")
            RecordingPicture.write(mark.time, to: &json)
            json.member("kind", mark.kind)
            json.member("text", mark.text)
        }
        if isTruncated { json.member("truncated", true) }
        json.endObject()
        return json.bytes
    }

    private static func write(_ nanoseconds: UInt64, to json: inout JSON) {
        var text: [UInt8] = []
        Digits.milliseconds(nanoseconds, into: &text)
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        if text.last == UInt8(ascii: ".") { text.removeLast() }
        json.number(text: String(decoding: text, as: UTF8.self))
    }
}
