import Devices

/// The session of the box as a line of the control socket (N12): `Treadle, UDP port 5004`, or why the box has no
/// session.
struct SessionLine: Equatable {
    /// The session name in use; nil: the session is not announced.
    var name: String?
    /// The control port; nil: the network is off.
    var port: UInt16?
    /// Why the session is not announced, or the network is off. Nil: the session is announced or about to be, or the
    /// file has no network.
    var problem: String?

    /// The word for a network that is off.
    private static let off = "off"

    var text: String {
        let reason = problem.map { ": \($0)" } ?? ""
        guard let port else { return SessionLine.off + reason }
        if let name { return "\(name), UDP port \(port)" }
        return "UDP port \(port), not announced\(problem == nil ? " yet" : reason)"
    }

    init(name: String?, port: UInt16?, problem: String?) {
        (self.name, self.port, self.problem) = (name, port, problem)
    }

    /// Parses a line from its end, because a name may hold any characters; nil: the line is no session.
    init?(_ line: String) {
        let text = Substring(line)
        if let mark = PeerLine.last(", UDP port ", in: text), let port = UInt16(text[mark.upperBound...]) {
            self.init(name: String(text[..<mark.lowerBound]), port: port, problem: nil)
        } else if text == SessionLine.off || text.starts(with: SessionLine.off + ": ") {
            self.init(name: nil, port: nil, problem: SessionLine.problem(text.dropFirst(SessionLine.off.count)))
        } else {
            let words = text.split(separator: " ", maxSplits: 4)
            guard words.count == 5, text.starts(with: "UDP port "), words[2].hasSuffix(","),
                let port = UInt16(words[2].dropLast()), words[4].starts(with: "announced")
            else { return nil }
            self.init(name: nil, port: port, problem: SessionLine.problem(words[4].dropFirst("announced".count)))
        }
    }

    /// The text after `: `; nil if there is none.
    private static func problem(_ text: Substring) -> String? {
        text.starts(with: ": ") ? String(text.dropFirst(2)) : nil
    }

    /// Writes a JSON object. Unknown values are null.
    func write(to json: inout JSON) {
        json.beginObject()
        json.member("name", name)
        json.member("udp-port", port.map { Int($0) })
        json.member("problem", problem)
        json.endObject()
    }
}

/// A caller who was turned away, as a line of the control socket (N12): `turned away: Stage iPad at 192.0.2.9:5004: no
/// port names it`.
struct TurnedAwayLine: Equatable {
    var name: String
    var address: String
    var reason: String

    /// The first word of the line.
    static let word = "turned"

    /// The line without its first word.
    var text: String { "away: \(name) at \(address): \(reason)" }

    init(name: String, address: String, reason: String) {
        (self.name, self.address, self.reason) = (name, address, reason)
    }

    /// Parses a line without its first word; nil if it is a line of another kind.
    init?(_ line: String) {
        guard line.starts(with: "away: ") else { return nil }
        let text = line.dropFirst("away: ".count)
        var end = text
        while let mark = PeerLine.last(" at ", in: end) {
            let rest = text[mark.upperBound...]
            if let colon = TurnedAwayLine.end(of: rest) {
                self.init(
                    name: String(text[..<mark.lowerBound]), address: String(rest[..<colon]),
                    reason: String(rest[colon...].dropFirst(2)))
                return
            }
            end = text[..<mark.lowerBound]
        }
        return nil
    }

    /// Finds the end of the address at the front of a text, before `: `.
    private static func end(of text: Substring) -> Substring.Index? {
        var end = text
        var found: Substring.Index?
        while let colon = PeerLine.last(": ", in: end) {
            if PeerAddress(String(text[..<colon.lowerBound])) != nil { found = colon.lowerBound }
            end = text[..<colon.lowerBound]
        }
        return found
    }

    func write(to json: inout JSON) {
        json.beginObject()
        json.member("name", name)
        json.member("address", address)
        json.member("reason", reason)
        json.endObject()
    }
}
