import CPlatform

/// The temporary files that power cuts have left.
enum TemporaryFiles {
    /// Removes them from a folder, unless a program is writing there.
    static func remove(from folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = String(cString: treadle_entry_name(entry))
            if name.utf8.first == UInt8(ascii: "."), name.utf8.suffix(7).elementsEqual(".saving".utf8) {
                names.append(name)
            }
        }
        if names.isEmpty { return }
        let lock = treadle_lock_folder(folder)
        if lock < 0 { return }
        for name in names { unlink("\(folder)/\(name)") }
        close(lock)
    }
}
