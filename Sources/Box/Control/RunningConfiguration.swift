import CPlatform
import Configuration
import Engine
import Loop
import Program

/// The configuration that runs: what the loop was handed, what its files hold, and what was learnt and saved on the box.
final class RunningConfiguration {
    /// What the loop was given last.
    private(set) var handed: HandedOver
    /// What it was given before and may still refer to, the newest last.
    private(set) var retiring: [HandedOver] = []
    /// A folder or a box file.
    let path: String
    /// What the files held when they were read, and what was saved since in place of what they said.
    var prints: [String: UInt64]
    /// Mutes and bypasses of presets as their files say them, where that is not what was read.
    var stored: [PresetIndex: SavedStates] = [:]
    /// What the menu learns and has learnt (M7).
    var learning: LearningSession
    /// Where the configuration is bad, in whose place the box runs one of its own (E1).
    var badConfiguration: String?
    let link: LoopLink

    /// - Parameter configuration: the one that the loop was made with.
    init(_ configuration: CompiledConfiguration, path: String, _ link: LoopLink) {
        self.path = path
        self.link = link
        handed = HandedOver(configuration, reading: 0, saves: link.loop.pointee.state.pointee.saves)
        prints = configuration.prints
        learning = LearningSession(path: path)
    }

    var current: CompiledConfiguration { handed.configuration }
}

// MARK: - Handing over

extension RunningConfiguration {
    /// The configuration whose program runs; nil only before the loop has begun.
    func configuration(of running: LoopReports.Running) -> CompiledConfiguration? {
        if running.program == current.program { return current }
        return retiring.first { $0.configuration.program == running.program }?.configuration
    }

    /// Puts another configuration in place of the one that was handed over last. The caller tells the loop.
    func handOver(_ new: CompiledConfiguration, isRead: Bool) {
        retiring.append(handed)
        handed = HandedOver(new, reading: handed.reading + (isRead ? 1 : 0))
    }

    /// Puts what was read once more in place of a configuration that the loop was not told of yet.
    func replaceUntold(by new: CompiledConfiguration) {
        handed.free()
        handed = HandedOver(new, reading: handed.reading)
    }

    /// Frees what the loop no longer refers to.
    func retire(before running: LoopReports.Running) {
        let count = retiring.firstIndex { $0.configuration.program == running.program } ?? retiring.count
        if count == 0 { return }
        for old in retiring[..<count] { old.free() }
        retiring.removeFirst(count)
        treadle_give_back()
    }

    /// What the loop has saved and reverted of configurations of the newest reading, or of those that were read before.
    func takeChanges(ofOlder isOlder: Bool) -> [(of: CompiledConfiguration, changes: [HandedOver.PresetChange])] {
        var all: [(of: CompiledConfiguration, changes: [HandedOver.PresetChange])] = []
        for index in retiring.indices where (retiring[index].reading != handed.reading) == isOlder {
            all.append((retiring[index].configuration, retiring[index].takeChanges()))
        }
        if !isOlder { all.append((current, handed.takeChanges())) }
        return all
    }
}
