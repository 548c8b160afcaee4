import CPlatform
import Synchronization

/// Writes text to standard output and standard error, without a formatting library.
///
/// `VisibleText` escapes all text: text from files, wires and devices cannot control a terminal. Only `progress`,
/// `redraw` and `errorInColour` write control sequences, which the program itself makes.
///
/// After the first error of a stream nothing more is written to it, so that a file on a full card has no gap. `settle`
/// turns the error into an exit status.
package enum Console {
    /// errno of the first failed write; 0 if none has failed.
    private static let outFailure = Atomic<Int32>(0)
    private static let errorFailure = Atomic<Int32>(0)
    private static let outlivesReaders = Atomic<Bool>(false)

    /// Writes to standard output. Returns false if this write or an earlier one failed.
    @discardableResult
    package static func out(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { out(UnsafeRawBufferPointer($0)) }
    }

    @discardableResult
    package static func out(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { out($0) } }

    private static func out(_ bytes: UnsafeRawBufferPointer) -> Bool {
        write(bytes, to: 1, outFailure)
        return outFailure.load(ordering: .relaxed) == 0
    }

    package static func error(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: 2, errorFailure) }
    }

    /// Writes text that is safe for a terminal, with control sequences for colours, to standard error.
    package static func errorInColour(_ text: String) {
        var text = text
        text.withUTF8 { writeRaw(UnsafeRawBufferPointer($0), to: 2, errorFailure) }
    }

    /// Ignores write errors from now on: a running box outlives its terminal and its log.
    package static func ignoreWriteErrors() { outlivesReaders.store(true, ordering: .relaxed) }

    /// Closes standard output and returns the exit status of the command: unusable (3), after a message, if text of
    /// either stream was lost. There is no message if the reader closed its pipe.
    package static func settle(_ exit: ExitStatus) -> ExitStatus {
        if outlivesReaders.load(ordering: .relaxed) { return exit }
        var failure = outFailure.load(ordering: .relaxed)
        // Some file systems report a full disk only at close. A descriptor that was never open has lost nothing.
        if close(1) < 0 && failure == 0 && treadle_errno() != EBADF { failure = treadle_errno() }
        if failure != 0 && failure != EPIPE {
            error("treadle: standard output: \(String(cString: treadle_error_message(failure)))\n")
        }
        return failure != 0 || errorFailure.load(ordering: .relaxed) != 0 ? .unusable : exit
    }

    /// Replaces the last line of a terminal, on standard output or standard error.
    package static func progress(_ text: String, toError: Bool = false) {
        var line = "\r\(text.visible)\u{1B}[K"
        line.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            if toError { writeRaw(bytes, to: 2, errorFailure) } else { writeRaw(bytes, to: 1, outFailure) }
        }
    }

    /// Replaces all that a terminal at standard output shows. Returns false if this write or an earlier one failed.
    package static func redraw(_ lines: [String]) -> Bool {
        var text = "\u{1B}[H"
        for line in lines { text += line.visible + "\u{1B}[K\n" }
        text += "\u{1B}[J"
        text.withUTF8 { writeRaw(UnsafeRawBufferPointer($0), to: 1, outFailure) }
        return outFailure.load(ordering: .relaxed) == 0
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to fd: Int32, _ failed: borrowing Atomic<Int32>
    ) {
        if let visible = VisibleText.escaped(bytes, keepsLines: true) {
            visible.withUnsafeBytes { writeRaw($0, to: fd, failed) }
        } else {
            writeRaw(bytes, to: fd, failed)
        }
    }

    private static func writeRaw(
        _ bytes: UnsafeRawBufferPointer, to fd: Int32, _ failed: borrowing Atomic<Int32>
    ) {
        if QueuedOutput.isOn { return QueuedOutput.write(bytes, to: fd) }
        var rest = bytes
        while rest.count > 0 {
            if failed.load(ordering: .relaxed) != 0 && !outlivesReaders.load(ordering: .relaxed) { return }
            let count = CPlatform.write(fd, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                continue
            }
            let failure = treadle_errno()
            if failure == EINTR { continue }
            if failure == EAGAIN {
                // Another program that shares the terminal or pipe has made it non-blocking.
                treadle_wait_writable(fd)
                continue
            }
            failed.store(failure, ordering: .relaxed)
            return
        }
    }

    /// Writes for the thread of `QueuedOutput`. After an error the rest is dropped.
    static func writeNow(_ bytes: UnsafeRawBufferPointer, to fd: Int32) {
        var rest = bytes
        while rest.count > 0 {
            let count = CPlatform.write(fd, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if treadle_errno() == EAGAIN {
                treadle_wait_writable(fd)
            } else if treadle_errno() != EINTR {
                return
            }
        }
    }

    /// Reads a file that the user named, or standard input if `path` is nil. Waits for a pipe or device. Returns nil if
    /// the file cannot be read; `treadle_errno` gives the reason.
    ///
    /// - Parameter most: most bytes to read.
    package static func read(_ path: String?, most: Int = .max) -> [UInt8]? {
        rest(of: path.map { treadle_open_read($0) } ?? 0, most)
    }

    /// Reads a regular file. Refuses anything else, because a pipe might wait for its writer forever. Returns nil if
    /// the file cannot be read; `treadle_errno` gives the reason.
    package static func readFile(_ path: String) -> [UInt8]? { rest(of: treadle_open_file(path)) }

    /// Reads a file that the box itself has written. A link in its place is refused.
    ///
    /// - Parameter most: most bytes to read.
    package static func readOwnFile(_ path: String, most: Int = .max) -> [UInt8]? {
        rest(of: treadle_open_own_file(path), most)
    }

    /// Reads a regular file of an open folder. A link is not followed.
    package static func readFile(_ name: String, in folder: Int32) -> [UInt8]? {
        rest(of: treadle_open_in(folder, name))
    }

    private static func rest(of fd: Int32, _ most: Int = .max) -> [UInt8]? {
        if fd < 0 { return nil }
        defer { if fd > 0 { close(fd) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = CPlatform.read(fd, &chunk, chunk.count)
            if count < 0 && treadle_errno() == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return bytes }
            bytes += chunk[0..<min(count, most - bytes.count)]
            if bytes.count == most { return bytes }
        }
    }
}
