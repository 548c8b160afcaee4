import CPlatform
import Configuration
import Engine
import Loop
import Program

/// The configuration that runs, the hashes of its files, and the values that were learnt and saved on the box.
final class RunningConfiguration {
    /// The configuration that the loop was given last.
    private(set) var handed: HandedConfiguration
    /// Earlier configurations that the loop may still refer to, the newest last.
    private(set) var retiring: [HandedConfiguration] = []
    /// The path of a folder or a box file.
    let path: String
    /// Hash of each file as it was read, or as the box saved it since.
    var hashes: [String: UInt64]
    /// Mutes and bypasses of presets whose files have changed since they were read.
    var stored: [PresetIndex: SavedStates] = [:]
    /// The values that the menu learns and has learnt (M7).
    var learning: LearningSession
    /// FILE:LINE of the first error in the configuration, if the box runs another one instead (E1).
    var badConfiguration: String?
    /// How many groups the device of an alias is known to have (U6).
    var knownGroups: [String: Int] = [:]
    let link: LoopLink
    /// What is said of a reload or save from now on, for the program that asked for it; nil: none has asked.
    var said: Said?

    /// - Parameter configuration: the one that the loop was made with.
    init(_ configuration: CompiledConfiguration, path: String, _ link: LoopLink) {
        self.path = path
        self.link = link
        handed = HandedConfiguration(configuration, reading: 0, saves: link.loop.pointee.state.pointee.saves)
        hashes = configuration.fileHashes
        learning = LearningSession(path: path)
    }

    var current: CompiledConfiguration { handed.configuration }
}

// MARK: - Messages

extension RunningConfiguration {
    /// Messages for a program, as lines of the socket.
    struct Said {
        /// Behind `| ` what was done, behind `! ` errors and warnings.
        var lines: [String] = []
        /// The last message of what could not be done.
        var problem: String?
    }

    /// Prints what was done.
    func say(_ text: String) {
        Console.out("treadle: \(text)\n")
        said?.lines.append("| \(text.visible)")
    }

    /// Prints what could not be done.
    func complain(_ text: String) {
        Console.error("treadle: \(text)\n")
        said?.problem = text.visible
    }

    /// Adds errors and warnings, which are printed already.
    func hear(_ diagnostics: Diagnostics) {
        if said == nil { return }
        for diagnostic in diagnostics.list {
            let text = Array(DiagnosticText.text(of: diagnostic, isColoured: false).utf8)
            for line in TextLines(text[...]) { said?.lines.append("! " + String(decoding: line, as: UTF8.self)) }
        }
    }

    /// Returns the messages and the answer that ends them.
    func takeSaid() -> [String] {
        let all = said ?? Said()
        said = nil
        return all.lines + [all.problem.map { "error \($0)" } ?? "ok"]
    }
}

// MARK: - Handing over

extension RunningConfiguration {
    /// The configuration whose program runs; nil before the loop has started.
    func configuration(of running: LoopReports.Running) -> CompiledConfiguration? {
        if running.program == current.program { return current }
        return retiring.first { $0.configuration.program == running.program }?.configuration
    }

    /// Makes another configuration current. The caller tells the loop.
    func handOver(_ new: CompiledConfiguration, isRead: Bool) {
        retiring.append(handed)
        handed = HandedConfiguration(new, reading: handed.reading + (isRead ? 1 : 0))
    }

    /// Replaces the current configuration, which the loop was not told of yet.
    func replacePending(by new: CompiledConfiguration) {
        handed.free()
        handed = HandedConfiguration(new, reading: handed.reading)
    }

    /// Frees the configurations that the loop no longer refers to.
    func retire(before running: LoopReports.Running) {
        let count = retiring.firstIndex { $0.configuration.program == running.program } ?? retiring.count
        if count == 0 { return }
        for old in retiring[..<count] { old.free() }
        retiring.removeFirst(count)
        treadle_give_back()
    }

    /// Takes the presets that the loop has saved or reverted, either in configurations since the last reload or in
    /// older ones.
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
