import CPlatform

/// What a running box says on standard output and standard error: written by a thread of its own, since a pipe that nobody
/// reads and a terminal that was stopped take nothing, and the box must not wait for them.
///
/// What was not written yet waits in a pipe of the kernel, 64 KiB; a text that finds no room there is lost. One text of up to
/// 4092 bytes is one write, which a pipe takes whole or not at all (pipe(7), PIPE_BUF).
enum SpokenOutput {
    /// Where texts are put; -1: nothing is to be put there.
    nonisolated(unsafe) private static var queue: Int32 = -1
    nonisolated(unsafe) private static var source: Int32 = -1
    /// Signalled when everything up to a mark is written.
    nonisolated(unsafe) private static var isDone: Int32 = -1

    static var isOn: Bool { queue >= 0 }

    private static let mostBytes = 4092
    /// Descriptor and length in front of a text.
    private static let headerBytes = 4
    /// In the place of a descriptor: 0 marks a place in the queue, 255 ends the thread.
    private static let (mark, last): (UInt8, UInt8) = (0, 255)

    /// Before there are other threads. Where there is no thread to be had, texts are written at once as before.
    static func begin() {
        var ends: [Int32] = [-1, -1]
        isDone = treadle_event_create()
        if isDone < 0 || treadle_pipe(&ends) < 0 { return }
        source = ends[0]
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            SpokenOutput.writeAll()
            return nil
        }
        var thread = pthread_t()
        if treadle_thread_start(&thread, body, nil, 64 * 1024) == 0 { queue = ends[1] }
    }

    /// Waits until everything is written, but no longer than a second: somebody has to read it.
    static func end() {
        finish(last)
        queue = -1
    }

    /// Waits likewise, as before standard output becomes another file.
    static func flush() { finish(mark) }

    private static func finish(_ sign: UInt8) {
        if queue < 0 { return }
        treadle_event_clear(isDone)
        put([], for: Int32(sign))
        _ = PollSet.isReadable(isDone, within: 1000)
    }

    /// Never waits.
    static func say(_ bytes: UnsafeRawBufferPointer, on descriptor: Int32) {
        var rest = [UInt8](bytes)[...]
        while !rest.isEmpty {
            put(rest.prefix(mostBytes), for: descriptor)
            rest = rest.dropFirst(mostBytes)
        }
    }

    private static func put(_ text: ArraySlice<UInt8>, for descriptor: Int32) {
        let header = [UInt8(descriptor), 0, UInt8(text.count & 0xFF), UInt8(text.count >> 8)]
        let record = header + text
        _ = write(queue, record, record.count)
    }

    /// The thread's.
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

    /// The next bytes of the queue, which are there or on their way.
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
