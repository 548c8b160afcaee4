import MIDICI

/// A device that speaks MIDI-CI as a line of the control socket, which `treadle status` and `treadle ports` print
/// (U10):
///
///     montage: Yamaha Montage M6 (43 00 00, family 65, model 2, revision 1.0.0.0, 640 programs)
struct DeviceLine: Equatable {
    /// The alias of the box's port at which the device answers.
    var alias: String
    /// Manufacturer, model and version as the device reports them; empty if it has reported none.
    var name: String
    /// The manufacturer's three bytes in hex, such as `43 00 00`.
    var manufacturer: String
    var family: Int
    var model: Int
    /// The revision: four numbers 0...127 with points.
    var revision: String
    /// Number of the device's programs; nil if the device has no list of programs.
    var programs: Int?

    init(_ peer: CIPeer, alias: String) {
        self.alias = alias
        let names = [peer.manufacturerName, peer.modelName, peer.versionName].filter { !$0.isEmpty }
        name = names.joined(separator: " ")
        manufacturer = Digits.hex(Array(peer.identity.manufacturerBytes))
        (family, model) = (Int(peer.identity.family), Int(peer.identity.model))
        revision = peer.identity.revisionBytes.map { "\($0)" }.joined(separator: ".")
        programs = peer.programs?.count
    }

    var text: String {
        let count = programs.map { ", \($0) program\($0 == 1 ? "" : "s")" } ?? ""
        let name = name.isEmpty ? "a device" : name
        return "\(alias): \(name) (\(manufacturer), family \(family), model \(model), revision \(revision)\(count))"
    }
}

extension DeviceLine {
    /// Parses a line. Only the name may contain any characters.
    init?(_ line: String) {
        let bytes = Array(line.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.last == UInt8(ascii: ")"),
            let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > colon + 3
        else { return nil }
        alias = String(decoding: bytes[..<colon], as: UTF8.self)
        name = String(decoding: bytes[(colon + 2)..<(open - 1)], as: UTF8.self)
        if name == "a device" { name = "" }
        let details = bytes[(open + 1)...].dropLast().split(separator: UInt8(ascii: ","))
        let words = details.map { $0.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) } }
        guard words.count >= 4, words[1].count == 2, words[2].count == 2, words[3].count == 2,
            let family = Int(words[1][1]), let model = Int(words[2][1])
        else { return nil }
        manufacturer = words[0].joined(separator: " ")
        (self.family, self.model, revision) = (family, model, words[3][1])
        programs = words.count > 4 ? words[4].first.flatMap { Int($0) } : nil
    }

    /// Writes a JSON object. Unknown values are null.
    func write(to json: inout JSON) {
        json.beginObject()
        json.member("port", alias)
        json.member("name", name.isEmpty ? nil : name)
        json.member("manufacturer", manufacturer)
        json.member("family", family)
        json.member("model", model)
        json.member("revision", revision)
        json.member("programs", programs)
        json.endObject()
    }
}
