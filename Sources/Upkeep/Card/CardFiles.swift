import CPlatform
import Host

/// The configuration on one side of a card: the owner's partition or the data partition (I3).
package struct CardFiles {
    /// The mount point of the owner's partition.
    package static let owner = "/owner"
    /// The files and folders of a configuration; others on the owner's partition are ignored.
    package static let names = [BackedUp.box, "lists", "presets"]

    package private(set) var files: [BackupFolder.File]

    /// - Parameter folder: the folder of the box file.
    package init(_ folder: String) throws(BackupProblem) {
        files = try BackupFolder(folder, only: CardFiles.names).files
    }

    package init(_ files: [BackupFolder.File]) { self.files = files }

    var hasBox: Bool { files.contains { $0.name == BackedUp.box } }

    package subscript(name: String) -> [UInt8]? { files.first { $0.name == name }?.bytes }

    /// A hash of all names and contents, in hexadecimal; the order of the files does not count.
    package var hash: String { CardFiles.hash(Array(lines.joined(separator: "\n").utf8)) }

    /// A line for each file: the hash of its contents, then its name.
    package var lines: [String] {
        var lines = files.map { "\(CardFiles.hash($0.bytes)) \($0.name)" }
        lines.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return lines
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        guard var hash = UpdateHash() else { return "" }
        hash.add(bytes[...])
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in hash.end().prefix(32) { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The records on the data partition about the last import and export between the two sides of a card (I3, I4).
struct CardNotes {
    let folder: String

    /// The file with the hash of the owner's files at the last import or export.
    var imported: String { "\(folder)/.imported" }
    /// The archive of the files that are being imported. It is complete before the first of them changes.
    var importing: String { "\(folder)/.importing" }
    /// The file with a line of `CardFiles.lines` for each file that an interrupted export may have left: as before or
    /// as after it.
    var exporting: String { "\(folder)/.exporting" }

    func text(_ path: String) -> String? { Console.readOwnFile(path).map { String(decoding: $0, as: UTF8.self) } }

    func write(_ bytes: [UInt8], to path: String) throws(BackupProblem) {
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.write(bytes, to: path)
        } catch {
            throw BackupProblem("\(path): \(error.message)")
        }
    }

    /// Removes a record for good.
    func remove(_ path: String) {
        var files = SafeFiles(SystemCalls())
        files.remove(path)
    }
}
