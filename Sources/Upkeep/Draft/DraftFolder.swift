import CPlatform
import Configuration
import Host

/// The drafts of a configuration (W13): whole files laid over it, and the steps that have made them. They lie in a
/// folder that the box alone writes, on tmpfs, so that they outlive the box and its child but not the machine.
///
///     files/presets/verse.yaml   the drafts as the page shows them
///     kept/17                    each content that is a draft, is in force, or was before a step
///     row                        which content is which
///
/// A change writes its contents, then replaces `row`, then brings `files` up to date. A box that is killed in between
/// therefore has the whole change or none, and the next one does the rest.
package struct DraftFolder<Calls: FileCalls> {
    /// The path of the folder. It exists after `prepare` or the first draft.
    package let path: String
    var row: DraftRow
    var files: SafeFiles<Calls>
    /// The content that each file in `files` has, by name, as this box has written them.
    var shown: [String: Int] = [:]
    /// The bytes of each content.
    var sizes: [Int: Int] = [:]

    /// Reads the drafts that an earlier box has left, and finishes its last change. Drafts of another configuration are
    /// not used; the first draft of this one takes their place.
    ///
    /// - Parameters:
    ///   - path: the folder, which need not exist.
    ///   - box: the path of the box file without links.
    package init(_ path: String, box: String, _ calls: Calls) {
        self.path = path
        files = SafeFiles(calls)
        row = DraftRow(box: box)
        if treadle_is_directory(path) != 1 || !isOwn { return }
        for name in left("kept") {
            guard let number = Int(name) else { continue }
            sizes[number] = size("\(path)/kept/\(name)")
        }
        forgetShown()
        if let left = readRow() { adopt(left) }
        // A number is never given twice, also after a change that was not finished.
        row.next = max(row.next, (sizes.keys.max() ?? 0) + 1)
    }

    private mutating func adopt(_ left: DraftRow) {
        if left.box != row.box {
            return Console.error("treadle: drafts of \(left.box.visible) are not used: another configuration runs\n")
        }
        if !left.contents.allSatisfy({ sizes[$0] != nil }) {
            return Console.error("treadle: the drafts in \(path.visible) are damaged and not used\n")
        }
        row = left
        show()
        tidy()
    }

    package var isEmpty: Bool { row.drafts.isEmpty }
    /// The names of all files with drafts, in the order of their bytes.
    package var names: [String] { row.names }
    /// How many steps can be undone.
    package var stepCount: Int { row.steps.count }
    /// The number of changes so far.
    package var revision: Int { row.revision }

    package func hasDraft(_ name: String) -> Bool { row.drafts[name] != nil }
    /// The hash of the file on disk from which a draft began; nil: there was no file, or there is no draft.
    package func base(of name: String) -> UInt64? { row.drafts[name]?.base }

    /// The drafts, for reading a configuration with them.
    package var newest: DraftFiles { laid(row.drafts.mapValues { $0.content }) }
    /// The drafts that are in force: those of the last configuration without errors.
    package var inForce: DraftFiles { laid(row.inForce) }
    /// Whether every draft is in force as it is.
    package var isInForce: Bool { row.inForce == row.drafts.mapValues { $0.content } }
    /// Whether the draft of a file is in force as it is.
    package func isInForce(_ name: String) -> Bool { row.inForce[name] == row.drafts[name]?.content }

    /// The text of a draft; nil if the file has none.
    package func bytes(of name: String) -> [UInt8]? { row.drafts[name].flatMap { read($0.content) } }

    /// Whether the text of a draft can be read.
    package func isReadable(_ name: String) -> Bool { bytes(of: name) != nil }

    func read(_ content: Int) -> [UInt8]? { Console.readOwnFile(place(of: content)) }

    func place(of content: Int) -> String { "\(path)/kept/\(content)" }

    private func laid(_ contents: [String: Int]) -> DraftFiles { DraftFiles(contents.mapValues { place(of: $0) }) }
}
