import MIDI
import Plan

// MIDI 2.0 controllers (U4, U5), and the outputs of remaps to destinations that speak MIDI 2.0.
extension Router {
    /// Passes on a shadow unchanged. MIDI 1.0 destinations receive the shadow; MIDI 2.0 destinations receive the
    /// UMP, with the last shadow only.
    @inline(never)
    mutating func passFine(_ message: Message, _ input: InputKey, along path: ControllerPath) {
        let ump = fine.ump.on(channel: path.channel)
        deliver(
            message.on(channel: path.channel), fine.isLast ? ump : nil, part: 0, input, along: path, remap: nil)
    }

    /// The 32-bit output of a remap for a move of a MIDI 2.0 message; nil if the remap has none (U4).
    @inline(never)
    mutating func fineOutput(of remap: Remap, _ move: ControllerMove) -> UInt32? {
        guard remap.mode.kind == .direct, let bits = remap.mode.input.bits else { return nil }
        return remap.fineOutput(of: fine.value(of: move, bits: bits))
    }

    /// Sends an output value of a remap: one UMP to MIDI 2.0 destinations, and the output's messages at their full
    /// resolution to others (U4). Returns false, without sending, if the output has no UMP: then its messages are
    /// translated.
    @inline(never)
    mutating func sendFine(
        _ value: Int32, _ fineValue: UInt32?, by remap: UnsafePointer<Remap>, _ input: InputKey,
        along path: ControllerPath
    ) -> Bool {
        var (output, value) = (remap.pointee.output, value)
        if let fineValue {
            output = output.atFullResolution
            value = output.value(of: fineValue)
        }
        guard let ump = output.ump(of: value, fineValue, channel: path.channel) else { return false }
        for part in 0..<output.messageCount {
            let out = output.message(part, value: value, channel: path.channel)
            let isLast = part == output.messageCount - 1
            deliver(out, isLast ? ump : nil, part: part, input, along: path, remap: remap)
        }
        return true
    }

    /// Variant of `deliver` with a UMP.
    ///
    /// - Parameter ump: sent to destinations that speak MIDI 2.0; nil to send them nothing.
    private mutating func deliver(
        _ out: Message, _ ump: Message?, part: Int, _ input: InputKey, along path: ControllerPath,
        remap: UnsafePointer<Remap>?
    ) {
        let endsNotes = remap == nil && out.endsNotes
        for destination in destinations(of: path.routing, from: input.source) {
            if outputs.isFeedback(out, from: input.source, to: destination, at: now) { continue }
            if endsNotes && cutsNotes(out, at: destination) { continue }  // H13
            var shadow = out
            if outputs.speaksMIDI2(destination) {
                guard let ump else { continue }
                shadow = out.resting(as: ump)
            }
            if let controller = RetainedController(shadow) {
                retain(controller, shadow, part: part, input, to: destination, remap: remap)
            }
            outputs.send(shadow, ump: ump ?? Message(0), to: destination, at: now)
        }
    }
}

// MARK: - Along old paths (H4, H5, H6, H7)

extension Router {
    /// The MIDI 1.0 message of a retained controller that a MIDI 2.0 message moves along its old path, with all bits
    /// that MIDI 1.0 has; nil if the remap has no finer value.
    @inline(never)
    mutating func fineMessage(of path: HeldControllers.Path, _ move: ControllerMove) -> Message? {
        guard let fineValue = fineOutput(of: path.remap, move) else { return nil }
        let output = path.remap.output.atFullResolution
        return output.message(Int(path.part), value: output.value(of: fineValue), channel: path.outChannel)
    }

    /// The UMP of a retained controller that a message moves along its old path; nil if the message or the remap has
    /// none.
    @inline(never)
    mutating func fineUMP(of path: HeldControllers.Path, _ move: ControllerMove, _ message: Message) -> Message? {
        if !fine.stands(for: message) { return nil }
        if !path.isRemapped { return fine.ump.on(channel: path.outChannel) }
        guard let value = fineOutput(of: path.remap, move) else { return nil }
        return path.remap.output.ump(of: 0, value, channel: path.outChannel)
    }

    /// Sends a UMP along an old path. Returns whether the controller came to rest.
    @inline(never)
    mutating func followFine(_ slot: Slot, _ out: Message, _ ump: Message) -> Bool {
        let path = ledger.controllers[slot]
        let shadow = out.resting(as: ump)
        guard let controller = path.controller else { return false }
        let rests = controller.value(of: shadow) == controller.rest
        if rests { ledger.controllers.remove(slot) }
        outputs.send(shadow, ump: ump, to: path.destination, at: now)
        return rests
    }
}
