import CPlatform
import Configuration
import Loop
import Program

extension RunningConfiguration {
    /// E1: a configuration that is refused changes nothing. The preset that runs goes on, if it is still there. A configuration
    /// with another display, other ports or pedals needs a new start.
    func reload() {
        guard var new = read() else { return }
        let old = current
        // P5: what was saved meanwhile stands in files that are as they were read, or goes by names into those that are not.
        if new.prints == prints && saveRunning() { new = read() ?? new }
        handOver(new, isRead: true)
        (prints, stored) = (new.prints, [:])
        if saveOlder(), let again = read() {
            replaceUntold(by: again)
            (prints, stored) = (again.prints, [:])
        }
        if let motion = current.box.motion { link.tell(.tiltRanges(motion.ranges)) }
        perform(learning.forgetAll())
        link.tell(command(insteadOf: old))
        Console.out("treadle: configuration reloaded\n")
    }

    /// What the files say now; nil, and said, where the box cannot go on with it.
    private func read() -> CompiledConfiguration? {
        guard let new = CheckCommand.load(path) else {
            Console.error("treadle: the configuration stays as it was\n")
            return nil
        }
        new.forgetDiagnostics()
        guard new.box.hasSameHardware(as: current.box) else {
            Console.error("treadle: ports, pedals or display have changed: restart the box to use them\n")
            return nil
        }
        return new
    }

    /// E1: where the preset that runs says the same as before, it is not loaded.
    private func command(insteadOf old: CompiledConfiguration) -> LoopCommand {
        let running = link.running
        let preset = presetAfterReading
        // What was handed over before may not be taken yet.
        guard running.program == old.program, !running.preset.isNone,
            old.name(of: running.preset) == current.name(of: preset),
            let hash = old.hash(of: running.preset), hash == current.hash(of: preset)
        else { return .adopt(handed.program, preset: preset) }
        let keepsAssignments = old.assignmentsHash != nil && old.assignmentsHash == current.assignmentsHash
        return .renew(
            handed.program, preset: preset, insteadOf: running.preset, keepsAssignments: keepsAssignments)
    }

    /// The preset that runs, by name, else the start preset.
    private var presetAfterReading: PresetIndex {
        let running = link.running
        guard !running.preset.isNone, let old = configuration(of: running) else { return handed.startPreset }
        return current.preset(named: old.name(of: running.preset)) ?? handed.startPreset
    }
}
