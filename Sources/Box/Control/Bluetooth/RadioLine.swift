/// The radio of the box as a line of the control socket (B16): `on, DC:A6:32:01:02:03, visible, pairing, 2 connected`,
/// `missing: no controller`, or `starting`.
struct RadioLine: Equatable {
    enum State: String {
        case starting, on, missing
    }

    var state: State
    /// The radio's own address.
    var address: String?
    /// Whether others see the box now.
    var isVisible = false
    /// Whether new devices may pair now.
    var isPairing = false
    var connected = 0
    /// Why there is no radio.
    var problem: String?

    /// The first word of the line.
    static let word = "radio"

    var text: String {
        if let problem { return "\(state.rawValue): \(problem)" }
        var parts = [state.rawValue]
        if let address { parts.append(address) }
        if isVisible { parts.append(RadioLine.visible) }
        if isPairing { parts.append(RadioLine.pairing) }
        if state == .on { parts.append("\(connected) connected") }
        return parts.joined(separator: ", ")
    }

    private static let visible = "visible"
    private static let pairing = "pairing"

    init(state: State) { self.state = state }

    /// Parses a line without its first word; nil if it is none.
    init?(_ line: String) {
        if line.utf8.starts(with: "missing: ".utf8) {
            self.init(state: .missing)
            problem = String(decoding: line.utf8.dropFirst("missing: ".utf8.count), as: UTF8.self)
            return
        }
        let parts = line.split(separator: ",").map { part in
            String(decoding: part.utf8.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        }
        guard let first = parts.first, let state = State(rawValue: first) else { return nil }
        self.init(state: state)
        for part in parts.dropFirst() {
            switch part {
            case RadioLine.visible: isVisible = true
            case RadioLine.pairing: isPairing = true
            default:
                let (number, word) = BoxConnection.split(part)
                if word == "connected", let count = Int(number) { connected = count } else { address = part }
            }
        }
    }

    /// Writes a JSON object. Unknown values are null.
    func write(to json: inout JSON) {
        json.beginObject()
        json.member("state", state.rawValue)
        json.member("address", address)
        json.member("visible", isVisible)
        json.member("pairing", isPairing)
        json.member("connected", connected)
        json.member("problem", problem)
        json.endObject()
    }
}
