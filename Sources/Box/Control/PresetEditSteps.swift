import Configuration

/// The newest edits of presets that can be taken back (W14).
struct PresetEditSteps {
    struct Step {
        let number: Int
        let changes: [PresetEditing.Change]
        /// The names of a preset that was renamed.
        let renamed: (from: String, to: String)?
    }

    private var steps: [Step] = []
    /// Numbers are never given twice.
    private var lastNumber = 0

    /// Adds an edit, for which the oldest goes when all steps are taken. Returns its number.
    mutating func add(_ changes: [PresetEditing.Change], renamed: (from: String, to: String)?) -> Int {
        lastNumber += 1
        steps.append(Step(number: lastNumber, changes: changes, renamed: renamed))
        if steps.count > BoxLimits.presetSteps { steps.removeFirst() }
        return lastNumber
    }

    subscript(number: Int) -> Step? { steps.first { $0.number == number } }

    mutating func remove(_ number: Int) { steps.removeAll { $0.number == number } }
}
