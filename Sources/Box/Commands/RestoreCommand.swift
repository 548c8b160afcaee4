import Host
import Upkeep

/// `treadle restore FILE.tar [DIR]`: writes the configuration of an archive into a folder, if it has no errors (E6).
enum RestoreCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        if arguments.flag("--stick") { return try StickCommand.restore(&arguments) }
        let reports = arguments.flag("--report")
        func refuse(_ why: String) { if reports { Console.out("refused \(why)\n") } }
        guard let path = arguments.next() else { throw Arguments.Problem(message: "restore needs a FILE.tar") }
        let folder = (arguments.next() ?? ".").withoutSlashAtEnd
        try arguments.finish()
        let input = InputFile(path)
        guard let bytes = input.read(most: UpkeepLimits.archiveBytes) else {
            refuse("the archive cannot be read")
            return .unusable
        }
        let archive: BackupArchive
        do throws(TarReader.Problem) {
            archive = try BackupArchive(bytes)
        } catch {
            refuse(error.message)
            Console.error("treadle: \(input.name): \(error.message)\nNothing is changed.\n")
            return .badInput
        }
        if !BackupCheck.isGood(archive.files, in: input.name) {
            refuse("the configuration of the archive has errors")
            Console.error("Nothing is changed.\n")
            return .badInput
        }
        do throws(BackupProblem) {
            try RestorePlan(archive, into: folder).apply()
        } catch {
            refuse(error.message)
            Console.error("treadle: \(error.message)\n")
            return error.exit
        }
        if archive.leftOut > 0 {
            Console.out(
                "left out, hidden or of no configuration: "
                    + "\(archive.leftOut == 1 ? "1 file" : "\(archive.leftOut) files")\n"
            )
        }
        return .done
    }
}
