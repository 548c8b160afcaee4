import Configuration
import Host

/// `treadle status [--json] [--watch]`: prints the state of the running box.
enum StatusCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let (isJSON, watches) = (arguments.flag("--json"), arguments.flag("--watch"))
        try arguments.finish()
        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        if watches {
            var watch = StatusWatch(box, isJSON: isJSON)
            return watch.follow()
        }
        var lines: [Line] = []
        if DriveCommand.ask(box, "status", { lines.append(BoxConnection.split($0)) }) == nil { return .unusable }
        Console.out(isJSON ? json(lines) : text(lines))
        return .done
    }

    /// A word of the box's answer and its value.
    private typealias Line = (word: String, rest: String)

    private static let units: [(word: String, unit: String)] = [
        ("tempo", " BPM"), ("transpose", " semitones"), ("held", " notes"), ("received", " bytes"), ("sent", " bytes"),
    ]

    private static func text(_ lines: [Line]) -> String {
        var text = ""
        for (word, value) in lines {
            let unit = units.first { $0.word == word }?.unit ?? ""
            text += word + String(repeating: " ", count: max(1, 10 - word.utf8.count)) + value + unit + "\n"
        }
        return text
    }

    /// Returns the state as one JSON object on one line.
    private static func json(_ lines: [Line]) -> String {
        var json = JSON()
        json.beginObject()
        for (word, value) in lines {
            switch word {
            case "preset": write(word, value, number: "number", to: &json)
            case "setlist", "part": write(word, value, number: "place", to: &json)
            case "changed":
                json.member(word, value == "yes")
            case "box", "clock", "link", "web":
                json.member(word, value)
            case "session":
                json.key(word)
                if let session = SessionLine(value) { session.write(to: &json) } else { json.null() }
            case RadioLine.word:
                json.key(word)
                if let radio = RadioLine(value) { radio.write(to: &json) } else { json.null() }
            case "wifi":
                json.key(word)
                if let wifi = WiFiLine(value) { wifi.write(to: &json) } else { json.null() }
            case "muted", "bypassed", "variable", "port", "missing", "peer", "device", "address", "interface", "key",
                TurnedAwayLine.word, BluetoothPeerLine.word:
                break
            default:
                json.key(word)
                json.number(text: value)
            }
        }
        for word in ["setlist", "part"] where !lines.contains(where: { $0.word == word }) {
            write(word, "none", number: "", to: &json)
        }
        if !lines.contains(where: { $0.word == RadioLine.word }) {
            json.key(RadioLine.word)
            json.null()
        }
        for word in ["muted", "bypassed"] {
            json.list(word, of: lines.filter { $0.word == word }) { $0.string($1.rest) }
        }
        json.objects("variables", of: lines.filter { $0.word == "variable" }) { json, line in
            let (name, value) = BoxConnection.split(line.rest)
            json.member("name", name)
            json.key("value")
            json.number(text: value)
        }
        json.objects("addresses", of: lines.filter { $0.word == "address" }) { json, line in
            let (interface, address) = BoxConnection.split(line.rest)
            json.member("interface", interface)
            json.member("address", address)
        }
        json.objects("ports", of: lines.filter { $0.word == "port" || $0.word == "missing" }) { json, line in
            let (alias, report) = split(line.rest)
            json.member("alias", alias)
            json.member("connected", line.word == "port")
            json.member("report", report)
        }
        json.list("peers", of: lines.filter { $0.word == "peer" }) { PeerLine($1.rest)?.write(to: &$0) }
        let bluetooth = lines.filter { $0.word == BluetoothPeerLine.word }
        json.list("bluetooth", of: bluetooth) { BluetoothPeerLine($1.rest)?.write(to: &$0) }
        let turnedAway = lines.filter { $0.word == TurnedAwayLine.word }
        json.list("turned-away", of: turnedAway) { TurnedAwayLine($1.rest)?.write(to: &$0) }
        json.list("devices", of: lines.filter { $0.word == "device" }) { DeviceLine($1.rest)?.write(to: &$0) }
        json.list("keys", of: lines.filter { $0.word == "key" }) { write(updateKey: $1.rest, to: &$0) }
        json.endObject()
        return json.text + "\n"
    }

    /// Writes a number and a name, such as `2 Organ`; `-` means that there is no number. A missing number, name or pair
    /// is null.
    private static func write(_ key: String, _ value: String, number word: String, to json: inout JSON) {
        json.key(key)
        if value == "none" { return json.null() }
        let (number, name) = BoxConnection.split(value)
        json.beginObject()
        json.key(word)
        if number == "-" { json.null() } else { json.number(text: number) }
        json.key("name")
        if name.isEmpty { json.null() } else { json.string(name) }
        json.endObject()
    }

    /// Writes a key of updates, `B0241B8A0A5F7846 in use, withdrawn`.
    private static func write(updateKey value: String, to json: inout JSON) {
        let (number, words) = BoxConnection.split(value)
        let parts = words.split(separator: ",")
        json.beginObject()
        json.member("id", number)
        json.member("use", parts.first.map { String($0) } ?? "")
        json.member("withdrawn", parts.count > 1)
        json.endObject()
    }

    /// Splits the report of a port, `keys: in at /dev/ttyS0`, into its alias and the rest.
    private static func split(_ report: String) -> (alias: String, rest: String) {
        let bytes = Array(report.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return (report, "") }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self),
            String(decoding: bytes[(colon + 1)...].dropFirst(), as: UTF8.self)
        )
    }
}
