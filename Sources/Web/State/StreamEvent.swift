import Compact

/// Events as they are sent in a stream (`text/event-stream`, HTML Living Standard, 9.2.6).
enum StreamEvent {
    /// Bytes of an event. Its data is JSON, which has no line feed.
    ///
    ///     id: 5D1E22B4-0000000A.812
    ///     event: change
    ///     data: {"revision":812}
    static func bytes(_ name: String, id: String, _ json: [UInt8]) -> [UInt8] {
        Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + json + [UInt8(ascii: "\n"), UInt8(ascii: "\n")]
    }

    static func json(_ value: JSONValue) -> [UInt8] {
        var json = JSON()
        json.value(value)
        return json.bytes
    }

    static func object(_ name: String, _ text: String) -> [UInt8] {
        json(.object([JSONMember(name: name, value: .string(text))]))
    }
}
