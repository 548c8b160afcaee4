import CPlatform
import Configuration
import Host

/// Imports the files that the owner has edited on a computer, from the owner's partition into the data partition,
/// before the box starts (I3).
package struct CardImport {
    package enum Outcome: String {
        /// The owner has changed nothing.
        case nothing
        case imported
        /// The edit has errors, and the box plays the files that were imported before.
        case refused
        /// A power cut has interrupted an export, which must be repeated.
        case exportAgain = "export"
    }

    private let owner: String
    private let data: String
    private let notes: CardNotes

    package init(owner: String = CardFiles.owner, data: String = StateFolder.ofAppliance) {
        (self.owner, self.data, notes) = (owner, data, CardNotes(folder: data))
    }

    package func run() throws(BackupProblem) -> Outcome {
        try finishInterrupted()
        let files = try CardFiles(owner)
        let facts = Facts(
            hasBox: files.hasBox, isKnown: notes.text(notes.imported) == files.hash,
            export: notes.text(notes.exporting).map { CardImport.isLeft(files, by: $0) })
        let outcome = facts.outcome { BackupCheck.isGood(files.files, in: owner) }
        // Reported here, because the files of an import are compiled without the folders beside them.
        if outcome == .imported || outcome == .refused {
            for line in Configuration.wrongFolders(in: owner) { Console.error(line + "\n") }
        }
        if outcome == .imported { try install(files) }
        return outcome
    }

    /// The facts that decide about an import.
    struct Facts {
        /// Whether the owner's partition has a box file.
        var hasBox: Bool
        /// Whether the hash of the files is that of the last import or export.
        var isKnown: Bool
        /// Whether the files are as an interrupted export may have left them; nil if no export was interrupted.
        var export: Bool?

        /// - Parameter isGood: compiles the owner's files; called only if the result matters.
        func outcome(_ isGood: () -> Bool) -> Outcome {
            if let export {
                // Only an edit since the export takes precedence over the export.
                return !export && hasBox && isGood() ? .imported : .exportAgain
            }
            if !hasBox || isKnown { return .nothing }
            return isGood() ? .imported : .refused
        }
    }

    private static func isLeft(_ files: CardFiles, by export: String) -> Bool {
        let known = export.split(separator: "\n")
        return files.lines.allSatisfy { line in known.contains { $0.utf8.elementsEqual(line.utf8) } }
    }

    /// Writes all files into one archive first: after a later power cut the next start completes the import, so the
    /// configuration is never a mixture.
    private func install(_ files: CardFiles) throws(BackupProblem) {
        var writer = TarWriter()
        for file in files.files { writer.add(file.name, file.bytes, modified: 0) }
        writer.finish()
        try notes.write(writer.bytes, to: notes.importing)
        try apply(files)
    }

    private func finishInterrupted() throws(BackupProblem) {
        guard let bytes = Console.readOwnFile(notes.importing) else { return }
        guard let archive = try? BackupArchive(bytes) else { return notes.remove(notes.importing) }
        try apply(CardFiles(archive.files))
    }

    private func apply(_ files: CardFiles) throws(BackupProblem) {
        try RestorePlan(files: files.files, into: data).apply()
        try notes.write(Array(files.hash.utf8), to: notes.imported)
        notes.remove(notes.exporting)
        notes.remove(notes.importing)
    }
}
