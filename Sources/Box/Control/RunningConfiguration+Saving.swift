import CPlatform
import Configuration
import Loop
import Program

// What is changed on the box goes into files (P5).
extension RunningConfiguration {
    /// Writes what the loop has saved of the configuration that was read last, and drops what it has reverted. Returns
    /// whether a file was written.
    @discardableResult
    func saveRunning() -> Bool {
        var isWritten = false
        for (_, changes) in takeChanges(ofOlder: false) {
            for (preset, change) in changes {
                switch change {
                case .saved(let states): if save(states, of: preset) { isWritten = true }
                case .reverted: revertLearnt(in: preset)
                }
            }
        }
        return isWritten
    }

    /// Writes what the loop has saved of configurations that were read before, by names. Returns whether a file was written,
    /// so that the configuration has to be read again.
    func saveOlder() -> Bool {
        var isWritten = false
        for (old, changes) in takeChanges(ofOlder: true) {
            for (preset, change) in changes {
                // What was learnt before the files were read again is dropped in any case.
                guard case .saved(let states) = change else { continue }
                if let new = old.translate(states, of: preset, to: current) {
                    if save(new.states, of: new.preset, isOlder: true) { isWritten = true }
                } else {
                    link.tell(.cannotWrite(.none))
                    let name = old.name(of: preset)
                    Console.error("treadle: \(name) is saved in no file: the configuration no longer has it\n")
                }
            }
        }
        return isWritten
    }

    /// Puts mutes and bypasses of a preset, and what was learnt in it, into the files that its routings stand in. Returns
    /// whether a file was written. Any failure is said, and the box goes on with what was saved.
    ///
    /// - Parameter isOlder: it was saved before the configuration was read, and was translated since.
    private func save(_ states: SavedStates, of preset: PresetIndex, isOlder: Bool = false) -> Bool {
        let name = current.name(of: preset)
        do throws(LearnPlace.Problem) {
            let isWritten = try write(states, of: preset, isOlder ? nil : learning.learnt.learnt(running: preset))
            link.tell(.wrote(states, preset: isOlder ? .none : preset))
            if isOlder { return isWritten }
            learning.forget(preset)
            if isWritten { tellStored(but: preset) }
            return isWritten
        } catch {
            Console.error("treadle: \(name) is saved in no file: \(error.message)\n")
            link.tell(.cannotWrite(isOlder ? .none : preset))
            // What was read since is what the files say, and what runs.
            if isOlder { return false }
            tellStored(but: preset)
            return false
        }
    }

    /// Nothing is written where the box runs without its configuration (E1).
    func write(
        _ states: SavedStates, of preset: PresetIndex, _ learnt: LearntValues?
    ) throws(LearnPlace.Problem) -> Bool {
        if let badConfiguration {
            throw LearnPlace.Problem(
                message: "the box runs without its configuration, which is bad: \(badConfiguration)")
        }
        let name = current.name(of: preset)
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
    private func tellStored(but saved: PresetIndex) {
        guard case .success(let now) = Configuration.load(path: path), now.presetNames == current.presetNames
        else { return }
        for preset in now.program.pointee.presets.indices where preset != saved {
            let new = SavedStates(now.program.pointee.presets[preset])
            let old = stored[preset] ?? SavedStates(current.program.pointee.presets[preset])
            if new == old { continue }
            stored[preset] = new
            link.tell(.store(new, preset: preset))
        }
    }
}
