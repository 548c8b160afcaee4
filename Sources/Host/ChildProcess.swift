import CPlatform

/// A child of this program, with pipes to its standard input and from its standard output. Reading and writing do not
/// wait.
package struct ChildProcess {
    package enum Reading {
        case nothing
        case bytes(ArraySlice<UInt8>)
        /// The child has closed its standard output, as it does when it ends.
        case ended
    }

    /// The process number; -1 while no child runs.
    package private(set) var number: Int32 = -1
    /// The standard output of the child, readable when `read` returns something; -1 while no child runs.
    package private(set) var output: Int32 = -1
    private var input: Int32 = -1
    private let executable: String

    package init(executable: String = "/proc/self/exe") { self.executable = executable }

    package var isRunning: Bool { number >= 0 }

    /// Starts the child. Returns nil on success, else the reason.
    ///
    /// - Parameter words: the command line, with the name of the program.
    package mutating func start(_ words: [String]) -> String? {
        let result = ChildProcess.withArguments(words) { treadle_child_start(executable, $0, &input, &output) }
        if result < 0 { return String(cString: treadle_error_message(result)) }
        number = result
        return nil
    }

    /// Calls `body` with a command line as C programs have it: pointers, then nil.
    package static func withArguments(
        _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        copies.append(nil)
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }

    /// Reads at most `count` bytes of output.
    package func read(_ count: Int = 4096) -> Reading {
        var bytes = [UInt8](repeating: 0, count: count)
        var count = -Int(EINTR)
        while count == -Int(EINTR) { count = treadle_read(output, &bytes, bytes.count) }
        if count == -Int(EAGAIN) { return .nothing }
        return count > 0 ? .bytes(bytes[..<count]) : .ended
    }

    /// Waits for output, at most until `deadline`, in ns.
    package func waitForOutput(until deadline: UInt64, at now: UInt64) {
        var ready: UInt32 = 0
        _ = treadle_poll([output], 1, 0, Int32((deadline - now) / 1_000_000 + 1), &ready)
    }

    /// Writes to the child. Returns false if not all bytes fit into the pipe.
    package func write(_ bytes: [UInt8]) -> Bool { treadle_write(input, bytes, bytes.count) == bytes.count }

    package mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Waits for the end of the child, if one runs.
    ///
    /// - Parameter killing: whether to kill the child first.
    /// - Returns: the exit status; -1 if a signal has ended the child.
    @discardableResult
    package mutating func end(killing: Bool) -> Int32 {
        if !isRunning { return 0 }
        closeInput()
        let status = treadle_child_status(number, killing ? 1 : 0)
        letGo()
        return status
    }

    /// Closes the pipes, and does not wait for the end of the child.
    package mutating func letGo() {
        closeInput()
        close(output)
        (number, output) = (-1, -1)
    }
}
