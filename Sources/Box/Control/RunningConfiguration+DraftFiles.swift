import CPlatform
import Configuration
import Host
import Upkeep

// The files that drafts stand for.
extension RunningConfiguration {
    /// W6: throws if a file may not be edited.
    func checkPlace(_ name: String) throws(DraftProblem) {
        var files = SafeFiles(SystemCalls())
        let folder = StateFolder.folder(of: path)
        // The folders of a new file need not exist yet.
        var place = name
        while place.utf8.contains(UInt8(ascii: "/")), treadle_is_directory("\(folder)/\(place.folder)") != 1 {
            place = place.folder
        }
        let isInside = DraftName.isAllowed(name) && !files.leadsOut("\(folder)/\(place)", of: folder)
        if !isInside { throw DraftProblem(.path, "no file that can be edited is called \(name.visible)") }
    }

    /// Throws if somebody has edited a file meanwhile.
    func checkHash(_ file: DraftRequest.File) throws(DraftProblem) {
        let now = drafts.bytes(of: file.name).map { FileEditing.hash(of: $0) } ?? diskHash(file.name)
        if now != file.hash { throw DraftProblem(.changed, "\(file.name.visible) has been edited meanwhile") }
    }

    /// The new text of a file, which a child has put into the folder of incoming edits.
    func text(of file: DraftRequest.File, in folder: String) throws(DraftProblem) -> [UInt8] {
        guard DraftName.isPlain(file.incoming) else {
            throw DraftProblem(.path, "\(file.incoming.visible) is no name of a file in \(folder)")
        }
        let most = Configuration.mostBytes
        guard let bytes = Console.readOwnFile("\(folder)/\(file.incoming)", most: most + 1) else {
            throw DraftProblem(.disk, "\(folder)/\(file.incoming) cannot be read")
        }
        if bytes.count > most {
            throw DraftProblem(.limit, "over the limit `fileBytes`: \(file.name) has more than \(most) bytes")
        }
        return bytes
    }

    /// The bytes of a file of the configuration on disk; nil if there is none.
    func diskBytes(_ name: String) -> [UInt8]? { Console.readFile("\(StateFolder.folder(of: path))/\(name)") }

    func diskHash(_ name: String) -> UInt64? { diskBytes(name).map { FileEditing.hash(of: $0) } }

    /// Makes the folders of a new file.
    func makeFolders(of name: String) {
        var folder = StateFolder.folder(of: path)
        for part in name.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
            folder += "/" + String(decoding: Array(part), as: UTF8.self)
            mkdir(folder, 0o755)
        }
    }

    /// The names of the files that differ between two readings.
    func namesOfDifferences(_ before: [String: UInt64], _ now: [String: UInt64]) -> [String] {
        var names = before.keys.filter { now[$0] != before[$0] } + now.keys.filter { before[$0] == nil }
        sortByBytes(&names)
        return names
    }
}
