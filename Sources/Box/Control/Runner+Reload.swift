import Loop
import CPlatform
import Configuration

extension Runner {
    /// E1: a configuration that is refused changes nothing. The preset that runs goes on, if it is still there. One
    /// with another display, other ports or pedals needs a new start.
    func reload() {
        guard var new = read() else { return }
        let old = configuration
        // P5: what was saved meanwhile stands in files that are as they were read, or goes by names into those that are not.
        if new.prints == prints && saveRunning() { new = read() ?? new }
        handOver(new, isRead: true)
        (prints, stored) = (new.prints, [:])
        if saveOlder(), let again = read() {
            handed.free()
            handed = HandedOver(again, reading: handed.reading)
            (prints, stored) = (again.prints, [:])
        }
        if let motion = configuration.box.motion { tell(.tiltRanges(motion.ranges)) }
        forgetLearnt()
        tell(handOver(insteadOf: old))
        Console.out("treadle: configuration reloaded\n")
    }

    /// What the files say now; nil, and said, where the box cannot go on with it.
    private func read() -> CompiledConfiguration? {
        guard let new = CheckCommand.load(path) else {
            Console.error("treadle: the configuration stays as it was\n")
            return nil
        }
        new.forgetDiagnostics()
        guard new.box.hasSameHardware(as: configuration.box) else {
            Console.error("treadle: ports, pedals or display have changed: restart the box to use them\n")
            return nil
        }
        return new
    }

    /// E1: where the preset that runs says the same as before, it is not loaded.
    private func handOver(insteadOf old: CompiledConfiguration) -> LoopCommand {
        let running = loop.pointee.reports.running.read()
        let preset = presetAfterReading
        // What was handed over before may not be taken yet.
        guard running.program == old.program, running.preset >= 0,
            old.presetNames[Int(running.preset)] == configuration.presetNames[Int(preset)],
            let hash = old.presetHashes[Int(running.preset)], hash == configuration.presetHashes[Int(preset)]
        else { return .adopt(handed.program, preset: preset) }
        let keepsAssignments = old.assignmentsHash != nil && old.assignmentsHash == configuration.assignmentsHash
        return .renew(
            handed.program, preset: preset, insteadOf: running.preset, keepsAssignments: keepsAssignments)
    }

    /// The preset that runs, by name, else the start preset.
    private var presetAfterReading: Int32 {
        let running = loop.pointee.reports.running.read()
        guard running.preset >= 0, let old = configuration(of: running) else { return handed.startPreset }
        let name = old.presetNames[Int(running.preset)]
        return configuration.presetNames.firstIndex(of: name).map { Int32($0) } ?? handed.startPreset
    }
}
