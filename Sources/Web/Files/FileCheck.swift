import Compact
import Configuration

/// Checks the configuration with its drafts, by the very checker of `treadle check` (W13).
final class FileCheck {
    private let files: FolderFiles
    private let link: BoxLink
    /// The last result, and the state of the files that it belongs to.
    private var last: (state: UInt64, report: Report)?

    struct Report {
        /// The errors and warnings, with the names of files relative to the box file.
        var diagnostics: Diagnostics
        /// Whether the box can run it.
        var isGood: Bool

        /// Writes the members `diagnostics` and `omitted` of an object.
        func write(to json: inout JSON) {
            json.list("diagnostics", of: diagnostics.list) { $1.write(to: &$0) }
            json.member("omitted", diagnostics.omitted)
        }
    }

    init(_ files: FolderFiles, _ link: BoxLink) { (self.files, self.link) = (files, link) }

    /// Checks the present files and drafts. A result is kept until a file changes.
    func report() -> Report {
        let state = self.state
        if let last, last.state == state { return last.report }
        let report = report { Configuration.load(path: files.configuration, drafts: files.present) }
        // Whether a file changes that is not listed is not known.
        let listed = Set(files.paths)
        last = report.diagnostics.files.allSatisfy { listed.contains($0) } ? (state, report) : nil
        return report
    }

    /// Checks another text of one file, which changes nothing.
    func report(replacing path: String, by text: [UInt8]) -> Report {
        report {
            Configuration.load(path: files.configuration, drafts: files.present, replacing: path, by: text)
        }
    }

    /// Loads a configuration. Meanwhile nothing answers the box, which is told before (W1).
    private func report(of load: () -> Result<CompiledConfiguration, Diagnostics>) -> Report {
        link.ask("busy", isUrgent: true)
        link.flush()
        let result = load()
        link.ask("alive", isUrgent: true)
        var diagnostics = result.diagnostics
        diagnostics.files = diagnostics.files.map { shown($0) }
        for index in diagnostics.list.indices { diagnostics.list[index].file = shown(diagnostics.list[index].file) }
        return Report(diagnostics: diagnostics, isGood: result.isGood)
    }

    /// The name of a file relative to the box file.
    private func shown(_ file: String) -> String {
        for folder in ["\(files.drafts)/files/", "\(files.folder)/", "./"] where file.utf8.starts(with: folder.utf8) {
            return String(decoding: file.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
        }
        return file
    }

    /// A number that differs when any file has another name or content.
    private var state: UInt64 {
        var state: [UInt8] = []
        for path in files.paths {
            state += Array(path.utf8)
            guard let content = try? files.read(path) else { continue }
            for shift in 0..<8 { state.append(UInt8(truncatingIfNeeded: content.hash >> UInt64(8 * shift))) }
        }
        return FileEditing.hash(of: state)
    }
}
