import MIDI
import Program

// What is held under a program goes on under another one, or comes to rest.
extension Router {
    /// Brings to rest what another program cannot follow: what goes by a curve, list or free message of the one that is about
    /// to be freed, and what is moved by an input that the other does not name. The slots of the other move the rest.
    ///
    /// - Parameter kept: a preset of the other, whose curves, lists and free messages are known there.
    mutating func releaseUnknown(to program: UnsafePointer<Program>, keeping kept: UnsafePointer<Preset>?) {
        var path = ledger.controllers.oldest
        while !path.isNone {
            let next = ledger.controllers.newer(than: path)
            let remap = ledger.controllers[path].remap
            let input = ledger.controllers[path].input
            let isKnown = kept.map { goes(remap, by: $0) } ?? false
            if isKnown || !remap.hasTable && !remap.output.refersToProgram,
                let slot = translated(input.slot, at: input.source, to: program),
                let forward = translated(remap.forwardSlot, at: input.source, to: program),
                let back = translated(remap.backSlot, at: input.source, to: program)
            {
                ledger.controllers.setInputs(slot, forward: forward, back: back, of: path)
            } else {
                releaseController(path, counted: false)
            }
            path = next
        }
    }

    /// Lets held values go by the slots of another program, whose preset has the same remaps (R21).
    mutating func carryHeldValues(to program: UnsafePointer<Program>) {
        var index = 0
        while index < stages.held.count {
            let input = stages.held[index].input
            if let slot = translated(input.slot, at: input.source, to: program) {
                stages.held[index].input.slot = slot
                index += 1
            } else {
                _ = stages.held.remove(index)
            }
        }
    }

    /// The slot of the same input in another program; nil: it is not known there at its source.
    private mutating func translated(_ slot: UInt16, at source: UInt8, to program: UnsafePointer<Program>) -> UInt16? {
        if slot == Remap.none || slot < ControlInput.derived { return slot }
        guard let old = self.program.pointee.derived, let new = program.pointee.derived,
            new.pointee.isFollowed(at: source)
        else { return nil }
        return new.pointee.slot(of: old.pointee.input(Int(slot))).map { UInt16($0) }
    }

    /// Lets what goes by curves, lists and free messages of the running preset go by those of the one that takes its place.
    mutating func carryPaths(on new: UnsafePointer<Preset>) {
        var slot = ledger.controllers.oldest
        while !slot.isNone {
            let path = ledger.controllers[slot]
            if path.isRemapped && goes(path.remap, by: preset) && Int(path.remap.state) < Int(new.pointee.remapCount) {
                ledger.controllers.setTables(of: new.pointee.remaps[Int(path.remap.state)], of: slot)
            }
            slot = ledger.controllers.newer(than: slot)
        }
    }

    /// Whether what goes by a remap goes by one of a preset.
    private mutating func goes(_ remap: Remap, by preset: UnsafePointer<Preset>) -> Bool {
        if Int(remap.state) >= Int(preset.pointee.remapCount) { return false }
        let other = preset.pointee.remaps[Int(remap.state)]
        return remap.values == other.values && remap.output == other.output
    }
}
