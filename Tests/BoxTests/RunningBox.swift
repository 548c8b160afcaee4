import CPlatform
import Foundation

/// `treadle` of the build folder as a process of its own.
final class RunningBox {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Everything it has written to standard output so far.
    private(set) var said = ""
    /// Where programs talk to it.
    let socket: String
    /// The socket is its own: one that was killed leaves it behind.
    private let ownsSocket: Bool
    /// They are there for as long as it runs: the number of one that has gone soon belongs to a line of another test.
    private let lines: [Line]

    /// - Parameters:
    ///   - socket: of which box; nil: of its own.
    ///   - input: what it reads; nil: nothing.
    ///   - lines: what it uses.
    ///   - environment: variables besides those of the tests.
    ///   - folder: its current folder; nil: that of the tests.
    init(
        _ arguments: [String], socket: String? = nil, input: Pipe? = nil, lines: [Line] = [],
        environment: [String: String] = [:], in folder: String? = nil
    ) throws {
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        ownsSocket = socket == nil
        self.lines = lines
        self.socket = socket ?? FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).sock"
        process.environment = ProcessInfo.processInfo.environment.merging(["TREADLE_SOCKET": self.socket]) { $1 }
            .merging(environment) { $1 }
        let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = programs.appendingPathComponent("treadle")
        process.arguments = arguments
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.runUnmasked()
        _ = treadle_never_wait(output.fileHandleForReading.fileDescriptor)
    }

    /// Waits until it has said something that holds all of this; false when it does not within a minute, or so many
    /// hundredths of a second.
    func says(_ wanted: String..., tries: Int = 6000) -> Bool {
        waits(tries) { said in wanted.allSatisfy { said.contains($0) } }
    }

    /// Waits until it has said this so often; false when it does not within a minute.
    func says(_ wanted: String, times: Int) -> Bool {
        waits(6000) { said in said.components(separatedBy: wanted).count > times }
    }

    /// Waits until the loop has handled every command so far: it handles them in order, and SIGUSR1 makes it count.
    func loopAnswers() -> Bool {
        let count = " wakes, "
        let before = said.components(separatedBy: count).count - 1
        signal(SIGUSR1)
        return says(count, times: before + 1)
    }

    /// Waits until the loop has read so many bytes since its start: a terminal passes them on in its own time. False
    /// when it has not within a minute.
    func loopHasRead(_ bytes: Int) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline && loopAnswers() {
            if said.contains(" wakes, \(bytes) bytes in") { return true }
        }
        return false
    }

    private func waits(_ tries: Int, _ isSo: (String) -> Bool) -> Bool {
        for _ in 0..<tries {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
            if count > 0 { said += String(decoding: bytes[..<count], as: UTF8.self) }
            if isSo(said) { return true }
            usleep(10_000)
        }
        return false
    }

    /// Memory that it has now, in KB.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter { $0.isNumber }) } ?? 0
    }

    /// Of its process.
    var number: Int32 { process.processIdentifier }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end: its exit status and what it wrote to standard error.
    func ended() -> (status: Int32, errors: String) {
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit ? process.terminationStatus : -1, text)
    }

    /// Ends it, if it still runs, and waits: the lines of the next test may be called like those of this one.
    func stop() {
        if !process.isRunning { return }
        process.terminate()
        process.waitUntilExit()
    }

    deinit {
        stop()
        if ownsSocket { unlink(socket) }
    }
}

/// A serial line that ends in the test: what the box writes to `path` comes out here, and the other way round.
final class Line {
    let path: String
    private let fd: Int32

    init?() {
        var name = [CChar](repeating: 0, count: 128)
        fd = treadle_pty_open(&name, UInt(name.count))
        if fd < 0 { return nil }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        _ = treadle_never_wait(fd)
    }

    func send(_ bytes: [UInt8]) { _ = write(fd, bytes, bytes.count) }

    /// The next bytes, as many as asked for unless a minute passes.
    func receive(_ count: Int) -> [UInt8] {
        var received: [UInt8] = []
        for _ in 0..<6000 where received.count < count {
            var bytes = [UInt8](repeating: 0, count: 256)
            let got = read(fd, &bytes, bytes.count)
            if got > 0 { received += bytes[..<got] } else { usleep(10_000) }
        }
        return received
    }

    /// Everything that the box has written and nobody has read, once the box has ended or was stopped.
    func rest() -> [UInt8] {
        var rest: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let got = read(fd, &bytes, bytes.count)
            if got <= 0 { return rest }
            rest += bytes[..<got]
        }
    }

    deinit { close(fd) }
}
