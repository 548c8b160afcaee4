import MIDI
import Program

extension HeldControllers {
    /// Whether bytes that were put in its place are held controllers of a program, as `HeldNotes.hasValidState`.
    mutating func hasValidState(_ program: UnsafePointer<Program>) -> Bool {
        if !RawBytes.isBool(&hearsNotes) || !(0...Limits.heldControllers ~= noteCount) { return false }
        var isHeld = InlineArray<16, UInt64>(repeating: 0)
        var (index, previous, count, notes) = (oldest, HeldControllers.none, 0, 0)
        while index != HeldControllers.none {
            guard count < Limits.heldControllers, Int(index) < Limits.heldControllers else { return false }
            let path = paths + Int(index)
            guard path.pointee.older == previous, path.pointee.hasValidState(program) else { return false }
            if path.pointee.controller == nil { notes += 1 }
            isHeld[Int(index) >> 6] |= 1 << UInt64(index & 63)
            (previous, index, count) = (index, path.pointee.newer, count + 1)
        }
        if previous != newest || notes != noteCount { return false }
        var left = Limits.heldControllers - count
        index = free
        while index != HeldControllers.none {
            guard left > 0, Int(index) < Limits.heldControllers, isHeld[Int(index) >> 6] & 1 << UInt64(index & 63) == 0
            else { return false }
            (index, left) = (paths[Int(index)].next, left - 1)
        }
        return left == 0 && hasValidHeads(count, isHeld) && hasValidNotes(isHeld)
    }

    private func hasValidHeads(_ count: Int, _ isHeld: borrowing InlineArray<16, UInt64>) -> Bool {
        var left = count
        for head in 0..<Limits.sources * 16 {
            var index = heads[head]
            while index != HeldControllers.none {
                guard left > 0, Int(index) < Limits.heldControllers,
                    isHeld[Int(index) >> 6] & 1 << UInt64(index & 63) != 0
                else { return false }
                let path = paths + Int(index)
                if Int(path.pointee.source) << 4 | Int(path.pointee.channel) != head { return false }
                (index, left) = (path.pointee.next, left - 1)
            }
        }
        return left == 0
    }

    private func hasValidNotes(_ isHeld: borrowing InlineArray<16, UInt64>) -> Bool {
        var left = 0
        for index in 0..<Limits.heldControllers where isHeld[index >> 6] & 1 << UInt64(index & 63) != 0 {
            if paths[index].controller == nil && paths[index].routing != HeldControllers.none { left += 1 }
        }
        for routing in 0...HeldControllers.byAction {
            var index = noteHeads[routing]
            while index != HeldControllers.none {
                guard left > 0, Int(index) < Limits.heldControllers,
                    isHeld[Int(index) >> 6] & 1 << UInt64(index & 63) != 0
                else { return false }
                let path = paths + Int(index)
                if path.pointee.controller != nil || Int(path.pointee.routing) != routing { return false }
                (index, left) = (path.pointee.nextOfRouting, left - 1)
            }
        }
        return left == 0
    }
}

extension HeldControllers.Path {
    fileprivate mutating func hasValidState(_ program: UnsafePointer<Program>) -> Bool {
        if !RawBytes.isBool(&isRemapped) || !RawBytes.isBool(&endsWithRouting) { return false }
        if !RawBytes.isCase(&controller, of: UInt8(RetainedController.count) + 1) { return false }
        guard Int(source) < Limits.sources, channel < 16, Int(destination) < Limits.ports, outChannel < 16, note < 128
        else { return false }
        if !program.pointee.hasInput(slot) || !(0...16383 ~= value) { return false }
        if routing != HeldControllers.none && Int(routing) > HeldControllers.byAction { return false }
        return hasKnownRemap(program)
    }

    /// Whether its remap is one of the program, byte for byte: so it points into that, if anywhere.
    private mutating func hasKnownRemap(_ program: UnsafePointer<Program>) -> Bool {
        var none = Remap()
        if RawBytes.areEqual(&remap, &none) { return true }
        for preset in 0..<Int(program.pointee.presetCount) {
            let remaps = program.pointee.presets[preset].remaps
            for index in 0..<Int(program.pointee.presets[preset].remapCount) {
                var other = remaps[index]
                if RawBytes.areEqual(&remap, &other) { return true }
            }
        }
        return false
    }
}

extension Program {
    /// Whether there is an input of that slot.
    func hasInput(_ slot: UInt16) -> Bool { Int(slot) < ControlInput.derived + (derived?.pointee.count ?? 0) }
}
