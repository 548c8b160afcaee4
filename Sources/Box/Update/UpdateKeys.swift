import CPlatform

/// The public keys that an image trusts: the files `*.pub` of a folder.
enum UpdateKeys {
    /// Where the image has them. They are in its initramfs, which is part of what a signature covers.
    static let folder = "/etc/treadle/update-keys"

    static func read(_ folder: String = folder) -> [Minisign.Key] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var keys: [Minisign.Key] = []
        while let entry = readdir(directory) {
            let name = String(cString: treadle_entry_name(entry))
            guard name.utf8.suffix(4).elementsEqual(".pub".utf8), let text = Console.readFile("\(folder)/\(name)"),
                let key = Minisign.Key(text)
            else { continue }
            keys.append(key)
        }
        return keys
    }
}
