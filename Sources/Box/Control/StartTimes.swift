import CPlatform

/// The times at which each part of the start was done, in nanoseconds since the kernel started.
struct StartTimes {
    private var parts: [(name: String, at: UInt64)] = []

    mutating func mark(_ name: String) { parts.append((name, treadle_now())) }

    /// The times in milliseconds, for the console.
    ///
    /// - Parameter sent: when the first byte was sent; 0 if none was sent yet.
    func text(sent: UInt64) -> String {
        var parts = parts
        if sent > 0 { parts.append((name: "sent", at: sent)) }
        var text: [UInt8] = Array("start, ms:".utf8)
        for part in parts {
            text += Array(" \(part.name) ".utf8)
            Digits.milliseconds(part.at, into: &text)
            text.append(UInt8(ascii: ","))
        }
        text[text.count - 1] = UInt8(ascii: "\n")
        return String(decoding: text, as: UTF8.self)
    }
}
