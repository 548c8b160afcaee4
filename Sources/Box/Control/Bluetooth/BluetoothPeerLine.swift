/// A peer of Bluetooth as a line of the control socket, which `treadle bluetooth`, `status` and `ports` print (B16):
///
///     piano: connected, C0:FF:EE:00:00:01, central, interval 11.25 ms, MTU 247, encrypted; FP-30X
///
/// The port comes first, the name last. `, slow`, `, no time stamps`, `, 3 dropped`, `, 2 malformed` and `, 1 ignored`
/// follow if they are so.
struct BluetoothPeerLine: Equatable {
    struct Link: Equatable {
        /// Whether the box has connected to the peer.
        var isCentral: Bool
        /// The connection interval in microseconds.
        var interval: UInt32
        var mtu: Int
        var isEncrypted: Bool
    }

    /// The alias of the port that the peer belongs to.
    var alias: String
    var state: BluetoothPeer.State
    var address: String?
    /// Nil unless the peer is connected.
    var link: Link?
    var counts = LinkCounts()
    var name: String?

    /// The first word of the line.
    static let word = "bluetooth"

    init(alias: String, state: BluetoothPeer.State) { (self.alias, self.state) = (alias, state) }

    var isSlow: Bool { link.map { $0.interval > RadioLimits.slowInterval } ?? false }

    var text: String {
        var parts = [state.rawValue]
        if let address { parts.append(address) }
        if let link {
            parts.append(link.isCentral ? Words.central : Words.peripheral)
            parts.append("interval \(BluetoothPeerLine.milliseconds(link.interval)) ms")
            if isSlow { parts.append(Words.slow) }
            parts.append("MTU \(link.mtu)")
            parts.append(link.isEncrypted ? Words.encrypted : Words.plain)
        }
        if counts.hasNoStamps { parts.append(Words.noStamps) }
        for (count, word) in [
            (counts.dropped, Words.dropped), (counts.malformed, Words.malformed), (counts.ignored, Words.ignored),
        ] where count > 0 {
            parts.append("\(count) \(word)")
        }
        return "\(alias): \(parts.joined(separator: ", "))\(name.map { "; \($0)" } ?? "")"
    }

    /// Formats microseconds as milliseconds, with only the digits that are needed.
    static func milliseconds(_ microseconds: UInt32) -> String {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return "\(whole)" }
        var digits = Array(Digits.padded(UInt64(rest), 3).utf8)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return "\(whole).\(String(decoding: digits, as: UTF8.self))"
    }

    private enum Words {
        static let central = "central"
        static let peripheral = "peripheral"
        static let slow = "slow"
        static let encrypted = "encrypted"
        static let plain = "not encrypted"
        static let noStamps = "no time stamps"
        static let dropped = "dropped"
        static let malformed = "malformed"
        static let ignored = "ignored"
    }
}

extension BluetoothPeerLine {
    /// Parses a line without its first word; nil if it is none. The name may hold any characters.
    init?(_ line: String) {
        guard let (alias, rest) = BluetoothPeerLine.cut(line, at: ": ") else { return nil }
        let (middle, name) = BluetoothPeerLine.cut(rest, at: "; ") ?? (rest, "")
        var parts: [String] = []
        var left = middle
        while let (part, others) = BluetoothPeerLine.cut(left, at: ", ") {
            parts.append(part)
            left = others
        }
        parts.append(left)
        guard let state = BluetoothPeer.State(rawValue: parts.removeFirst()) else { return nil }
        self.init(alias: alias, state: state)
        self.name = name.isEmpty ? nil : name
        for part in parts { read(part) }
    }

    private mutating func read(_ part: String) {
        let (first, rest) = BoxConnection.split(part)
        switch part {
        case Words.central: link = Link(isCentral: true, interval: 0, mtu: 0, isEncrypted: false)
        case Words.peripheral: link = Link(isCentral: false, interval: 0, mtu: 0, isEncrypted: false)
        case Words.encrypted: link?.isEncrypted = true
        case Words.plain, Words.slow: break
        case Words.noStamps: counts.hasNoStamps = true
        case _ where first == "interval":
            let billionths = Digits.decimal(Array(BoxConnection.split(rest).word.utf8)[...]) ?? 0
            link?.interval = UInt32(clamping: billionths / 1_000_000)
        case _ where first == "MTU": link?.mtu = Int(rest) ?? 0
        default:
            switch (UInt32(first), rest) {
            case (let count?, Words.dropped): counts.dropped = count
            case (let count?, Words.malformed): counts.malformed = count
            case (let count?, Words.ignored): counts.ignored = count
            default: address = part
            }
        }
    }

    /// Cuts a text at the first `mark`; nil if it has none.
    private static func cut(_ text: String, at mark: String) -> (String, String)? {
        let (bytes, wanted) = (Array(text.utf8), Array(mark.utf8))
        guard bytes.count >= wanted.count else { return nil }
        for start in 0...(bytes.count - wanted.count) where bytes[start...].starts(with: mark.utf8) {
            return (
                String(decoding: bytes[..<start], as: UTF8.self),
                String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
            )
        }
        return nil
    }

    /// Writes a JSON object. Unknown values are null.
    func write(to json: inout JSON) {
        json.beginObject()
        json.member("name", name)
        json.member("address", address)
        json.member("state", state.rawValue)
        json.member("port", alias)
        json.member("role", link.map { $0.isCentral ? Words.central : Words.peripheral })
        json.key("interval")
        if let link { json.number(text: BluetoothPeerLine.milliseconds(link.interval)) } else { json.null() }
        json.member("slow", isSlow)
        json.member("mtu", link?.mtu)
        json.member("encrypted", link?.isEncrypted ?? false)
        json.member("no-time-stamps", counts.hasNoStamps)
        json.member("dropped", Int(counts.dropped))
        json.member("malformed", Int(counts.malformed))
        json.member("ignored", Int(counts.ignored))
        json.endObject()
    }
}
