import Host

/// Which files of a configuration's folder belong to a backup (E6).
package enum BackedUp {
    package static var box: String { StateFolder.boxName }

    /// Files that Windows leaves in folders. Those of macOS are hidden.
    private static let litter = ["desktop.ini", "Thumbs.db", "System Volume Information"]

    /// Whether a path is left out: hidden files, former versions, archives, files of the flight recorder, and files
    /// that computers leave.
    package static func leavesOut(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        if parts.contains(where: { $0.first == UInt8(ascii: ".") }) { return true }
        if parts.contains(where: { part in litter.contains { part.elementsEqual($0.utf8) } }) { return true }
        guard let name = parts.last else { return true }
        func ends(_ ending: String) -> Bool { name.suffix(ending.utf8.count).elementsEqual(ending.utf8) }
        return ends(".before") || ends(".tar") || name.starts(with: "recorder-".utf8) && ends(".txt")
    }

    /// Whether a path is one of the presets that a configuration reads.
    static func isPreset(_ path: String) -> Bool {
        path.folder == "presets" && path.utf8.suffix(5).elementsEqual(".yaml".utf8) && !leavesOut(path)
    }
}
