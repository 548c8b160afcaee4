import CPlatform

/// Writes the text of a running box to standard output and standard error on a separate thread. A pipe without a reader
/// and a stopped terminal block a write, and the box must not wait for them.
///
/// The queue is a pipe of 64 KiB; a text that does not fit is lost. A text of up to 4092 bytes is one write, which a
/// pipe takes whole or not at all (pipe(7), PIPE_BUF).
package enum QueuedOutput {
    /// The end of the pipe that texts are written into; -1 without a thread.
    nonisolated(unsafe) private static var queue: Int32 = -1
    /// The end of the pipe that the thread reads.
    nonisolated(unsafe) private static var source: Int32 = -1
    /// Event that the thread signals when everything up to a mark is written.
    nonisolated(unsafe) private static var isDone: Int32 = -1

    static var isOn: Bool { queue >= 0 }

    private static let mostBytes = 4092
    /// Bytes of the descriptor and length before a text.
    private static let headerBytes = 4
    /// Values in place of a descriptor: 0 marks a place in the queue, 255 ends the thread.
    private static let (mark, last): (UInt8, UInt8) = (0, 255)

    /// Starts the thread. Called before other threads exist. If the thread cannot start, texts are written directly.
    package static func begin() {
        var ends: [Int32] = [-1, -1]
        isDone = treadle_event_create()
        if isDone < 0 || treadle_pipe(&ends) < 0 { return }
        source = ends[0]
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            QueuedOutput.writeAll()
            return nil
        }
        var thread = pthread_t()
        if treadle_thread_start(&thread, body, nil, 64 * 1024) == 0 { queue = ends[1] }
    }

    /// Waits until everything is written, at most one second because there may be no reader. Then ends the thread.
    package static func end() {
        finish(last)
        queue = -1
    }

    /// Waits until everything is written, at most one second. Called before standard output becomes another file.
    package static func flush() { finish(mark) }

    private static func finish(_ sign: UInt8) {
        if queue < 0 { return }
        treadle_event_clear(isDone)
        put([], for: Int32(sign))
        _ = PollSet.isReadable(isDone, within: 1000)
    }

    /// Queues a text for a descriptor without waiting.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = [UInt8](bytes)[...]
        while !rest.isEmpty {
            put(rest.prefix(mostBytes), for: descriptor)
            rest = rest.dropFirst(mostBytes)
        }
    }

    private static func put(_ text: ArraySlice<UInt8>, for descriptor: Int32) {
        let header = [UInt8(descriptor), 0, UInt8(text.count & 0xFF), UInt8(text.count >> 8)]
        let record = header + text
        _ = CPlatform.write(queue, record, record.count)
    }

    /// The body of the thread.
    private static func writeAll() {
        while let header = take(headerBytes) {
            let count = Int(header[2]) | Int(header[3]) << 8
            if header[0] == last { break }
            if header[0] == mark { treadle_event_signal(isDone) }
            guard let text = take(count) else { break }
            text.withUnsafeBytes { Console.writeNow($0, to: Int32(header[0])) }
        }
        treadle_event_signal(isDone)
    }

    /// Reads the next `count` bytes of the queue and waits for them if needed.
    private static func take(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = bytes.withUnsafeMutableBytes { read(source, $0.baseAddress! + got, count - got) }
            if more < 0 && treadle_errno() == EINTR { continue }
            if more <= 0 { return nil }
            got += more
        }
        return bytes
    }
}
