import CPlatform
import Host

/// The backups in a folder of a USB stick: `treadle-1.tar`, `treadle-2.tar` and so on. The highest number is the newest
/// (I12).
///
/// A backup never replaces another: a power cut while FAT renames a file can leave both names unreadable.
package struct StickArchives {
    /// The numbers of the backups, the newest first.
    package private(set) var numbers: [Int] = []
    private let folder: String

    package init(_ folder: String) throws(BackupProblem) {
        self.folder = folder
        for name in try BackupFolder.names(in: folder) {
            if let number = StickArchives.number(of: name) { numbers.append(number) }
        }
        numbers.sort { $0 > $1 }
    }

    /// The number in the name of a backup; nil for other names, so that files of the user are left alone.
    package static func number(of name: String) -> Int? {
        NumberedName.number(of: name, from: "treadle-", to: ".tar", digits: 4)
    }

    package static func name(_ number: Int) -> String { "treadle-\(number).tar" }

    package func path(_ number: Int) -> String { "\(folder)/\(StickArchives.name(number))" }

    /// The number for the next backup.
    package func next() throws(BackupProblem) -> Int {
        let next = (numbers.first ?? 0) + 1
        if next <= UpkeepLimits.stickBackups { return next }
        throw BackupProblem(
            "the stick holds \(StickArchives.name(UpkeepLimits.stickBackups)); remove the older backups")
    }

    /// Whether the newest backup contains exactly these files. The last state of the box, such as its last preset, does
    /// not count: otherwise each start would write a backup.
    package func newestHolds(_ files: [BackupFolder.File]) -> Bool {
        guard let newest = numbers.first, let archive = try? archive(newest) else { return false }
        if archive.files.count != files.count { return false }
        for (one, other) in zip(archive.files, files) where one.name != other.name || one.bytes != other.bytes {
            return false
        }
        return true
    }

    /// Reads a backup. Throws if it cannot be read or is damaged.
    package func archive(_ number: Int) throws(BackupProblem) -> BackupArchive {
        let path = path(number)
        guard let bytes = Console.readFile(path) else { throw BackupProblem(path, error: treadle_errno()) }
        do throws(TarReader.Problem) {
            return try BackupArchive(bytes)
        } catch {
            throw BackupProblem("\(StickArchives.name(number)): \(error.message)", .badInput)
        }
    }

    /// Reads the newest backup that is complete and has no errors. Reports and skips others, such as one that a pulled
    /// stick or a power cut has cut off.
    package func newestGood() throws(BackupProblem) -> (number: Int, archive: BackupArchive) {
        for number in numbers {
            do throws(BackupProblem) {
                let archive = try archive(number)
                if BackupCheck.isGood(archive.files, in: StickArchives.name(number)) { return (number, archive) }
            } catch {
                Console.error("treadle: \(error.message)\n")
            }
        }
        throw BackupProblem("there is no good backup on the stick", .badInput)
    }
}
