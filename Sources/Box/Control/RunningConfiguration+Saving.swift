import CPlatform
import Configuration
import Host
import Loop
import Plan
import Upkeep

// P5: changes made on the box are saved into files.
extension RunningConfiguration {
    /// Writes the presets that the loop has saved since the last reload, and drops the learnt values of presets that
    /// the loop has reverted. Returns whether a file was written.
    @discardableResult
    func saveRunning() -> Bool {
        var isWritten = false
        for (_, changes) in takeChanges(ofOlder: false) {
            for (preset, change) in changes {
                switch change {
                case .saved(let states):
                    isSaveAsked = true
                    if save(states, of: preset) { isWritten = true }
                case .reverted: revertLearnt(in: preset)
                }
            }
        }
        return isWritten
    }

    /// Writes the presets that the loop has saved of earlier configurations into the current files, by preset name.
    /// Returns whether a file was written; the configuration then has to be read again.
    func saveOlder() -> Bool {
        var isWritten = false
        for (old, changes) in takeChanges(ofOlder: true) {
            for (preset, change) in changes {
                // A reload has dropped all learnt values, so a revert has nothing to do.
                guard case .saved(let states) = change else { continue }
                if let new = old.translate(states, of: preset, to: current) {
                    if save(new.states, of: new.preset, isOlder: true) { isWritten = true }
                } else {
                    link.tell(.cannotWrite(.none))
                    let name = old.name(of: preset)
                    complain("\(name) is saved in no file: the configuration no longer has it")
                }
            }
        }
        return isWritten
    }

    /// Writes mutes, bypasses and learnt values of a preset into the files of its routings. Returns whether a file was
    /// written. A failure is reported, and the box keeps the saved states in memory.
    ///
    /// - Parameter isOlder: the states come from an earlier configuration and were translated.
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
            complain("\(name) is saved in no file: \(error.message)")
            link.tell(.cannotWrite(isOlder ? .none : preset))
            // The saves of an earlier configuration did not change the one that runs now.
            if isOlder { return false }
            tellStored(but: preset)
            return false
        }
    }

    /// Writes a preset into its files. E1: throws if the box runs without its configuration. Returns whether a file was
    /// written.
    func write(
        _ states: SavedStates, of preset: PresetIndex, _ learnt: LearntValues?
    ) throws(LearnPlace.Problem) -> Bool {
        if let badConfiguration {
            throw LearnPlace.Problem(
                message: "the box runs without its configuration, which is bad: \(badConfiguration)")
        }
        let name = current.name(of: preset)
        let saving = try PresetSaving(
            path: path, preset: name, states, asRead: hashes, learnt: learnt, drafts: drafts.inForce)
        try addToDrafts(saving.files.map { ($0.name, $0.new) })
        stored[preset] = states
        var files = SafeFiles(SystemCalls())
        for file in saving.files where !drafts.hasDraft(file.name) {
            do throws(SafeFiles<SystemCalls>.Problem) {
                try files.replace(file.path, file.old, by: file.new, within: StateFolder.folder(of: path))
            } catch {
                throw LearnPlace.Problem(message: "\(file.path): \(error.message)")
            }
            hashes[file.name] = file.hash
            say("\(name): saved in \(file.path)")
            page.changed([file.name], by: "")
        }
        return !saving.files.isEmpty
    }

    /// Tells the loop the mutes and bypasses that the files now have for other presets, which insert the same routings.
    private func tellStored(but saved: PresetIndex) {
        guard case .success(let now) = Configuration.load(path: path, drafts: drafts.inForce),
            now.presetNames == current.presetNames
        else { return }
        for preset in now.plan.pointee.presets.indices where preset != saved {
            let new = SavedStates(now.plan.pointee.presets[preset])
            let old = stored[preset] ?? SavedStates(current.plan.pointee.presets[preset])
            if new == old { continue }
            stored[preset] = new
            link.tell(.store(new, preset: preset))
        }
    }
}
