import Configuration
import Host

/// Compiles the files of a backup as a configuration of their own: nothing is read from the disk.
package enum BackupCheck {
    /// Prints errors and warnings, with `place` before the names of the files. Returns false if there are errors.
    package static func isGood(_ files: [BackupFolder.File], in place: String) -> Bool {
        switch compile(files) {
        case .success(let configuration):
            say(configuration.diagnostics, place)
            return true
        case .failure(let diagnostics):
            say(diagnostics, place)
            return false
        }
    }

    package static func compile(_ files: [BackupFolder.File]) -> Result<CompiledConfiguration, Diagnostics> {
        var texts: [String: [UInt8]] = [:]
        for file in files { texts[file.name] = file.bytes }
        return Configuration.load(bytes: texts[BackedUp.box] ?? [], name: BackedUp.box, files: texts)
    }

    private static func say(_ diagnostics: Diagnostics, _ place: String) {
        var shown = diagnostics
        for index in shown.list.indices { shown.list[index].file = "\(place)/\(shown.list[index].file)" }
        Console.error(shown.text)
    }
}
