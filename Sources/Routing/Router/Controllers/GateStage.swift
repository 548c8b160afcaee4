import MIDI
import Plan

// R27: `pick-up` and `repeats: false` of remaps, and `pick-up` of a routing's controllers. They take the way of `hold`
// (R21), so that other presets do not ask for them.
extension Router {
    /// Whether something keeps a value of a remap from being sent now, or has sent it itself. Called where `isHeld` is
    /// true.
    ///
    /// - Parameter previous: the previous value of the input; its new value if there was none.
    @inline(never)
    mutating func isStopped(
        _ value: Int32, _ fineValue: UInt32?, by index: UInt16, _ input: InputKey, from previous: Int32,
        along path: ControllerPath
    ) -> Bool {
        let remap = preset.remaps + Int(index)
        guard remap.pointee.hold == 0, let gates = preset.gates else {
            return hold(value, fineValue, by: index, input, along: path, number: remap.pointee.hold)
        }
        let gate = gates[Int(index)]
        if gate.hold != 0 && stages.conditions.holding & 1 &<< UInt64(gate.hold) != 0
            && hold(value, fineValue, by: index, input, along: path, number: gate.hold)
        {
            return true
        }
        if !gate.isGated { return false }
        return isUnwanted(value, fineValue, by: index, gate, input, from: previous, along: path)
    }

    private mutating func hold(
        _ value: Int32, _ fineValue: UInt32?, by index: UInt16, _ input: InputKey, along path: ControllerPath,
        number: UInt8
    ) -> Bool {
        if number == 0 || !hold(value, fineValue, by: index, input, along: path) { return false }
        why(.onHold, path.number)
        return true
    }

    /// Whether a destination must not be sent a value: it is not picked up yet, or the same again.
    mutating func isUnwanted(
        _ value: Int32, _ fineValue: UInt32?, by index: UInt16, _ gate: RemapGate, _ input: InputKey,
        from previous: Int32, along path: ControllerPath
    ) -> Bool {
        let remap = preset.remaps + Int(index)
        let output = remap.pointee.output
        if gate.picksUp && !picksUp(value, from: previous, output, input, by: index, along: path) {
            why(.notPickedUp, path.number)
            return true
        }
        if !gate.dropsRepeats || fineValue != nil { return false }
        for destination in destinations(of: path.routing, from: input.source)
        where outputs.sent.value(of: output, to: destination, path.channel) != value { return false }
        why(.unchanged, path.number)
        return true
    }

    /// Whether a controller is picked up, now or since the last load: its value passes what the first destination that
    /// knows one heard last, or equals it.
    private mutating func picksUp(
        _ value: Int32, from previous: Int32, _ output: ControlOutput, _ input: InputKey, by index: UInt16,
        along path: ControllerPath
    ) -> Bool {
        if stages.pickedUp.contains(input, by: index) { return true }
        for destination in destinations(of: path.routing, from: input.source) {
            guard let heard = outputs.sent.value(of: output, to: destination, path.channel) else { continue }
            let passes = previous <= heard && heard <= value || value <= heard && heard <= previous
            if !passes {
                status.showReach(heard, isAbove: heard > value, at: now)
                return false
            }
            break
        }
        stages.pickedUp.add(input, by: index)
        return true
    }

    /// Passes on a controller of a routing with `pick-up`, once it is picked up. Returns whether the remap stands for
    /// such controllers.
    mutating func passesPickedUp(
        _ message: Message, _ move: ControllerMove, _ input: InputKey, by index: UInt16, along path: ControllerPath
    ) -> Bool {
        guard let gates = preset.gates, gates[Int(index)].passes else { return false }
        if !isPickedUp(move, input, by: index, along: path) {
            why(.notPickedUp, path.number)
        } else if fine.stands(for: message) {
            passFine(message, input, along: path)
        } else {
            deliver(message.on(channel: path.channel), part: 0, input, along: path, remap: nil)
        }
        return true
    }

    /// Whether a controller that a routing passes on is picked up. An LSB (CC 33 to 63) goes with its MSB.
    private mutating func isPickedUp(
        _ move: ControllerMove, _ input: InputKey, by index: UInt16, along path: ControllerPath
    ) -> Bool {
        let number = UInt8(truncatingIfNeeded: move.slot)
        if 32..<64 ~= number {
            let output = ControlOutput.controlChange(number - 32)
            for destination in destinations(of: path.routing, from: input.source)
            where outputs.sent.value(of: output, to: destination, path.channel) != nil {
                return stages.pickedUp.contains(InputKey(input.source, input.channel, UInt16(number - 32)), by: index)
            }
        }
        let previous = previousValue(move, input)
        return picksUp(move.value, from: previous, .controlChange(number), input, by: index, along: path)
    }

    /// The previous value of an input; its new value if no message has set one before.
    mutating func previousValue(_ move: ControllerMove, _ input: InputKey) -> Int32 {
        if move.isNote || !inputs.isKnown(input.source, input.channel, move.slot) { return move.value }
        return move.previous
    }

    /// The output of a direct remap for the previous value of its input; 0 for other modes, which pick nothing up.
    mutating func previousOutput(
        _ remap: UnsafePointer<Remap>, _ move: ControllerMove, _ input: InputKey
    ) -> Int32 {
        if remap.pointee.mode.kind != .direct { return 0 }
        let previous = previousValue(move, input)
        return remap.pointee.output(of: remap.pointee.coarseInput ? previous >> 7 : previous)
    }

    /// The bit of the remap's `hold` among those of the preset, whether or not it has a gate; 0 if it has none.
    mutating func holdBit(of index: UInt16) -> UInt64 {
        let remap = preset.remaps + Int(index)
        if remap.pointee.hold != 0 { return remap.pointee.holdBit }
        guard let gates = preset.gates, gates[Int(index)].hold != 0 else { return 0 }
        return 1 &<< UInt64(gates[Int(index)].hold)
    }
}

extension RouterStatus {
    /// Shows the value that a controller has to reach (D3): `missingNumber` then has this bit, and the next lower one
    /// if the value is above.
    package static let reachBit: Int32 = 1 << 15
    package static let reachesUpBit: Int32 = 1 << 14

    mutating func showReach(_ value: Int32, isAbove: Bool, at now: UInt64) {
        missingNumber = RouterStatus.reachBit | (isAbove ? RouterStatus.reachesUpBit : 0) | value & 0x3FFF
        missingAt = now
    }
}
