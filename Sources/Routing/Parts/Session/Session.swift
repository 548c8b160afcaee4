import MIDI
import Program

/// What is done by hand while a preset runs, and what can be taken back: mutes and bypasses (P1), LEDs (F3), the steps of undo
/// and what was saved (P5). With the on-load messages that are still to come.
struct Session {
    /// Routings that are muted or bypassed now, a bit each: as stored, and by hand until the next load (P1).
    private(set) var states = SavedStates()
    /// Routings that the tables of the running preset bypass, a bit each.
    private var bypassedByPreset: UInt64 = 0
    /// What the part of the running preset mutes and bypasses beside what is stored (P9).
    private var part = SavedStates()
    var handSetLEDs = HandSetLEDs()
    var onLoad = OnLoadProgress()
    var history = History()
    var saved: StoredPresets

    static let byteCount = StoredPresets.byteCount

    init(_ memory: inout Memory) { saved = StoredPresets(&memory) }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &states, visit)
        withUnsafeMutableBytes(of: &handSetLEDs, visit)
        withUnsafeMutableBytes(of: &onLoad, visit)
        withUnsafeMutableBytes(of: &history, visit)
        saved.forEachTable(visit)
    }

    /// Whether recorded bytes are a session with a preset of a program.
    mutating func hasValidState(_ program: UnsafePointer<Program>, _ preset: UnsafePointer<Preset>, at now: UInt64)
        -> Bool
    {
        let presets = program.pointee.presets.indices
        return states.areAmong(preset.pointee.routings.count) && onLoad.hasValidState(preset, at: now)
            && history.hasValidState(program) && saved.hasValidState(presets)
    }
}

// MARK: - Presets

extension Session {
    /// Loads a preset: mutes and bypasses as stored and of its first part, no LED by hand, all on-load messages still to come.
    mutating func load(_ preset: UnsafePointer<Preset>, index: PresetIndex, at now: UInt64) {
        follow(preset, part: 0)
        states = intended(preset, index: index)
        handSetLEDs = HandSetLEDs()
        // P9: a routing that only the part mutes sends its messages, because a later part opens it.
        onLoad = OnLoadProgress(muted: stored(preset, index: index).muted, at: now)
    }

    /// Goes on with another table of the running preset, or another part of it.
    mutating func follow(_ preset: UnsafePointer<Preset>, part index: UInt8) {
        bypassedByPreset = SavedStates(preset.pointee).bypassed
        part = preset.pointee.part(index)?.pointee.states ?? SavedStates()
    }

    /// Another program: nothing of the old one comes back.
    mutating func forgetProgram() {
        history = History()
        saved.forget()
    }

    /// Mutes and bypasses of a preset as they are stored; without an index, as its tables say.
    func stored(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        saved.states(of: index) ?? SavedStates(preset.pointee)
    }

    /// Mutes and bypasses of the running preset without changes by hand: as stored, and of its part (P9).
    func intended(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        stored(preset, index: index).union(part)
    }

    /// Mutes and bypasses as they are to be stored: those that the part alone made are left out (P9).
    func storable(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        states.storable(beside: part, in: stored(preset, index: index))
    }

    /// Whether the running preset differs from what is stored (P5).
    func isModified(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> Bool {
        saved.differsFromFile(index) || states != intended(preset, index: index)
    }

    /// Saves the running preset, but for what its part mutes and bypasses (P9). Values that were learnt in it are no steps of undo
    /// any more.
    mutating func save(_ preset: UnsafePointer<Preset>, index: PresetIndex) {
        let old = stored(preset, index: index)
        let new = storable(preset, index: index)
        saved.save(new, of: index, after: old, differs: saved.differsFromFile(index) || new != old)
        history.forgetLearnt(in: index)
    }

    /// Reverts the running preset. Values that were learnt in it are no steps of undo any more. Returns the states to go back to.
    mutating func revert(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        saved.revert(index)
        history.forgetLearnt(in: index)
        return intended(preset, index: index)
    }
}

// MARK: - Mutes and bypasses

extension Session {
    @inline(__always)
    func isMuted(_ routing: RoutingIndex) -> Bool { states.muted & routing.bit != 0 }

    @inline(__always)
    func isBypassed(_ routing: RoutingIndex) -> Bool { states.bypassed & routing.bit != 0 }

    /// Whether a routing is bypassed by hand: it stands in no list that its filters kept it out of (R4).
    @inline(__always)
    var hasBypassByHand: Bool { states.bypassed & ~bypassedByPreset != 0 }

    /// Mutes and bypasses these routings until the next load (P1). Returns those for which something changed, a bit each.
    mutating func setRoutings(_ new: SavedStates) -> UInt64 {
        let old = states
        states = new
        // `|` and `^` bind alike in Swift: without parentheses a change of mute is lost where bypass is on.
        return (old.muted ^ new.muted) | (old.bypassed ^ new.bypassed)
    }
}

extension SavedStates {
    /// Whether only routings below a count are named.
    fileprivate func areAmong(_ routings: Int) -> Bool {
        routings >= 64 || (muted | bypassed) >> UInt64(routings) == 0
    }
}
