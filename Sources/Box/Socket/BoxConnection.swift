import CPlatform
import Host
import MIDI

/// A command's connection to the running box (docs/reference/COMMANDS.md, "Talking to a running box").
final class BoxConnection {
    struct Port {
        var alias: String
        var receives: Bool
        var sends: Bool
    }

    let descriptor: Int32
    /// Milliseconds in which a box has to accept the connection and send its greeting.
    static let answerTime: Int32 = 10_000
    private var buffer: [UInt8] = []
    /// Whether the box did not answer in time.
    private var isLate = false
    private(set) var name = ""
    /// The path of the box file.
    private(set) var file = ""
    private(set) var language = NoteLanguage.english
    private(set) var middleC = 4
    /// Notes that begin within this many nanoseconds are one chord.
    private(set) var chordWindow: UInt64 = 30_000_000
    /// The ports in the order of their numbers.
    private(set) var ports: [Port] = []

    /// Connects to the box. Returns nil, after a message, if no box answers.
    ///
    /// - Parameters:
    ///   - isOnlyAsked: prints no message if no box runs.
    ///   - time: milliseconds in which the box has to answer.
    init?(_ path: String, isOnlyAsked: Bool = false, within time: Int32 = BoxConnection.answerTime) {
        descriptor = treadle_socket_connect(path, time)
        if descriptor < 0 && descriptor != -EAGAIN {
            let isAbsent = descriptor == -ENOENT || descriptor == -ECONNREFUSED
            if isAbsent && isOnlyAsked { return nil }
            let why = isAbsent ? "no box runs there" : String(cString: treadle_error_message(descriptor))
            Console.error(
                "treadle: \(path): \(why). Start one with 'treadle run', or say where its socket is with --socket PATH "
                    + "or \(ControlPath.variable)\n")
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
        let why = isSilent ? "the box there does not answer" : "the program there is not a box of this version"
        Console.error("treadle: \(path): \(why)\n")
        return nil
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func greet(_ line: String) -> Bool {
        let (word, rest) = BoxConnection.split(line)
        switch word {
        case "treadle": return rest == "1"
        case "box": name = rest
        case "files": file = rest
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

    /// Splits a line into its first word and the rest after the blank.
    static func split(_ line: String) -> (word: String, rest: String) {
        guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")) else { return (line, "") }
        return (String(line[..<blank]), String(line[line.utf8.index(after: blank)...]))
    }

    /// The number of the port with an alias; nil, after a message, if there is none.
    func port(_ alias: String) -> Int? {
        if let index = ports.firstIndex(where: { $0.alias == alias }) { return index }
        var known = ""
        for port in ports { known += known.isEmpty ? port.alias : ", \(port.alias)" }
        Console.error("treadle: the box '\(name)' has no port '\(alias)'; it has \(known.isEmpty ? "none" : known)\n")
        return nil
    }

    /// Sends a line. Returns false if the box has ended.
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

    /// What the box does with bytes: `play` treats them as input, `send` sends them, and `hold` sends them and releases
    /// their notes when this program ends.
    enum Verb: String {
        case play, send, hold
    }

    /// Sends bytes for a port, in as many lines as needed. Returns the number of lines; nil if the box has ended.
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

    /// Sends UMPs for a port, in as many lines as needed. Returns the number of lines; nil if the box has ended.
    func give(_ verb: Verb, _ port: Int, _ umps: [Message]) -> Int? {
        var rest = umps[...]
        var lines = 0
        while !rest.isEmpty {
            var line = "\(verb.rawValue) \(port)"
            for ump in rest.prefix(BoxConnection.umpsOfLine) { line += " " + UMPText.hex(ump) }
            rest = rest.dropFirst(BoxConnection.umpsOfLine)
            if !write(line) { return nil }
            lines += 1
        }
        return lines
    }

    /// UMPs in one line, at most 36 characters each, below `BoxLimits.controlLine`.
    private static let umpsOfLine = 128

    /// Bytes in one line, three characters each, well below `BoxLimits.controlLine`.
    private static let bytesOfLine = 1024

    /// Returns the next line and waits for it if needed; nil if the box has ended.
    func readLine() -> String? {
        while true {
            if let line = nextLine() { return line }
            if !receive() { return nil }
        }
    }

    var hasLine: Bool { buffer.contains(UInt8(ascii: "\n")) }

    /// Returns the next line if it was received already.
    func nextLine() -> String? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
    }

    /// Waits for more bytes. Returns false if the box has ended.
    func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16384)
        let count = treadle_socket_receive(descriptor, &chunk, chunk.count)
        isLate = count == -Int(EAGAIN)
        if count > 0 { buffer += chunk[..<count] }
        return count > 0
    }
}
