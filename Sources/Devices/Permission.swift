import CPlatform

/// Advice for a user without permission for a device, as shell commands.
struct Permission {
    /// The file with the members of groups; tests use another one.
    var groups = "/etc/group"
    /// The name of the user; nil if unknown.
    var user = getenv("USER").map { String(cString: $0) }

    /// Returns the advice.
    ///
    /// - Parameters:
    ///   - device: the path of the device.
    ///   - group: the group of such devices on Debian and its relatives.
    func advice(_ device: String, _ group: String) -> String {
        var owner: UInt32 = 0
        var mode: UInt32 = 0
        guard treadle_owner(device, &owner, &mode) == 0 else { return join(group) }
        if owner == 0 || mode & 0o060 != 0o060 {
            return "only root may; the rules in docs/HARDWARE.md, \"On a Linux that you have\", give it to the group "
                + "'\(group)'"
        }
        guard let found = find(owner) else { return join("\(owner)") }
        if let user, found.members.contains(user) {
            return "you have joined its group '\(found.name)' since: log in again"
        }
        return join(found.name)
    }

    private func join(_ group: String) -> String {
        "its group is '\(group)': 'sudo usermod -aG \(group) $USER', then log in again"
    }

    /// Finds the group with a number in a line `name:password:number:member,member` of the file (group(5)).
    private func find(_ number: UInt32) -> (name: String, members: [String])? {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count == 4, UInt32(String(Substring(fields[2]))) == number else { continue }
            let members = fields[3].split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
            return (String(Substring(fields[0])), members)
        }
        return nil
    }

    private var text: String {
        let fd = treadle_open(groups, O_RDONLY)
        guard fd >= 0 else { return "" }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(fd, &bytes, bytes.count)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }
}
