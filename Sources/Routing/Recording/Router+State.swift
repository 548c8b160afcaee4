import MIDI
import Program

// All that a router knows, as plain bytes: what the flight recorder keeps of a moment, so that what came afterwards can be
// tried again from there. Whatever is added to the router's own state has to be visited here too.
extension Router {
    /// Everything that has happened so far has happened by then, in nanoseconds.
    public var time: UInt64 { now }

    /// Nothing is held anywhere.
    public var isAtRest: Bool { ledger.isEmpty }

    /// Whether nothing is on its way, so that `forEachState` visits all there is: no message waits, no SysEx is open, and
    /// what is held needs no table of a program to be ended. Costs a look at every source and every held controller.
    public var isQuiet: Bool {
        if !inputs.isQuiet || !outputs.isQuiet || routesPast { return false }
        return !ledger.controllers.goByTables
    }

    /// Every piece of memory whose bytes are the state of a quiet router, always the same ones in the same order. What
    /// was sent in the last `echoTime` is not among them.
    public mutating func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visitValues(visit)
        inputs.forEachTable(visit)
        stages.forEachTable(visit)
        ledger.forEachTable(visit)
        outputs.forEachTable(visit)
        clocks.forEachTable(visit)
        session.forEachTable(visit)
    }

    private mutating func visitValues(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &status, visit)
        withUnsafeMutableBytes(of: &now, visit)
        withUnsafeMutableBytes(of: &tiltsSent, visit)
    }

    /// What came back could only be what was sent within this time (R19), in nanoseconds.
    public static let echoTime = LoopGuard.window

    /// After the bytes of another router have been put in the place of one's own: the preset is the one they name, and
    /// whatever is due is found out anew.
    public mutating func settle() {
        preset = program.pointee.presets + Int(max(status.preset, 0))
        readTables()
        outputs.settle()
        outputs.tracer.run(status.preset)
        clocks.rates.settle(routings: Int(preset.pointee.routingCount))
        scheduled = 0
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The bytes of a table.
    static func of<T>(_ table: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: table, count: count * MemoryLayout<T>.stride)
    }
}
