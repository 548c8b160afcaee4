import CPlatform

/// Temporary files that power cuts have left.
package enum TemporaryFiles {
    /// Removes temporary files from a folder, unless a program is writing to the folder.
    ///
    /// - Parameter inner: a folder in `folder`, which is left alone if it is a link.
    package static func remove(from folder: String, inner: String = "") {
        let names = (FolderNames.all(in: "\(folder)/\(inner)") ?? []).filter { name in
            name.utf8.first == UInt8(ascii: ".") && name.utf8.suffix(7).elementsEqual(".saving".utf8)
        }
        if names.isEmpty { return }
        let lock = treadle_lock_folder(folder, inner)
        if lock < 0 { return }
        for name in names { _ = treadle_remove_in(lock, name) }
        close(lock)
    }
}
