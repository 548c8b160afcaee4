import Compact

/// What the wireless network of the box is (L6).
enum WiFiState: String, CaseIterable {
    case off, joining, joined
    case noRadio = "no radio"
    case accessPoint = "access point"
    case notFound = "not found"
    case wrongPassword = "wrong password"
    case needsWPA3 = "needs WPA3"
    case noAddress = "no address"
}

/// The wireless network as a line of the control socket, which `treadle status` prints (L6). The name comes last,
/// because it may hold any characters:
///
///     access point, channel 6, 2 clients: Treadle
struct WiFiLine: Equatable {
    var state: WiFiState
    /// The name of the network; nil while the box is in none.
    var name: String?
    var channel: Int?
    /// In dBm, of a network that the box has joined.
    var signal: Int?
    /// Of the box's access point.
    var clients: Int?

    init(_ state: WiFiState) { self.state = state }

    var text: String {
        var text = state.rawValue
        if let channel { text += ", channel \(channel)" }
        if let signal { text += ", \(signal) dBm" }
        if let clients { text += ", \(WiFiLine.count(clients))" }
        if let name { text += ": \(name.visible)" }
        return text
    }

    /// `1 client`, `2 clients`.
    static func count(_ clients: Int) -> String { clients == 1 ? "1 client" : "\(clients) clients" }

    /// Parses a line; nil if it is none of Wi-Fi.
    init?(_ line: String) {
        let bytes = Array(line.utf8)
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let parts = String(decoding: bytes[..<colon], as: UTF8.self).split(separator: ",")
        guard let first = parts.first, let state = WiFiState(rawValue: String(first)) else { return nil }
        self.init(state)
        if colon < bytes.endIndex { name = String(decoding: bytes[(colon + 1)...].dropFirst(), as: UTF8.self) }
        for part in parts.dropFirst() {
            let words = part.split(separator: " ")
            guard words.count == 2 else { return nil }
            switch words[1] {
            case "dBm": signal = Int(words[0])
            case "client", "clients": clients = Int(words[0])
            default: channel = Int(words[1])
            }
        }
    }

    /// Writes a JSON object. Unknown values are null.
    func write(to json: inout JSON) {
        json.beginObject()
        json.member("state", state.rawValue)
        json.member("name", name)
        json.member("channel", channel)
        json.member("signal", signal)
        json.member("clients", clients)
        json.endObject()
    }
}
