import MIDI

/// The messages of a device that speaks MIDI-CI, by the bytes of M2-101-UM.
class CIMessages {
    /// The MUID of the device, and that of the box, once it is known.
    private let own: [UInt8]
    var box: [UInt8] = []

    init(muid: UInt8) { own = [muid, 2, 3, 4] }

    /// A MIDI-CI message of version 2, F0 to F7.
    func message(_ kind: UInt8, to destination: [UInt8], _ fields: [UInt8]) -> [UInt8] {
        [Status.sysEx, 0x7E, 0x7F, 0x0D, kind, 2] + own + destination + fields + [Status.sysExEnd]
    }

    /// Discovery, or with `kind` 71 the reply to it.
    func discovery(_ kind: UInt8 = 0x70) -> [UInt8] {
        let identity: [UInt8] = [0x43, 0, 0, 5, 0, 6, 0, 1, 2, 3, 4]
        let end: [UInt8] = kind == 0x70 ? [0] : [0, 0x7F]
        let everybody = [UInt8](repeating: 0x7F, count: 4)
        return message(kind, to: kind == 0x70 ? everybody : box, identity + [0x0C, 0, 4, 0, 0] + end)
    }

    /// A property inquiry or reply of one chunk.
    func property(_ kind: UInt8, request: UInt8, _ header: String, _ body: String = "") -> [UInt8] {
        func length(_ text: String) -> [UInt8] { [UInt8(text.utf8.count & 127), UInt8(text.utf8.count >> 7)] }
        return message(
            kind, to: box,
            [request] + length(header) + Array(header.utf8) + [1, 0, 1, 0] + length(body) + Array(body.utf8))
    }

    /// The header and the body of a property inquiry or reply, without F7; nil if it is none.
    static func texts(_ message: [UInt8]) -> (header: String, body: ArraySlice<UInt8>, isLast: Bool)? {
        if message.count < 22 { return nil }
        func number(_ at: Int) -> Int { Int(message[at]) | Int(message[at + 1]) << 7 }
        let data = 17 + number(15)
        let header = String(decoding: message[17..<data], as: UTF8.self)
        return (header, message[(data + 6)...], number(data) == number(data + 2))
    }
}

/// A device at a line of a running box.
final class CITestPeer: CIMessages {
    let line: Line
    private var heard: [UInt8] = []

    init(_ line: Line, muid: UInt8 = 1) {
        self.line = line
        super.init(muid: muid)
    }

    /// The next MIDI-CI message that the box sends, of a kind or of any, without F7; empty unless one comes within a
    /// minute.
    func receive(_ kind: UInt8? = nil) -> [UInt8] {
        while true {
            while let end = heard.firstIndex(of: Status.sysExEnd) {
                let start = heard[..<end].lastIndex(of: Status.sysEx) ?? 0
                let message = Array(heard[start..<end])
                heard.removeSubrange(...end)
                if message.count > 13, message[3] == 0x0D {
                    box = Array(message[6..<10])
                    if kind == nil || message[4] == kind { return message }
                }
            }
            let more = line.receive(1)
            if more.isEmpty { return [] }
            heard += more
        }
    }

    /// The text of a reply: its header and the body of all of its chunks.
    func reply(_ kind: UInt8) -> (header: String, body: String, chunks: Int) {
        var (header, body, chunks) = ("", [UInt8](), 0)
        while true {
            guard let texts = CIMessages.texts(receive(kind)) else {
                return (header, String(decoding: body, as: UTF8.self), chunks)
            }
            if chunks == 0 { header = texts.header }
            body += texts.body
            chunks += 1
            if texts.isLast { return (header, String(decoding: body, as: UTF8.self), chunks) }
        }
    }
}
