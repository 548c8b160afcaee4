import MIDI
import Program

/// What was saved or reverted by hand of each preset (P5). It takes the place of what the preset's tables say; files are written
/// elsewhere, from what the `take…` methods return.
struct StoredPresets {
    private let presets: UnsafeMutablePointer<StoredPreset>
    /// A preset was saved or reverted, or a learnt value was undone, and nobody has taken that yet.
    private(set) var hasNews = false
    /// The number of a learnt value that is undone and not taken yet; 0: none is.
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

    /// Whether recorded bytes are what was saved of these presets.
    mutating func hasValidState(_ presets: Range<PresetIndex>) -> Bool {
        for preset in presets where !self[preset].hasValidState() { return false }
        return RawBytes.isBool(&hasNews)
    }

    /// Another program: forgets everything about the presets of the old one.
    mutating func forget() {
        for index in 0..<Limits.presets { presets[index] = StoredPreset() }
        (hasNews, undone) = (false, 0)
    }
}

extension StoredPresets {
    /// The mutes and bypasses that were saved of a preset; nil: its tables say them.
    func states(of preset: PresetIndex) -> SavedStates? {
        !preset.isNone && self[preset].isValid ? self[preset].states : nil
    }

    /// Whether a preset differs from its file: it is not written, or a value was learnt in it.
    func differsFromFile(_ preset: PresetIndex) -> Bool { !preset.isNone && self[preset].differsFromFile }

    /// Saves mutes and bypasses of a preset.
    ///
    /// - Parameters:
    ///   - stored: what was stored of it before.
    ///   - differs: the file says something else until it is written.
    mutating func save(_ states: SavedStates, of preset: PresetIndex, after stored: SavedStates, differs: Bool) {
        let old = self[preset]
        var new = StoredPreset(states: states, isValid: true, isNews: true, isUnwritten: differs)
        new.inFile = old.isUnwritten ? old.inFile : stored
        // What was reverted before is not saved with it.
        new.isReverted = old.isReverted
        self[preset] = new
        hasNews = true
    }

    /// Goes back to what the file of a preset says.
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

    /// Undoes the learnt value of a number: a program without it is made elsewhere.
    mutating func undo(learnt number: UInt32) { (undone, hasNews) = (number, true) }

    /// Remembers whether the running program has learnt values of a preset that are in no file.
    func setLearnt(_ isLearnt: Bool, in preset: PresetIndex) { self[preset].isLearnt = isLearnt }

    /// The file of a preset has these states from now on.
    func store(_ states: SavedStates, of preset: PresetIndex) {
        self[preset] = StoredPreset(states: states, isValid: true, isLearnt: self[preset].isLearnt)
    }

    /// The file of a preset has these states, which were saved.
    func setWritten(_ states: SavedStates, of preset: PresetIndex) {
        if self[preset].isUnwritten && self[preset].states != states {
            // It was saved again meanwhile, which is written next.
            self[preset].inFile = states
        } else {
            self[preset].states = states
            self[preset].isValid = true
            self[preset].isUnwritten = false
        }
    }

    /// What was saved of a preset could not be written.
    func setUnwritten(_ preset: PresetIndex) { self[preset].isUnwritten = true }
}

// MARK: - For the writer of files

extension StoredPresets {
    /// Returns the number of a learnt value that was undone, once.
    mutating func takeUndone() -> UInt32? {
        defer { undone = 0 }
        return undone > 0 ? undone : nil
    }

    /// Returns a preset that was reverted, each once; nil: there is none.
    func takeReverted() -> PresetIndex? {
        for index in 0..<Limits.presets where presets[index].isReverted {
            presets[index].isReverted = false
            return PresetIndex(index)
        }
        return nil
    }

    /// Returns a preset that was saved, each once; nil: there is none, and no news any more.
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

/// What was saved of one preset.
private struct StoredPreset {
    var states = SavedStates()
    /// `states` takes the place of what the tables of the preset say.
    var isValid = false
    /// The writer of files has not taken it yet.
    var isNews = false
    /// It is not written yet, or could not be.
    var isUnwritten = false
    /// A value was learnt on the box and has not been saved since.
    var isLearnt = false
    /// Its learnt values are to be dropped, and nobody has taken that yet.
    var isReverted = false
    /// What the file has while `isUnwritten`.
    var inFile = SavedStates()

    var differsFromFile: Bool { isUnwritten || isLearnt }

    mutating func hasValidState() -> Bool {
        RawBytes.isBool(&isValid) && RawBytes.isBool(&isNews) && RawBytes.isBool(&isUnwritten)
            && RawBytes.isBool(&isLearnt) && RawBytes.isBool(&isReverted)
    }
}
