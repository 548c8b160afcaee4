import Loop
import CPlatform
import Configuration
import Program

// What is changed on the box goes into files.
extension Runner {
    /// Writes what the loop has saved of the configuration that was read last, and drops what it has reverted; whether
    /// anything was to be written.
    @discardableResult
    func saveRunning() -> Bool {
        var changes: [(preset: Int32, change: SavedPresets.Change)] = []
        for index in retiring.indices where retiring[index].reading == handed.reading {
            changes += retiring[index].takeChanges()
        }
        changes += handed.takeChanges()
        var isWritten = false
        for (preset, change) in changes {
            switch change {
            case .saved(let states): if save(states, of: preset) { isWritten = true }
            case .reverted: revertLearnt(in: preset)
            }
        }
        return isWritten
    }

    /// What the loop has saved of configurations that were read before, by names (P5); whether a file was written, so that
    /// the configuration has to be read again.
    func saveOlder() -> Bool {
        var isWritten = false
        for index in retiring.indices where retiring[index].reading != handed.reading {
            let old = retiring[index].configuration
            for (preset, change) in retiring[index].takeChanges() {
                // What was learnt before the files were read again is dropped in any case.
                guard case .saved(let states) = change else { continue }
                if let new = old.translate(states, of: preset, to: configuration) {
                    if save(new.states, of: new.preset, isOlder: true) { isWritten = true }
                } else {
                    tell(.cannotWrite(-1))
                    let name = old.presetNames[Int(preset)]
                    Console.error("treadle: \(name) is saved in no file: the configuration no longer has it\n")
                }
            }
        }
        return isWritten
    }

    /// P5: puts mutes and bypasses of a preset, and what was learnt in it, into the files that its routings stand in; whether
    /// one was written. Whatever goes wrong is said, and the box goes on with what was saved.
    ///
    /// - Parameter isOlder: it was saved before the configuration was read, and was translated since.
    private func save(_ states: SavedStates, of preset: Int32, isOlder: Bool = false) -> Bool {
        let name = configuration.presetNames[Int(preset)]
        do throws(LearnPlace.Problem) {
            let isWritten = try write(states, of: preset, isOlder ? nil : learnt.learnt(running: preset))
            tell(.wrote(states, preset: isOlder ? -1 : preset))
            if isOlder { return isWritten }
            learnt.forget(running: preset)
            if isWritten { tellStored(but: preset) }
            return isWritten
        } catch {
            Console.error("treadle: \(name) is saved in no file: \(error.message)\n")
            tell(.cannotWrite(isOlder ? -1 : preset))
            // What was read since is what the files say, and what runs.
            if isOlder { return false }
            tellStored(but: preset)
            return false
        }
    }

    /// Nothing is written where the box runs without its configuration (E1).
    func write(
        _ states: SavedStates, of preset: Int32, _ learnt: LearntValues?
    ) throws(LearnPlace.Problem) -> Bool {
        if let badConfiguration {
            throw LearnPlace.Problem(
                message: "the box runs without its configuration, which is bad: \(badConfiguration)")
        }
        let name = configuration.presetNames[Int(preset)]
        let saving = try PresetSaving(path: path, preset: name, states, asRead: prints, learnt: learnt)
        stored[preset] = states
        var files = SafeFiles(SystemCalls())
        for file in saving.files {
            do throws(SafeFiles<SystemCalls>.Problem) {
                try files.replace(file.path, file.old, by: file.new)
            } catch {
                throw LearnPlace.Problem(message: "\(file.path): \(error.message)")
            }
            prints[file.name] = file.print
            Console.out("treadle: \(name): saved in \(file.path)\n")
        }
        return !saving.files.isEmpty
    }

    /// Other presets that insert the same routings begin with what their files say now.
    private func tellStored(but saved: Int32) {
        guard case .success(let now) = Configuration.load(path: path), now.presetNames == configuration.presetNames
        else { return }
        for preset in 0..<now.program.pointee.presetCount where preset != saved {
            let new = SavedStates(now.program.pointee.presets[Int(preset)])
            let old = stored[preset] ?? SavedStates(configuration.program.pointee.presets[Int(preset)])
            if new == old { continue }
            stored[preset] = new
            tell(.store(new, preset: preset))
        }
    }
}

// What ran last comes back (P6).
extension Runner {
    /// Whether the box file wants it.
    private var keepsLast: Bool { configuration.box.startPreset == .last }

    /// With `start-preset: last` the one that ran last, if it is still there.
    var firstPreset: Int32 {
        if keepsLast, let index = configuration.presetNames.firstIndex(of: last.preset.read()) { return Int32(index) }
        return configuration.program.pointee.startPreset
    }

    /// And the tempo that it had, unless the files say another one since; nil: as they say.
    func firstTempo(of preset: Int32) -> UInt32? {
        keepsLast ? last.tempo(insteadOf: configuration.program.pointee.tempo(of: preset)) : nil
    }

    /// The loop runs another preset.
    func keep(_ running: LoopReports.Running) {
        guard keepsLast, running.preset >= 0, let its = configuration(of: running) else { return }
        last.preset.keep(its.presetNames[Int(running.preset)], at: treadle_now())
    }

    /// Looks what the loop's tempo is, which it tells with each sign of life.
    func keepLast(at now: UInt64) {
        if !keepsLast { return }
        last.preset.write(at: now)
        let counters = loop.pointee.counters.read()
        if counters.tempo > 0 { last.keep(tempo: counters.tempo, insteadOf: counters.tempoByFiles, at: now) }
    }
}
