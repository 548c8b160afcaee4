import MIDI
import Plan

/// The states of each preset that were saved or reverted by hand (P5). They override the preset's tables. Files are
/// written elsewhere, from what the `take...` methods return.
struct StoredPresets {
    private let presets: UnsafeMutablePointer<StoredPreset>
    /// Whether a preset was saved or reverted, or a learnt value undone, and the writer of files has not processed it
    /// yet.
    private(set) var hasNews = false
    /// The number of an undone learnt value that is not processed yet; 0 if there is none.
    private var undone: UInt32 = 0

    static let byteCount = Memory.byteCount(of: StoredPreset.self, Limits.presets)

    init(_ memory: inout Memory) { presets = memory.take(Limits.presets, repeating: StoredPreset()) }

    private subscript(preset: PresetIndex) -> StoredPreset {
        unsafeAddress { UnsafePointer(presets + preset.position) }
        nonmutating unsafeMutableAddress { presets + preset.position }
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(presets, Limits.presets))
        withUnsafeMutableBytes(of: &hasNews, visit)
        withUnsafeMutableBytes(of: &undone, visit)
    }

    /// Checks restored bytes: the states of all presets must be valid.
    mutating func hasValidState(_ presets: Range<PresetIndex>) -> Bool {
        for preset in presets where !self[preset].hasValidState() { return false }
        return RawBytes.isBool(&hasNews)
    }

    /// Forgets everything about the presets of an earlier plan.
    mutating func forget() {
        for index in 0..<Limits.presets { presets[index] = StoredPreset() }
        (hasNews, undone) = (false, 0)
    }
}

extension StoredPresets {
    /// The saved mutes and bypasses of a preset; nil if its tables apply.
    func states(of preset: PresetIndex) -> SavedStates? {
        !preset.isNone && self[preset].isValid ? self[preset].states : nil
    }

    /// Whether a preset differs from its file: it is not written yet, or has a learnt value.
    func differsFromFile(_ preset: PresetIndex) -> Bool { !preset.isNone && self[preset].differsFromFile }

    /// Stores saved mutes and bypasses of a preset.
    ///
    /// - Parameters:
    ///   - stored: the states stored before.
    ///   - differs: whether the file differs until it is written.
    mutating func save(_ states: SavedStates, of preset: PresetIndex, after stored: SavedStates, differs: Bool) {
        let old = self[preset]
        var new = StoredPreset(states: states, isValid: true, isNews: true, isUnwritten: differs)
        new.inFile = old.isUnwritten ? old.inFile : stored
        // An earlier revert still has to be processed separately.
        new.isReverted = old.isReverted
        self[preset] = new
        hasNews = true
    }

    /// Restores the states in the file of a preset.
    mutating func revert(_ preset: PresetIndex) {
        if self[preset].differsFromFile {
            self[preset].isReverted = true
            hasNews = true
        }
        if self[preset].isUnwritten {
            self[preset].states = self[preset].inFile
            self[preset].isUnwritten = false
        }
    }

    /// Requests to undo a learnt value by its number. The plan without the value is compiled elsewhere.
    mutating func undo(learnt number: UInt32) { (undone, hasNews) = (number, true) }

    /// Stores whether the running plan has learnt values of a preset that are in no file.
    func setLearnt(_ isLearnt: Bool, in preset: PresetIndex) { self[preset].isLearnt = isLearnt }

    /// Records the states that the file of a preset now contains.
    func store(_ states: SavedStates, of preset: PresetIndex) {
        self[preset] = StoredPreset(states: states, isValid: true, isLearnt: self[preset].isLearnt)
    }

    /// Records that saved states of a preset were written to its file.
    func setWritten(_ states: SavedStates, of preset: PresetIndex) {
        if self[preset].isUnwritten && self[preset].states != states {
            // The preset was saved again meanwhile, and will be written again.
            self[preset].inFile = states
        } else {
            self[preset].states = states
            self[preset].isValid = true
            self[preset].isUnwritten = false
        }
    }

    /// Records that the saved states of a preset could not be written.
    func setUnwritten(_ preset: PresetIndex) { self[preset].isUnwritten = true }
}

// MARK: - For the writer of files

extension StoredPresets {
    /// Returns the number of an undone learnt value, once; nil if there is none.
    mutating func takeUndone() -> UInt32? {
        defer { undone = 0 }
        return undone > 0 ? undone : nil
    }

    /// Returns a reverted preset, each once; nil if there is none.
    func takeReverted() -> PresetIndex? {
        for index in 0..<Limits.presets where presets[index].isReverted {
            presets[index].isReverted = false
            return PresetIndex(index)
        }
        return nil
    }

    /// Returns a saved preset, each once; nil if there is none, which also clears `hasNews`.
    mutating func takeSaved() -> (preset: PresetIndex, states: SavedStates)? {
        if !hasNews { return nil }
        for index in 0..<Limits.presets where presets[index].isNews {
            presets[index].isNews = false
            return (PresetIndex(index), presets[index].states)
        }
        hasNews = false
        return nil
    }
}

/// The saved states of one preset.
private struct StoredPreset {
    var states = SavedStates()
    /// Whether `states` overrides the tables of the preset.
    var isValid = false
    /// Whether the writer of files has not processed the preset yet.
    var isNews = false
    /// Whether the preset is not written yet, or could not be written.
    var isUnwritten = false
    /// Whether a value was learnt on the box and has not been saved since.
    var isLearnt = false
    /// Whether the learnt values are to be dropped, and the writer of files has not processed that yet.
    var isReverted = false
    /// The states in the file while `isUnwritten`.
    var inFile = SavedStates()

    var differsFromFile: Bool { isUnwritten || isLearnt }

    mutating func hasValidState() -> Bool {
        RawBytes.isBool(&isValid) && RawBytes.isBool(&isNews) && RawBytes.isBool(&isUnwritten)
            && RawBytes.isBool(&isLearnt) && RawBytes.isBool(&isReverted)
    }
}
