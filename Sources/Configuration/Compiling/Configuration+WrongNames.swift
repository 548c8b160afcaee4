extension Configuration {
    fileprivate static let wrongFolder =
        "this folder is not read, because presets are in a folder called `presets`, in small letters"

    /// Returns warnings about folders beside a box file that resemble `presets` but are not read.
    package static func wrongFolders(in folder: String) -> [String] {
        ConfigurationFiles.disk(folder: folder + "/").foldersLikePresets.map {
            "\(folder)/\($0): warning: \(wrongFolder)"
        }
    }
}

// Warnings about files and folders that resemble presets but are not read because of their names.
extension Reader {
    func warnOfWrongNames() {
        for name in files.foldersLikePresets { warn(name, Configuration.wrongFolder) }
        for name in files.list("presets", where: { Reader.isWrongName($0) }) {
            warn(name, "this preset is not read, because its name does not end in `.yaml`, in small letters")
        }
    }

    private func warn(_ name: String, _ message: String) {
        log.warning(Place(file: log.file(files.shown(name), readAs: name), line: 1, column: 1), message)
    }

    /// The endings, in any case, with which other systems and editors save YAML.
    private static let endings: [Text] = [".yaml", ".yml", ".yaml.txt", ".yml.txt"]

    private static func isWrongName(_ name: Text) -> Bool {
        // Nearly every name is right.
        if name.ends(with: ".yaml") { return false }
        return ConfigurationFiles.inSmallLetters(name.string).withUnsafeBufferPointer { small in
            endings.contains { Text(small).ends(with: $0) }
        }
    }
}
