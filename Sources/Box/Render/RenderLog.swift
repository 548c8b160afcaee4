import Configuration
import MIDI
import Panel

/// What leaves the box under `render`, a line each, in the order sent.
struct RenderLog {
    private(set) var text: [UInt8] = []
    private let aliases: [[UInt8]]
    /// The SysEx under way at each port: it is one line, at the time its F7 leaves.
    private var sysEx: [[UInt8]]
    private var shown: DisplayFrame?

    init(_ configuration: CompiledConfiguration) {
        aliases = configuration.box.ports.map { Array($0.alias.utf8) }
        sysEx = configuration.box.ports.map { _ in [] }
    }

    mutating func add(_ message: Message, port: Int, at time: UInt64) {
        var encoded = InlineArray<8, UInt8>(repeating: 0)
        let count = StreamWriter.encode(message, into: &encoded)
        var bytes: [UInt8] = []
        for index in 0..<count { bytes.append(encoded[index]) }
        if message.isSysEx {
            sysEx[port] += bytes
            if bytes.last != 0xF7 { return }
            bytes = sysEx[port]
            sysEx[port] = []
        }
        Digits.milliseconds(time, into: &text)
        text.append(UInt8(ascii: " "))
        text += aliases[port]
        for byte in bytes {
            text.append(UInt8(ascii: " "))
            Digits.hex(UInt32(byte), 2, into: &text)
        }
        text.append(UInt8(ascii: "\n"))
    }

    /// A port has gone: what it was given of a SysEx is never finished.
    mutating func forget(port: Int) { sysEx[port] = [] }

    /// A line of the display, when it has changed since the last.
    mutating func show(_ frame: DisplayFrame, at time: UInt64) {
        if frame == shown { return }
        shown = frame
        Digits.milliseconds(time, into: &text)
        text += Array(" display ".utf8)
        for row in 0..<2 {
            text.append(UInt8(ascii: "|"))
            for column in 0..<frame.columns {
                if let scalar = Unicode.Scalar(frame[row, column]) { text += Array(String(Character(scalar)).utf8) }
            }
        }
        text += Array("|\n".utf8)
    }

    /// Gives away what has gathered.
    mutating func take() -> [UInt8] {
        let taken = text
        text = []
        return taken
    }
}
