import Configuration
import Engine
import Loop
import Plan
import Routing

// W14: programs edit presets as the menu does (M12), but any preset, and nothing is loaded.
extension RunningConfiguration {
    /// Performs an edit, and returns the number by which it can be taken back.
    ///
    /// - Parameter by: who has made the edit, for the page.
    func edit(_ request: PresetRequest, by: String = "") throws(PresetEditing.Problem) -> Int {
        let runs = link.running
        guard runs.plan == current.plan, !runs.preset.isNone else {
            throw PresetEditing.Problem("try again", "another configuration runs meanwhile")
        }
        switch request {
        case .undo(let number): return try undoEdit(number, by: by)
        case .new(let name, let other):
            return try perform(.new(name), of: try other.map(preset) ?? runs.preset, by: by)
        case .duplicate(let name, let new):
            let preset = try preset(name)
            return try perform(.copy(to: new, states(of: preset)), of: preset, by: by)
        case .rename(let name, let new):
            return try perform(.rename(to: new), of: try preset(name), by: by, renamed: (name, new))
        case .number(let name, let number): return try perform(.number(number), of: try preset(name), by: by)
        case .delete(let name): return try perform(.delete, of: try preset(name), by: by)
        }
    }

    private func preset(_ name: String) throws(PresetEditing.Problem) -> PresetIndex {
        if let preset = current.preset(named: name) { return preset }
        throw PresetEditing.Problem("no such preset", "no preset is called '\(name)'")
    }

    /// The mutes and bypasses that a copy of a preset gets: those that saving it would write.
    private func states(of preset: PresetIndex) -> SavedStates {
        if link.running.preset == preset { return link.loop.engine.router.storable }
        return stored[preset] ?? SavedStates(current.plan.pointee.presets[preset])
    }

    private func perform(
        _ edit: Edit, of preset: PresetIndex, by: String, renamed: (from: String, to: String)? = nil
    ) throws(PresetEditing.Problem) -> Int {
        let editing = try plan(edit, of: preset)
        let new = editing.changes.isEmpty ? nil : try write(editing, by: by)
        if let new { adopt(new, runningAs: nameOfRunning(after: renamed)) }
        return presetEdits.add(editing.changes, renamed: renamed)
    }

    /// The new name of the running preset; nil if it keeps its name.
    private func nameOfRunning(after renamed: (from: String, to: String)?) -> String? {
        guard let renamed, current.name(of: link.running.preset) == renamed.from else { return nil }
        return renamed.to
    }

    private func undoEdit(_ number: Int, by: String) throws(PresetEditing.Problem) -> Int {
        guard let step = presetEdits[number] else {
            throw PresetEditing.Problem("nothing to undo", "no edit with the number \(number) can be taken back")
        }
        if !learning.learnt.isEmpty {
            throw PresetEditing.Problem("save first", "a learnt value is not saved yet")
        }
        var editing = try editing()
        try editing.undo(step.changes)
        try checkDrafts(editing)
        let new = editing.changes.isEmpty ? nil : try write(editing, by: by)
        if let new { adopt(new, runningAs: nameOfRunning(after: step.renamed.map { ($0.to, $0.from) })) }
        presetEdits.remove(number)
        return number
    }
}
