/// A recording as lines of the socket, each after `| `. Lines are made as they are read, so that a client that does
/// not read takes no memory beyond the recording.
struct RecordedLines {
    enum Form {
        /// The lines of a text.
        case text
        /// Bytes in hex, `bytesOfLine` in each line.
        case bytes
    }

    private let bytes: [UInt8]
    private let form: Form
    private var at = 0

    init(_ bytes: [UInt8], as form: Form) { (self.bytes, self.form) = (bytes, form) }

    private static let bytesOfLine = 1024
    /// Bytes of output after which `next` stops.
    private static let enough = 32768

    /// Returns the next lines, each with its line feed; empty after the last.
    mutating func next() -> [UInt8] {
        var lines: [UInt8] = []
        while at < bytes.count && lines.count < RecordedLines.enough {
            lines += [UInt8(ascii: "|"), UInt8(ascii: " ")]
            switch form {
            case .text:
                let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                lines += bytes[at..<end]
                at = end + 1
            case .bytes:
                let end = min(at + RecordedLines.bytesOfLine, bytes.count)
                lines += Array(Digits.hex(Array(bytes[at..<end])).utf8)
                at = end
            }
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}
