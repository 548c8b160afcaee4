import CPlatform

/// The user's terminal. No call waits: output that the terminal does not accept yet stays pending.
struct Terminal {
    /// Non-blocking descriptor for reading keys and writing pictures.
    let descriptor: Int32
    /// Pipe with the process's standard output and standard error, captured while the screen is in use.
    let captured: Int32
    private var pending: [UInt8] = []

    /// Whether standard input and output are a terminal.
    static var isThere: Bool { isatty(0) == 1 && isatty(1) == 1 }

    /// Nil if standard input or output is not a terminal, or if the terminal cannot be opened.
    init?() {
        if !Terminal.isThere { return nil }
        var captured: Int32 = -1
        descriptor = treadle_screen_open(&captured)
        self.captured = captured
        if descriptor < 0 { return nil }
    }

    var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        treadle_screen_size(&columns, &rows)
        return (Int(min(columns, 400)), Int(min(rows, 200)))
    }

    /// Whether output is pending.
    var hasOutput: Bool { !pending.isEmpty }

    mutating func write(_ bytes: [UInt8]) {
        pending += bytes
        flush()
    }

    mutating func flush() {
        while !pending.isEmpty {
            let count = CPlatform.write(descriptor, pending, pending.count)
            if count <= 0 { return }
            pending.removeFirst(count)
        }
    }

    /// Drops pending output.
    mutating func forget() { pending = [] }

    /// Reads the bytes of keys; nil if the terminal was closed.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = CPlatform.read(descriptor, &bytes, bytes.count)
        if count > 0 { return Array(bytes[..<count]) }
        return count < 0 && (treadle_errno() == EAGAIN || treadle_errno() == EINTR) ? [] : nil
    }

    /// Reads the lines captured since the last call.
    func readCaptured() -> [String] {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = CPlatform.read(captured, &bytes, bytes.count)
            if count <= 0 { break }
            all += bytes[..<count]
        }
        return all.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
