import CPlatform
import Host
import Upkeep

/// `treadle backup --stick` and `treadle restore --stick`: backup and restore with a USB stick (I12). The box runs them
/// as its children, because a stick may be slow or hang.
enum StickCommand {
    static func backUp(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let (folder, wait) = try operands(&arguments)
        do throws(BackupProblem) {
            guard var stick = try Stick.find(writable: true, waiting: wait) else { return none(wait) }
            let contents = try BackupCommand.contents(of: folder)
            let archives = try StickArchives(stick.folder)
            let files = contents.files.filter { !LastState.names.contains($0.name) }
            if archives.newestHolds(files) {
                Console.out("\(StickArchives.name(archives.numbers[0])) on the stick is up to date\n")
                return .done
            }
            let number = try archives.next()
            let bytes = BackupCommand.archived(contents)
            try write(bytes, to: archives.path(number))
            try stick.end()
            try compare(bytes, with: number)
            Console.out("\(StickArchives.name(number)) on the stick: \(contents.files.count) files\n")
            return .done
        } catch {
            return failed(error)
        }
    }

    static func restore(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let (folder, wait) = try operands(&arguments)
        do throws(BackupProblem) {
            guard var stick = try Stick.find(writable: false, waiting: wait) else { return none(wait) }
            let (number, archive) = try StickArchives(stick.folder).newestGood()
            try RestorePlan(archive, into: folder).apply()
            try stick.end()
            Console.out("restored from \(StickArchives.name(number))\n")
            return .done
        } catch {
            return failed(error)
        }
    }

    private static func operands(
        _ arguments: inout Arguments
    ) throws(Arguments.Problem) -> (folder: String, wait: UInt64) {
        let wait = arguments.flag("--wait") ? Stick.longestWait : 0
        let folder = (arguments.next() ?? ".").withoutSlashAtEnd
        try arguments.finish()
        return (folder, wait)
    }

    private static func none(_ wait: UInt64) -> ExitStatus {
        if wait > 0 { return .done }
        Console.error("treadle: there is no USB stick with the volume name \(Stick.label)\n")
        return .unusable
    }

    private static func failed(_ problem: BackupProblem) -> ExitStatus {
        Console.error("treadle: \(problem.message)\n")
        return problem.exit
    }

    /// Writes a new file under its final name at once: renaming on FAT is not safe, and an incomplete archive is
    /// recognised.
    private static func write(_ bytes: [UInt8], to path: String) throws(BackupProblem) {
        let calls = SystemCalls()
        let folder = calls.lock(path.folder, inner: "")
        if folder < 0 { throw BackupProblem(path.folder, error: folder) }
        defer { _ = calls.close(folder) }
        let file = calls.create(path.fileName, in: folder, like: path.fileName)
        if file < 0 { throw BackupProblem(path, error: file) }
        var (rest, error) = (bytes[...], Int32(0))
        while !rest.isEmpty && error == 0 {
            let count = calls.write(file, rest)
            if count == -Int(EINTR) { continue }
            if count <= 0 { error = count == 0 ? -ENOSPC : Int32(count) } else { rest = rest.dropFirst(count) }
        }
        if error == 0 { error = calls.sync(file) }
        let closed = calls.close(file)
        if error == 0 { error = closed }
        if error == 0 { return }
        _ = calls.remove(path.fileName, in: folder)
        throw BackupProblem(path, error: error)
    }

    /// Compares a backup with its file, read from the stick itself: unmounting has emptied the cache.
    private static func compare(_ bytes: [UInt8], with number: Int) throws(BackupProblem) {
        guard var stick = try Stick.find(writable: false, waiting: 0) else {
            throw BackupProblem("the stick was pulled before the backup was compared")
        }
        let path = try StickArchives(stick.folder).path(number)
        if Console.readFile(path) != bytes { throw BackupProblem("\(path): differs from what was written") }
        try stick.end()
    }
}
