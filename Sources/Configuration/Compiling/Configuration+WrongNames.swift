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
        for name in files.list("presets", ending: "") where Reader.isWrongName(name) {
            warn(name, "this preset is not read, because its name does not end in `.yaml`, in small letters")
        }
    }

    private func warn(_ name: String, _ message: String) {
        log.warning(Place(file: log.file(files.shown(name), readAs: name), line: 1, column: 1), message)
    }

    /// The endings, in any case, with which other systems and editors save YAML.
    private static let endings = [".yaml", ".yml", ".yaml.txt", ".yml.txt"]

    private static func isWrongName(_ name: String) -> Bool {
        let small = ConfigurationFiles.inSmallLetters(name)
        return !Reader.ends(name.utf8, ".yaml") && endings.contains { ends(small, $0) }
    }

    private static func ends(_ name: some BidirectionalCollection<UInt8>, _ ending: String) -> Bool {
        name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
}
