import CPlatform

/// The terminal a person sits at. Nothing here waits: what it has no room for stays until it has.
struct Terminal {
    /// To read keys from and to write to; never blocks.
    let descriptor: Int32
    /// What the process says meanwhile to standard output and error.
    let said: Int32
    private var pending: [UInt8] = []

    /// Nil where standard input or output are no terminal, or it cannot be had.
    init?() {
        if isatty(0) != 1 || isatty(1) != 1 { return nil }
        var said: Int32 = -1
        descriptor = treadle_screen_open(&said)
        self.said = said
        if descriptor < 0 { return nil }
    }

    var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        treadle_screen_size(&columns, &rows)
        return (Int(min(columns, 400)), Int(min(rows, 200)))
    }

    /// Something waits to be written.
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

    /// What was half written is nothing any more.
    mutating func forget() { pending = [] }

    /// Bytes of keys; nil when the terminal is gone.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = CPlatform.read(descriptor, &bytes, bytes.count)
        if count > 0 { return Array(bytes[..<count]) }
        return count < 0 && (treadle_errno() == EAGAIN || treadle_errno() == EINTR) ? [] : nil
    }

    /// Lines that were said since it was asked last.
    func readSaid() -> [String] {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = CPlatform.read(said, &bytes, bytes.count)
            if count <= 0 { break }
            all += bytes[..<count]
        }
        return all.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
