import Devices
import Network

/// A peer as a line of the control socket, which `treadle status` and `treadle ports` print (N12):
///
///     Stage iPhone at 192.0.2.7:5004: connected, phone, round trip 0.6 ms, 2 repaired, 0 unrepaired
///
/// `, 1 SysEx lost` and `, 3 too large` follow if their counts are not 0.
struct PeerLine: Equatable {
    var name: String
    /// Address and control port of the peer; nil while the peer's host name has no address.
    var address: String?
    var state: PeerStatus.State
    /// The alias of the box's port that the peer belongs to; nil if there is none.
    var alias: String?
    /// The loop's measurements of the peer's session. The round trip is shown to 0.1 ms.
    var measures: SessionMeasures?

    var text: String {
        let address = address.map { " at \($0)" } ?? ""
        let alias = alias.map { ", \($0)" } ?? ""
        return "\(name)\(address): \(state.rawValue)\(alias)\(measures.map { measureText($0) } ?? "")"
    }

    private func measureText(_ measures: SessionMeasures) -> String {
        let tenths = (measures.roundTrip + 50_000) / 100_000
        let trip = measures.roundTrip == 0 ? PeerLine.notMeasured : "\(tenths / 10).\(tenths % 10) ms"
        var text = ", round trip \(trip), \(measures.repaired) repaired, \(measures.unrepaired) unrepaired"
        if measures.lostSysEx > 0 { text += ", \(measures.lostSysEx) SysEx lost" }
        if measures.tooLarge > 0 { text += ", \(measures.tooLarge) too large" }
        return text
    }

    private static let notMeasured = "not measured"
}

extension PeerLine {
    /// Parses a line from its end, because a name may hold any characters; nil: the line is no peer.
    init?(_ line: String) {
        var rest = Substring(line)
        guard let (place, words) = PeerLine.cut(&rest, at: PeerLine.states) else { return nil }
        state = words
        (alias, measures) = PeerLine.details(rest)
        if let at = PeerLine.last(" at ", in: place), PeerAddress(String(place[at.upperBound...])) != nil {
            name = String(place[..<at.lowerBound])
            address = String(place[at.upperBound...])
        } else {
            (name, address) = (String(place), nil)
        }
    }

    private static let states: [PeerStatus.State] = [.found, .inviting, .connected, .refused, .gone]

    /// Cuts a line at the last `: STATE`. Leaves the text after the state in `rest`.
    private static func cut(
        _ rest: inout Substring, at states: [PeerStatus.State]
    ) -> (place: Substring, state: PeerStatus.State)? {
        var end = rest
        while let colon = last(": ", in: end) {
            let tail = rest[colon.upperBound...]
            if let state = states.first(where: { tail == $0.rawValue || tail.starts(with: $0.rawValue + ", ") }) {
                let place = rest[..<colon.lowerBound]
                rest = tail.dropFirst(state.rawValue.count)
                return (place, state)
            }
            end = end[..<colon.lowerBound]
        }
        return nil
    }

    /// Parses the alias and the measures from the text after the state.
    private static func details(_ text: Substring) -> (alias: String?, SessionMeasures?) {
        var (alias, measures) = (text, nil as SessionMeasures?)
        if let trip = last(", round trip ", in: text) {
            measures = PeerLine.measures(text[trip.upperBound...])
            alias = text[..<trip.lowerBound]
        }
        return (alias.isEmpty ? nil : String(alias.dropFirst(2)), measures)
    }

    /// Parses measurements such as `0.6 ms, 2 repaired, 0 unrepaired, 1 SysEx lost`.
    private static func measures(_ text: Substring) -> SessionMeasures {
        var measures = SessionMeasures()
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            let tenths = words.first?.split(separator: ".").compactMap { UInt64($0) } ?? []
            if words.last == "ms", tenths.count == 2 { measures.roundTrip = (tenths[0] * 10 + tenths[1]) * 100_000 }
            guard let count = words.first.flatMap({ UInt32($0) }) else { continue }
            switch words.last {
            case "repaired": measures.repaired = count
            case "unrepaired": measures.unrepaired = count
            case "lost": measures.lostSysEx = count
            case "large": measures.tooLarge = count
            default: break
            }
        }
        return measures
    }

    /// The last occurrence of `mark` in a text.
    static func last(_ mark: String, in text: Substring) -> Range<Substring.Index>? {
        let (bytes, wanted) = (text.utf8, Array(mark.utf8))
        var start = bytes.endIndex
        while start != bytes.startIndex {
            start = bytes.index(before: start)
            if bytes[start...].starts(with: wanted) { return start..<bytes.index(start, offsetBy: wanted.count) }
        }
        return nil
    }
}

extension PeerLine {
    /// Writes a JSON object. Unknown values are null.
    func write(to json: inout JSON) {
        json.beginObject()
        json.member("name", name)
        json.member("address", address)
        json.member("state", state.rawValue)
        json.member("port", alias)
        json.key("round-trip")
        if let trip = measures?.roundTrip, trip > 0 {
            json.number(text: "\(trip / 1_000_000).\(trip / 100_000 % 10)")
        } else {
            json.null()
        }
        for (key, count) in [
            ("repaired", measures?.repaired), ("unrepaired", measures?.unrepaired),
            ("sysex-lost", measures?.lostSysEx), ("too-large", measures?.tooLarge),
        ] {
            json.member(key, count.map { Int($0) })
        }
        json.endObject()
    }
}
