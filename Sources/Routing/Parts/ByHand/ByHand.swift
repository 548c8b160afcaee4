import MIDI
import Plan

/// Changes by hand while a preset runs, and what can be reverted: mutes and bypasses (P1), LEDs (F3), the steps of undo
/// and saved states (P5). Also the progress of the on-load messages.
struct ByHand {
    /// The mutes and bypasses now in force, one bit each: as stored, of the part, and changed by hand until the next
    /// load (P1).
    private(set) var states = SavedStates() { didSet { findExceptional() } }
    /// The transposition in force (R29).
    private(set) var transposition = Transposition() { didSet { findExceptional() } }
    /// The routings that are bypassed or transposed, one bit each: ordinary notes pay one check for both.
    private var exceptional: UInt64 = 0
    /// Routings that the tables of the running preset bypass, one bit each.
    private var bypassedByPreset: UInt64 = 0
    /// What the current part mutes and bypasses in addition to what is stored (P9).
    private var part = SavedStates()
    var handSetLEDs = HandSetLEDs()
    var onLoad = OnLoadProgress()
    /// The messages of the preset that was left last (P10).
    var leaving = Leaving()
    /// The messages of the current part (P12).
    var partMessages = TimedProgress()
    var history = History()
    var saved: StoredPresets

    static let byteCount = StoredPresets.byteCount

    init(_ memory: inout Memory) { saved = StoredPresets(&memory) }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &states, visit)
        withUnsafeMutableBytes(of: &handSetLEDs, visit)
        withUnsafeMutableBytes(of: &onLoad, visit)
        withUnsafeMutableBytes(of: &leaving, visit)
        withUnsafeMutableBytes(of: &partMessages, visit)
        withUnsafeMutableBytes(of: &history, visit)
        saved.forEachTable(visit)
    }

    /// Checks restored bytes: the changes must be valid for a preset of a plan.
    mutating func hasValidState(_ plan: UnsafePointer<Plan>, _ preset: UnsafePointer<Preset>, at now: UInt64)
        -> Bool
    {
        let presets = plan.pointee.presets.indices
        return states.areAmong(preset.pointee.routings.count) && onLoad.hasValidState(preset, at: now)
            && (leaving.progress.isOver || presets.contains(leaving.preset)) && leaving.progress.hasValidState(at: now)
            && partMessages.hasValidState(at: now) && history.hasValidState(plan) && saved.hasValidState(presets)
    }
}

// MARK: - Presets

extension ByHand {
    /// Loads a preset: mutes and bypasses as stored and of its first part, no LED set by hand, and all on-load messages
    /// still to be sent.
    mutating func load(_ preset: UnsafePointer<Preset>, index: PresetIndex, at now: UInt64) {
        follow(preset, part: 0)
        states = intended(preset, index: index)
        handSetLEDs = HandSetLEDs()
        // P9: a routing that only the part mutes still sends its on-load messages, because a later part opens it.
        onLoad = OnLoadProgress(muted: stored(preset, index: index).muted, at: now)
    }

    /// Reads bypasses and part from another table or another part of the running preset.
    mutating func follow(_ preset: UnsafePointer<Preset>, part index: UInt8) {
        bypassedByPreset = SavedStates(preset.pointee).bypassed
        part = preset.pointee.part(index)?.pointee.states ?? SavedStates()
    }

    /// Forgets the history and the saved states, because another plan runs.
    mutating func forgetPlan() {
        history = History()
        saved.forget()
    }

    /// The stored mutes and bypasses of a preset; if it has no saved states, those of its tables.
    func stored(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        saved.states(of: index) ?? SavedStates(preset.pointee)
    }

    /// The mutes and bypasses of the running preset without changes by hand: as stored, and of its part (P9).
    func intended(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        stored(preset, index: index).union(part)
    }

    /// The mutes and bypasses to be stored, without those that only the part sets (P9).
    func storable(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        states.storable(beside: part, in: stored(preset, index: index))
    }

    /// Whether the running preset differs from its stored state (P5).
    func isModified(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> Bool {
        saved.differsFromFile(index) || states != intended(preset, index: index)
    }

    /// Saves the running preset, without what its part mutes and bypasses (P9). Values learnt in the preset are no
    /// longer steps of undo.
    mutating func save(_ preset: UnsafePointer<Preset>, index: PresetIndex) {
        let old = stored(preset, index: index)
        let new = storable(preset, index: index)
        saved.save(new, of: index, after: old, differs: saved.differsFromFile(index) || new != old)
        history.forgetLearnt(in: index)
    }

    /// Reverts the running preset. Values learnt in the preset are no longer steps of undo. Returns the states to
    /// restore.
    mutating func revert(_ preset: UnsafePointer<Preset>, index: PresetIndex) -> SavedStates {
        saved.revert(index)
        history.forgetLearnt(in: index)
        return intended(preset, index: index)
    }
}

// MARK: - Mutes and bypasses

extension ByHand {
    @inline(__always)
    func isMuted(_ routing: RoutingIndex) -> Bool { states.muted & routing.bit != 0 }

    @inline(__always)
    func isBypassed(_ routing: RoutingIndex) -> Bool { states.bypassed & routing.bit != 0 }

    /// Whether a routing is bypassed or transposed (R4, R29).
    @inline(__always)
    func isExceptional(_ routing: RoutingIndex) -> Bool { exceptional & routing.bit != 0 }

    private mutating func findExceptional() { exceptional = states.bypassed | transposition.routings }

    /// Transposes routings, one bit each, by semitones (R29).
    mutating func transpose(_ routings: UInt64, by semitones: Int) {
        transposition = Transposition(routings, by: semitones)
    }

    /// Whether a routing is bypassed by hand: the lists by kind still omit that routing for messages that it filters
    /// (R4).
    @inline(__always)
    var hasBypassByHand: Bool { states.bypassed & ~bypassedByPreset != 0 }

    /// Sets mutes and bypasses until the next load (P1). Returns the routings that changed, one bit each.
    mutating func setRoutings(_ new: SavedStates) -> UInt64 {
        let old = states
        states = new
        // `|` and `^` bind alike in Swift: without parentheses a change of mute is lost where bypass is on.
        return (old.muted ^ new.muted) | (old.bypassed ^ new.bypassed)
    }
}

extension SavedStates {
    /// Whether all routings in the sets are below a count.
    fileprivate func areAmong(_ routings: Int) -> Bool {
        routings >= 64 || (muted | bypassed) >> UInt64(routings) == 0
    }
}
