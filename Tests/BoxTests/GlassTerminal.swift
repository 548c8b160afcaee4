import CPlatform
import Foundation

/// A terminal with a program on it, as a person has it: keys go in, a screen comes out. It knows the few sequences of
/// ECMA-48 that the simulator uses.
final class GlassTerminal {
    private let fd: Int32
    private let path: String
    private let process = Process()
    private let socket = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).sock"
    private(set) var columns: Int
    private(set) var rows: Int
    private var cells: [[Unicode.Scalar]] = []
    private var reversed: [[Bool]] = []
    private var (row, column, isReverse) = (0, 0, false)
    private var unread: [UInt8] = []
    /// The other screen is shown, the cursor is.
    private(set) var isOther = false
    private(set) var hasCursor = true
    /// What was written to the terminal while the usual screen was shown.
    private(set) var plain = ""
    /// Colours that were asked for.
    private(set) var colours = 0
    let before: [UInt8]

    init?(_ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        (self.columns, self.rows) = (columns, rows)
        var name = [CChar](repeating: 0, count: 128)
        fd = treadle_pty_open(&name, UInt(name.count))
        if fd < 0 { return nil }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        _ = treadle_never_wait(fd)
        // Kept open, so that what it is like afterwards can be seen.
        let end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard let handle = Optional(FileHandle(fileDescriptor: end, closeOnDealloc: true)) else { return nil }
        before = GlassTerminal.modes(fd)
        blank()
        resize(columns: columns, rows: rows)
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("treadle")
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        variables["NO_COLOR"] = nil
        process.environment = variables.merging(["TREADLE_SOCKET": socket, "LC_ALL": "C.UTF-8"]) { $1 }
            .merging(environment) { $1 }
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.runUnmasked()
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGCONT)
            process.terminate()
            process.waitUntilExit()
        }
        close(fd)
        // One that was killed leaves it behind.
        unlink(socket)
    }

    // MARK: - What a person does

    func type(_ text: String) { _ = write(fd, text, text.utf8.count) }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// The window is drawn larger or smaller; the program is told as the kernel would.
    func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = withUnsafeMutablePointer(to: &size) { ioctl(fd, UInt(TIOCSWINSZ), $0) }
        blank()
        if process.isRunning { signal(SIGWINCH) }
    }

    // MARK: - What a person sees

    var lines: [String] {
        cells.map { row in
            var text = ""
            for scalar in row where scalar.value != 0 { text.unicodeScalars.append(scalar) }
            return text
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// For whoever has to find out why it was not so: what was said outside of the picture too.
    var seen: String { text + (process.isRunning ? "" : "\nit has ended: ") + plain }

    /// Waits until the screen is so; false when it is not within a minute.
    func shows(_ isSo: (GlassTerminal) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            read()
            if isSo(self) { return true }
            if Date() > deadline { return false }
            wait()
        }
    }

    func shows(_ wanted: String...) -> Bool { shows { screen in wanted.allSatisfy { screen.text.contains($0) } } }

    /// Whether the text stands there, and in reverse.
    func isReversed(_ wanted: String) -> Bool {
        for (index, line) in lines.enumerated() {
            guard let range = line.range(of: wanted) else { continue }
            let at = line.unicodeScalars.distance(from: line.startIndex, to: range.lowerBound)
            return reversed[index][at]
        }
        return false
    }

    /// Its exit status, once it has ended; the number of the signal below 0.
    func ended() -> Int32 {
        _ = shows { !$0.process.isRunning }
        if process.isRunning { return Int32.max }
        read()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// The process is stopped, as `ps` tells it.
    var isStopped: Bool {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        return status?.components(separatedBy: ") ").last?.first == "T"
    }

    var modes: [UInt8] { GlassTerminal.modes(fd) }

    /// The terminal is as it was before the program began.
    var isAsBefore: Bool { modes == before && !isOther && hasCursor }

    private static func modes(_ fd: Int32) -> [UInt8] {
        var modes = termios()
        tcgetattr(fd, &modes)
        return withUnsafeBytes(of: &modes) { Array($0) }
    }

    private func wait() {
        var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        _ = Foundation.poll(&poll, 1, 100)
    }
}

// MARK: - What the program writes

extension GlassTerminal {
    private func blank() {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        reversed = Array(repeating: Array(repeating: false, count: columns), count: rows)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Foundation.read(fd, &bytes, bytes.count)
            if count <= 0 { break }
            unread += bytes[..<count]
        }
        while let used = interpret(unread[...]) { unread.removeFirst(used) }
    }

    /// How many bytes one character or sequence takes; nil when it is not whole.
    private func interpret(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        if first == 0x1B {
            guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40..<0x7F ~= $0 }) else { return nil }
            obey(String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self), bytes[end])
            return end - bytes.startIndex + 1
        }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        if bytes.count < length { return nil }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        if !isOther {
            plain += text
        } else if let scalar = text.unicodeScalars.first {
            put(scalar)
        }
        return length
    }

    private func put(_ scalar: Unicode.Scalar) {
        if row < rows && column < columns {
            cells[row][column] = scalar
            reversed[row][column] = isReverse
        }
        column += 1
    }

    private func obey(_ parameters: String, _ final: UInt8) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch (parameters, Character(Unicode.Scalar(final))) {
        case ("?1049", "h"): isOther = true
        case ("?1049", "l"): isOther = false
        case ("?25", "h"): hasCursor = true
        case ("?25", "l"): hasCursor = false
        case ("2", "J"): blank()
        case (_, "H"): (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case (_, "m"):
            isReverse = numbers.contains(7)
            if numbers.contains(where: { 30...47 ~= $0 }) { colours += 1 }
        default: break
        }
    }
}
