import Configuration

/// Compiles the files of a backup as a configuration of their own: nothing is read from the disk.
enum BackupCheck {
    /// Prints errors and warnings with the place of the files before their names. False if there are errors.
    static func isGood(_ files: [BackupFolder.File], in place: String) -> Bool {
        var texts: [String: [UInt8]] = [:]
        for file in files { texts[file.name] = file.bytes }
        switch Configuration.load(bytes: texts[BackedUp.box] ?? [], name: BackedUp.box, files: texts) {
        case .success(let configuration):
            say(configuration.diagnostics, place)
            return true
        case .failure(let diagnostics):
            say(diagnostics, place)
            return false
        }
    }

    private static func say(_ diagnostics: Diagnostics, _ place: String) {
        var shown = diagnostics
        for index in shown.list.indices { shown.list[index].file = "\(place)/\(shown.list[index].file)" }
        Console.error(shown.text)
    }
}
