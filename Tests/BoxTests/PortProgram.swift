import CPlatform
import Foundation

/// A program that has a port of a simulated box open.
final class PortProgram {
    private let fd: Int32
    /// Bytes that the program does not read wait in the kernel.
    private(set) var heard: [UInt8] = []

    init?(_ path: String) {
        fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        if fd < 0 { return nil }
    }

    func send(_ bytes: [UInt8]) {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
            if count > 0 { left = left.dropFirst(count) } else if !isReady(POLLOUT) { return }
        }
    }

    /// Whether something has come that was not read, within a minute.
    var hasSomething: Bool { isReady(POLLIN) }

    private func isReady(_ event: Int32) -> Bool {
        var asked = pollfd(fd: fd, events: Int16(event), revents: 0)
        return poll(&asked, 1, 60_000) == 1 && asked.revents & Int16(event) != 0
    }

    /// The next bytes, as many as asked for unless a minute passes or the box ends.
    func receive(_ count: Int) -> [UInt8] {
        while heard.count < count && read() {}
        let received = Array(heard.prefix(count))
        heard.removeFirst(received.count)
        return received
    }

    /// Reads everything until the box has ended.
    func receiveRest() -> [UInt8] {
        while read() {}
        return heard
    }

    /// Reads once what comes; false: nothing did, or the box has ended.
    private func read() -> Bool {
        if !isReady(POLLIN) { return false }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Foundation.read(fd, &bytes, bytes.count)
        if count > 0 { heard += bytes[..<count] }
        return count > 0
    }

    deinit { close(fd) }

    /// Waits until no process has a port open; false: one has it for a minute. A process that was just begun has what
    /// its parent has, until it runs its program.
    static func waitUntilNobodyHas(_ path: String) -> Bool {
        for _ in 0..<6000 {
            if !isOpen(path) { return true }
            usleep(10_000)
        }
        return false
    }

    private static func isOpen(_ path: String) -> Bool {
        let files = FileManager.default
        let processes = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            let folder = "/proc/\(process)/fd"
            let numbers = Int(process) == nil ? [] : (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return numbers.contains { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path }
        }
    }
}
