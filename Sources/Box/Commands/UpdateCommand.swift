import CPlatform
import Host
import Upkeep

/// `treadle update`: checks an update and writes it into the other slot (I5). The box runs it as its child, so that a
/// slow card does not block its threads. Each step is a line on standard output, which `UpdateControl` reads.
enum UpdateCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let (isCheck, isCommit) = (arguments.flag("--check"), arguments.flag("--commit"))
        let (allowsDowngrade, isAtStart) = (arguments.flag("--downgrade"), arguments.flag("--at-start"))
        let folder = arguments.option("--keys") ?? UpdateKeys.folder
        let path = arguments.next()
        let ports = arguments.rest()
        if isCommit && (path != nil || isCheck) { throw Arguments.Problem(message: "--commit stands alone") }
        do throws(UpdateProblem) {
            if isCommit {
                try commit()
            } else if let path, !path.isEmpty {
                try use(path, folder, isCheck, allowsDowngrade, isAtStart, ports)
            } else {
                let search = try UpdateSearch()
                try use(search.path, folder, isCheck, allowsDowngrade, isAtStart, ports)
            }
            return .done
        } catch {
            // Most starts find no update.
            if isAtStart && error == .noFile { return nothingFound() }
            if error.isFault { Console.out("fault \(error.message)\n") }
            Console.out("refused \(error.words)\n")
            Console.error("treadle: \(path ?? UpdateSearch.name): \(error.message)\n")
            return error.isBadInput ? .badInput : .unusable
        }
    }

    private static func use(
        _ path: String, _ folder: String, _ isCheck: Bool, _ allowsDowngrade: Bool, _ isAtStart: Bool,
        _ ports: [String]
    ) throws(UpdateProblem) {
        var file = try UpdateFile(path)
        let keys = UpdateKeys(folder)
        try file.verify(by: keys)
        let (header, running) = (file.header, UpdateVersion.running)
        if let board = ImageFacts.board, header.board != board { throw .otherBoard(header.board) }
        var age = header.version < running ? "older" : header.version == running ? "same" : "newer"
        if isAtStart && header.version > running && header.version == FailedUpdate().version { age = "failed" }
        Console.out("found \(header.version.text) \(age) \(header.board) \(path)\n")
        if isCheck { return }
        if header.version < running && !allowsDowngrade { throw .older(header.version) }
        var slots = try slots()
        try slots.settle(isOnTrial: TrialNote.read()?.slot == slots.running)
        // Withdrawn keys are saved before the version changes, because the other slot may trust a key that this file or
        // this image withdraws.
        var withdrawn = keys.withdrawn
        withdrawn.add(file.withdrawn)
        if !withdrawn.keep() { throw .nothingIsKept }
        // The record is saved before the first write, because the record of the last update is then no longer true.
        var note = TrialNote(.writing, slot: slots.other, version: header.version, ports: ports)
        if !note.keep() { throw .nothingIsKept }
        try write(file, &slots)
        note.state = .written
        if !note.keep() { throw .nothingIsKept }
        try slots.arm()
        note.state = .armed
        if isAtStart { note.way = .nextStart }
        if !note.keep() { throw .nothingIsKept }
        if !isAtStart && !Restart.ask(slots.selector == .autoboot ? Restart.trial : "") {
            throw .device(Restart.path, -EIO)
        }
        Console.out("armed \(header.version.text)\n")
    }

    private static func write(_ file: borrowing UpdateFile, _ slots: inout Slots<SystemCard>) throws(UpdateProblem) {
        var told: UInt64 = 0
        do throws(UpdateProblem) {
            try slots.write(file) { written in
                let percent = written * 50 / file.header.length
                if percent > told { Console.out("progress \(percent)\n") }
                told = max(told, percent)
            }
        } catch {
            // The failure is reported now, so the next start must not report it again.
            TrialNote.remove()
            throw error
        }
    }

    /// Forgets the version whose trial failed: the owner has removed the file, and may provide it again.
    private static func nothingFound() -> ExitStatus {
        // Only if the owner's partition is mounted: a computer may use it as a drive (I9), with the file on it.
        if let selector = ImageFacts.board.flatMap({ BootSelector(board: $0) }),
            access("\(CardFiles.owner)/\(selector.name)", F_OK) == 0
        {
            FailedUpdate().forget()
        }
        Console.out("nothing\n")
        return .done
    }

    private static func commit() throws(UpdateProblem) {
        var slots = try slots()
        try slots.commit()
        TrialNote.remove()
        Console.out("committed \(Treadle.version)\n")
    }

    private static func slots() throws(UpdateProblem) -> Slots<SystemCard> {
        guard let board = ImageFacts.board, let selector = BootSelector(board: board), let disk = ImageFacts.disk,
            let running = ImageFacts.slot
        else { throw .noDisk }
        return Slots(card: try SystemCard(signature: disk), selector: selector, running: running)
    }
}
