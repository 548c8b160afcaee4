import CPlatform
import MIDI

/// A command's connection to the running box (docs/reference/COMMANDS.md, "Talking to a running box").
final class BoxConnection {
    struct Port {
        var alias: String
        var receives: Bool
        var sends: Bool
    }

    let descriptor: Int32
    /// Milliseconds in which a box has to take the connection, and to greet.
    private static let answerTime: Int32 = 10_000
    private var buffer: [UInt8] = []
    /// Nothing came in time.
    private var isLate = false
    private(set) var name = ""
    private(set) var language = NoteLanguage.english
    private(set) var middleC = 4
    /// Nanoseconds within which notes that begin are one chord.
    private(set) var chordWindow: UInt64 = 30_000_000
    /// In the order that numbers them.
    private(set) var ports: [Port] = []

    /// Nil where no box answers, which is said, unless it is only asked whether one does.
    init?(_ path: String, isOnlyAsked: Bool = false) {
        descriptor = treadle_socket_connect(path, BoxConnection.answerTime)
        if descriptor < 0 && descriptor != -EAGAIN {
            let isAbsent = descriptor == -ENOENT || descriptor == -ECONNREFUSED
            if isAbsent && isOnlyAsked { return nil }
            let why = isAbsent ? "no box runs there" : String(cString: treadle_error_message(descriptor))
            Console.error(
                "treadle: \(path): \(why). Start one with 'treadle run', or say where its socket is with --socket PATH or "
                    + "\(ControlPath.variable)\n")
            return nil
        }
        while descriptor >= 0, let line = readLine() {
            if line == "ready" {
                _ = treadle_socket_limit(descriptor, 0)
                return
            }
            if !greet(line) { break }
        }
        let isSilent = descriptor < 0 || isLate
        let why = isSilent ? "the box there does not answer" : "what answers there is no box of this version"
        Console.error("treadle: \(path): \(why)\n")
        return nil
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func greet(_ line: String) -> Bool {
        let (word, rest) = BoxConnection.split(line)
        switch word {
        case "treadle": return rest == "1"
        case "box": name = rest
        case "notes":
            let (language, octave) = BoxConnection.split(rest)
            self.language = UInt8(language).flatMap { NoteLanguage(rawValue: $0) } ?? .english
            middleC = Int(octave) ?? 4
        case "chord-window": chordWindow = UInt64(rest) ?? chordWindow
        case "port":
            let (directions, alias) = BoxConnection.split(rest)
            ports.append(Port(alias: alias, receives: directions != "out", sends: directions != "in"))
        case "error":
            Console.error("treadle: \(rest)\n")
            return false
        default: break
        }
        return true
    }

    /// The first word of a line and what is behind the blank after it.
    static func split(_ line: String) -> (word: String, rest: String) {
        guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")) else { return (line, "") }
        return (String(line[..<blank]), String(line[line.utf8.index(after: blank)...]))
    }

    /// The number of the port of an alias; what is wrong with it is said.
    func port(_ alias: String) -> Int? {
        if let index = ports.firstIndex(where: { $0.alias == alias }) { return index }
        var known = ""
        for port in ports { known += known.isEmpty ? port.alias : ", \(port.alias)" }
        Console.error("treadle: the box '\(name)' has no port '\(alias)'; it has \(known.isEmpty ? "none" : known)\n")
        return nil
    }

    /// False when the box is gone.
    func write(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                treadle_socket_send(descriptor, $0.baseAddress, $0.count)
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// What the box does with bytes: plays them as if they came in, sends them out, or sends them and releases what they
    /// hold when this program ends.
    enum Verb: String {
        case play, send, hold
    }

    /// Bytes of a stream for a port, in as many lines as they need. How many lines; nil when the box is gone.
    func give(_ verb: Verb, _ port: Int, _ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        var lines = 0
        while !rest.isEmpty {
            var line = Array("\(verb.rawValue) \(port)".utf8)
            for byte in rest.prefix(BoxConnection.bytesOfLine) {
                line.append(UInt8(ascii: " "))
                Digits.hex(UInt32(byte), 2, into: &line)
            }
            rest = rest.dropFirst(BoxConnection.bytesOfLine)
            if !write(String(decoding: line, as: UTF8.self)) { return nil }
            lines += 1
        }
        return lines
    }

    /// A line of three characters a byte stays well within what the box takes.
    private static let bytesOfLine = 1024

    /// A whole line that has come already, or waits for one; nil when the box is gone.
    func readLine() -> String? {
        while true {
            if let line = nextLine() { return line }
            if !receive() { return nil }
        }
    }

    var hasLine: Bool { buffer.contains(UInt8(ascii: "\n")) }

    /// A whole line that has come already.
    func nextLine() -> String? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
    }

    /// Waits for more; false when the box is gone.
    func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16384)
        let count = treadle_socket_receive(descriptor, &chunk, chunk.count)
        isLate = count == -Int(EAGAIN)
        if count > 0 { buffer += chunk[..<count] }
        return count > 0
    }
}
