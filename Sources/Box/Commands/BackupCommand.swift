import CPlatform
import Host
import Upkeep

/// `treadle backup FILE.tar [DIR]`: writes the configuration of a folder and the last state of the box into an archive
/// (E6).
enum BackupCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        if arguments.flag("--stick") { return try StickCommand.backUp(&arguments) }
        let reports = arguments.flag("--report")
        guard let archive = arguments.next() else { throw Arguments.Problem(message: "backup needs a FILE.tar") }
        if archive == "-" { throw Arguments.Problem(message: "backup writes a file, not standard output") }
        let folder = (arguments.next() ?? ".").withoutSlashAtEnd
        try arguments.finish()
        do throws(BackupProblem) {
            let contents = try contents(of: folder)
            let exit = SavedFile.write(archived(contents), to: archive)
            if exit == .done {
                Console.out("\(archive): \(contents.files.count) files\n")
            } else if reports {
                Console.out("refused the archive cannot be written\n")
            }
            return exit
        } catch {
            if reports { Console.out("refused \(error.message)\n") }
            Console.error("treadle: \(error.message)\n")
            return error.exit
        }
    }

    /// Returns an archive of the files.
    static func archived(_ contents: BackupFolder) -> [UInt8] {
        var writer = TarWriter()
        for file in contents.files { writer.add(file.name, file.bytes, modified: file.modified) }
        writer.finish()
        return writer.bytes
    }

    /// Reads the files of a configuration and the last state of the box. Throws if the configuration has errors.
    static func contents(of folder: String) throws(BackupProblem) -> BackupFolder {
        if access("\(folder)/\(BackedUp.box)", F_OK) < 0 {
            throw BackupProblem("\(folder)/\(BackedUp.box)", error: treadle_errno())
        }
        var contents = try BackupFolder(folder)
        if !BackupCheck.isGood(contents.files, in: folder) {
            throw BackupProblem(
                "the files of \(folder) alone are no good configuration; no backup is written", .badInput)
        }
        let state = StateFolder.ofFolder(folder)
        for name in LastState.names {
            if let kept = Console.readOwnFile("\(state)/\(name)") { try contents.add(name, kept, modified: 0) }
        }
        return contents
    }
}
