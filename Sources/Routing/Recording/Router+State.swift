import MIDI
import Program

// All that a router knows, as plain bytes: what the flight recorder keeps of a moment, so that what came afterwards can be
// tried again from there. Whatever is added to the router's own state has to be visited here too.
extension Router {
    /// Everything that has happened so far has happened by then, in nanoseconds.
    public var time: UInt64 { now }

    /// Nothing is held anywhere.
    public var isAtRest: Bool { held.count == 0 && controllers.oldest == HeldControllers.none }

    /// Whether nothing is on its way, so that `forEachState` visits all there is: no message waits, no SysEx is open, and
    /// what is held needs no table of a program to be ended. Costs a look at every source and every held controller.
    public var isQuiet: Bool {
        if !inputs.isQuiet || routesPast || loops.hasLoop { return false }
        if outbox.freeCount != Limits.waiting || !sysEx.isIdle { return false }
        for port in 0..<Limits.ports where !outbox[port].owner.isNone { return false }
        // Asked by another thread the list may be torn: whoever asks so learns that afterwards.
        var index = controllers.oldest
        for _ in 0..<Limits.heldControllers where index < Limits.heldControllers {
            if controllers.paths[Int(index)].remap.hasTables { return false }
            index = controllers.paths[Int(index)].newer
        }
        return true
    }

    /// Every piece of memory whose bytes are the state of a quiet router, always the same ones in the same order. What
    /// was sent in the last `echoTime` is not among them.
    public mutating func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visitValues(visit)
        inputs.forEachTable(visit)
        stages.forEachTable(visit)
        loops.forEachTable(visit)
        visit(.of(held.notes, Limits.heldNotes))
        visit(.of(held.heads, HeldNotes.keys))
        visit(.of(held.pressed, HeldNotes.keys / 64))
        visit(.of(held.sounding, HeldNotes.keys))
        visit(.of(controllers.paths, Limits.heldControllers))
        visit(.of(controllers.heads, Limits.sources * 16))
        visit(.of(controllers.noteHeads, Limits.routings + 1))
        outbox.forEachTable(visit)
        visit(.of(channels, Limits.ports * 16))
        visit(.of(heard, Limits.ports))
        clocks.forEachTable(visit)
        session.forEachTable(visit)
        started.forEachTable(visit)
    }

    private mutating func visitValues(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &status, visit)
        withUnsafeMutableBytes(of: &generation, visit)
        withUnsafeMutableBytes(of: &begun, visit)
        withUnsafeMutableBytes(of: &now, visit)
        withUnsafeMutableBytes(of: &held.free, visit)
        withUnsafeMutableBytes(of: &held.oldest, visit)
        withUnsafeMutableBytes(of: &held.newest, visit)
        withUnsafeMutableBytes(of: &held.count, visit)
        withUnsafeMutableBytes(of: &controllers.noteCount, visit)
        withUnsafeMutableBytes(of: &controllers.hearsNotes, visit)
        withUnsafeMutableBytes(of: &controllers.free, visit)
        withUnsafeMutableBytes(of: &controllers.oldest, visit)
        withUnsafeMutableBytes(of: &controllers.newest, visit)
        withUnsafeMutableBytes(of: &tiltsSent, visit)
    }

    /// What came back could only be what was sent within this time (R19), in nanoseconds.
    public static let echoTime = LoopGuard.window

    /// After the bytes of another router have been put in the place of one's own: the preset is the one they name, and
    /// whatever is due is found out anew.
    public mutating func settle() {
        preset = program.pointee.presets + Int(max(status.preset, 0))
        session.follow(preset)
        findListeners()
        findWires()
        clocks.rates.settle(routings: Int(preset.pointee.routingCount))
        deadline = 0
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The bytes of a table.
    static func of<T>(_ table: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: table, count: count * MemoryLayout<T>.stride)
    }
}

extension Remap {
    /// It points into the program.
    fileprivate var hasTables: Bool {
        hasTable || output.refersToProgram
    }
}
