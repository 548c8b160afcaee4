import CPlatform
import Configuration
import Engine
import Host
import Loop
import Plan
import Upkeep

/// The configuration that runs, the hashes of its files, and the values that were learnt and saved on the box.
final class RunningConfiguration {
    /// The configuration that the loop was given last.
    private(set) var handed: HandedConfiguration
    /// Earlier configurations that the loop may still refer to, the newest last.
    private(set) var retiring: [HandedConfiguration] = []
    /// The path of a folder or a box file.
    let path: String
    /// Hash of each file by name, as the box has last read or saved the file.
    var hashes: [String: UInt64]
    /// Mutes and bypasses in the files of presets, where the box has changed the files since they were read.
    var stored: [PresetIndex: SavedStates] = [:]
    /// The value that the menu is learning, and the values that it has learnt (M7).
    var learning: LearningSession
    /// FILE:LINE of the first error in the configuration, if the box runs another configuration instead (E1).
    var badConfiguration: String?
    /// Known number of groups of the device of each alias (U6).
    var knownGroups: [String: Int] = [:]
    /// Drafts that are laid over the files (W13).
    var drafts: DraftFolder<SystemCalls>
    /// What the page is told of drafts.
    var page = PageNews()
    /// The newest edits of presets that the page can take back (W14), the newest last.
    var presetEdits = PresetEditSteps()
    /// Whether the loop has saved a preset since drafts were last saved.
    var isSaveAsked = false
    /// Who saves, for the page; empty: somebody at the box.
    var saver = ""
    /// What the last save has done with drafts, until somebody has taken it.
    var saved: SavedDrafts?
    let link: LoopLink
    /// Collects the messages of a reload or save for the client that requested it; nil if no client did.
    var said: Said?

    /// - Parameter configuration: the configuration that the loop was created with.
    init(_ configuration: CompiledConfiguration, path: String, _ link: LoopLink) {
        self.path = path
        self.link = link
        handed = HandedConfiguration(configuration, reading: 0, saves: link.loop.state.saves)
        hashes = configuration.fileHashes
        learning = LearningSession(path: path)
        // A box without a folder for drafts has none.
        drafts = DraftFolder("", box: "", SystemCalls())
    }

    var current: CompiledConfiguration { handed.configuration }
}

// MARK: - Messages

extension RunningConfiguration {
    /// Messages for a client, as lines of the socket.
    struct Said {
        /// Successes after `| `, errors and warnings after `! `.
        var lines: [String] = []
        /// The last message of a failure.
        var problem: String?
    }

    /// Prints a success.
    func say(_ text: String) {
        Console.out("treadle: \(text)\n")
        said?.lines.append("| \(text.visible)")
    }

    /// Prints a failure.
    func complain(_ text: String) {
        Console.error("treadle: \(text)\n")
        said?.problem = text.visible
    }

    /// Adds errors and warnings for the client that asked. They were printed before.
    func hear(_ diagnostics: Diagnostics) {
        if said == nil { return }
        for diagnostic in diagnostics.list {
            let text = Array(DiagnosticText.text(of: diagnostic, isColoured: false).utf8)
            for line in TextLines(text[...]) { said?.lines.append("! " + String(decoding: line, as: UTF8.self)) }
        }
    }

    /// Returns the collected lines, ended by the answer `ok` or `error`.
    func takeSaid() -> [String] {
        let all = said ?? Said()
        said = nil
        return all.lines + [all.problem.map { "error \($0)" } ?? "ok"]
    }
}

// MARK: - Handing over

extension RunningConfiguration {
    /// The configuration whose plan runs; nil before the loop has started.
    func configuration(of running: LoopReports.Running) -> CompiledConfiguration? {
        if running.plan == current.plan { return current }
        return retiring.first { $0.configuration.plan == running.plan }?.configuration
    }

    /// Makes another configuration current. The caller tells the loop.
    func handOver(_ new: CompiledConfiguration, isRead: Bool) {
        retiring.append(handed)
        handed = HandedConfiguration(new, reading: handed.reading + (isRead ? 1 : 0))
    }

    /// Replaces the current configuration before the loop is told of it.
    func replacePending(by new: CompiledConfiguration) {
        handed.free()
        handed = HandedConfiguration(new, reading: handed.reading)
    }

    /// Frees the configurations that the loop no longer refers to.
    func retire(before running: LoopReports.Running) {
        let count = retiring.firstIndex { $0.configuration.plan == running.plan } ?? retiring.count
        if count == 0 { return }
        for old in retiring[..<count] { old.free() }
        retiring.removeFirst(count)
        treadle_give_back()
    }

    /// Returns the presets that the loop has saved or reverted since the last call, either in configurations since the
    /// last reload or in older ones.
    func takeChanges(
        ofOlder isOlder: Bool
    ) -> [(of: CompiledConfiguration, changes: [HandedConfiguration.PresetChange])] {
        var all: [(of: CompiledConfiguration, changes: [HandedConfiguration.PresetChange])] = []
        for index in retiring.indices where (retiring[index].reading != handed.reading) == isOlder {
            all.append((retiring[index].configuration, retiring[index].takeChanges()))
        }
        if !isOlder { all.append((current, handed.takeChanges())) }
        return all
    }
}
