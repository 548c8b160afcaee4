import Foundation

/// What the kernel says of a process's rights (proc_pid_status(5), proc_pid_limits(5)).
package struct ConfinedProcess {
    /// Values of `/proc/PID/status` by their names, and the hard limits by theirs.
    private var status: [String: [Substring]] = [:]
    private var limits: [(line: Substring, most: UInt64?)] = []

    package init(_ process: Int32) throws {
        for line in try Self.lines("/proc/\(process)/status") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if let name = words.first { status[String(name.dropLast())] = Array(words.dropFirst()) }
        }
        // Name, soft and hard limit, unit, each in its column.
        limits = try Self.lines("/proc/\(process)/limits").map { line in
            (line, line.dropFirst(47).split(separator: " ").first.flatMap { UInt64($0) })
        }
    }

    private static func lines(_ path: String) throws -> [Substring] {
        try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self).split(separator: "\n")
    }

    package var hasNoNewPrivileges: Bool { status["NoNewPrivs"] == ["1"] }
    /// Whether a filter decides about its system calls.
    package var isFiltered: Bool { status["Seccomp"] == ["2"] }
    /// All that it has or may pass on, a bit each.
    package var capabilities: UInt64? { mask("CapPrm", "CapEff", "CapInh", "CapAmb") }
    /// What it and its children may ever have.
    package var boundingSet: UInt64? { mask("CapBnd") }
    /// Real, effective, saved and file system's, if they are one.
    package var user: UInt32? { number("Uid") }
    package var group: UInt32? { number("Gid") }
    package var groups: [UInt32] { (status["Groups"] ?? []).compactMap { UInt32($0) } }
    package var mostFiles: UInt64? { limit("Max open files") }
    package var mostMemory: UInt64? { limit("Max address space") }

    private func mask(_ names: String...) -> UInt64? {
        var mask: UInt64 = 0
        for name in names {
            guard let word = status[name]?.first, let value = UInt64(word, radix: 16) else { return nil }
            mask |= value
        }
        return mask
    }

    private func number(_ name: String) -> UInt32? {
        guard let words = status[name], words.count == 4, Set(words).count == 1 else { return nil }
        return UInt32(words[0])
    }

    private func limit(_ name: String) -> UInt64? { limits.first { $0.line.hasPrefix(name) }?.most }
}
