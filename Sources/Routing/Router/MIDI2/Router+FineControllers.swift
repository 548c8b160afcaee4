import MIDI
import Program

// Controllers of MIDI 2.0 (U4, U5), and the outputs of remaps to places that speak it.
extension Router {
    /// Passes the shadow of a message on as it is: its last one with the packet, the others only to places that do not speak
    /// MIDI 2.0.
    @inline(never)
    mutating func passFine(_ message: Message, _ input: InputKey, along path: ControllerPath) {
        let packet = fine.packet.on(channel: path.channel)
        deliver(
            message.on(channel: path.channel), fine.isLast ? packet : nil, part: 0, input, along: path, remap: nil)
    }

    /// The output of a remap in 32 bits for what a MIDI 2.0 message moves; nil: it has none that is finer (U4).
    @inline(never)
    mutating func fineOutput(of remap: Remap, _ move: ControllerMove) -> UInt32? {
        guard remap.mode.kind == .direct, let bits = remap.mode.input.bits else { return nil }
        return remap.fineOutput(of: fine.value(of: move, bits: bits))
    }

    /// Sends a value of a remap in one packet to places that speak MIDI 2.0, and in its messages to others, with all bits that
    /// these have (U4). False: nothing was sent, because the output has no packet of its own; its messages are translated.
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
        guard let packet = output.packet(of: value, fineValue, channel: path.channel) else { return false }
        for part in 0..<output.messageCount {
            let out = output.message(part, value: value, channel: path.channel)
            let isLast = part == output.messageCount - 1
            deliver(out, isLast ? packet : nil, part: part, input, along: path, remap: remap)
        }
        return true
    }

    /// See `deliver`.
    ///
    /// - Parameter packet: what goes to places that speak MIDI 2.0; nil: nothing does.
    private mutating func deliver(
        _ out: Message, _ packet: Message?, part: Int, _ input: InputKey, along path: ControllerPath,
        remap: UnsafePointer<Remap>?
    ) {
        let endsNotes = remap == nil && out.endsNotes
        for destination in destinations(of: path.routing, from: input.source) {
            if outputs.isLooped(out, from: input.source, to: destination, at: now) { continue }
            if endsNotes && cutsNotes(out, at: destination) { continue }  // H13
            var shadow = out
            if outputs.speaksMIDI2(destination) {
                guard let packet else { continue }
                shadow = out.resting(as: packet)
            }
            if let controller = RetainedController(shadow) {
                retain(controller, shadow, part: part, input, to: destination, remap: remap)
            }
            outputs.send(shadow, as: packet ?? Message(0), to: destination, at: now)
        }
    }
}

// MARK: - Along old paths (H4, H5, H6, H7)

extension Router {
    /// The message of a retained controller that a message of MIDI 2.0 moves along its old path, with all bits that it has
    /// where only MIDI 1.0 is spoken; nil: the remap has no finer value than for MIDI 1.0.
    @inline(never)
    mutating func fineMessage(of path: HeldControllers.Path, _ move: ControllerMove) -> Message? {
        guard let fineValue = fineOutput(of: path.remap, move) else { return nil }
        let output = path.remap.output.atFullResolution
        return output.message(Int(path.part), value: output.value(of: fineValue), channel: path.outChannel)
    }

    /// The packet of a retained controller that a message moves along its old path; nil: the message has none.
    @inline(never)
    mutating func finePacket(of path: HeldControllers.Path, _ move: ControllerMove, _ message: Message) -> Message? {
        if !fine.stands(for: message) { return nil }
        if !path.isRemapped { return fine.packet.on(channel: path.outChannel) }
        guard let value = fineOutput(of: path.remap, move) else { return nil }
        return path.remap.output.packet(of: 0, value, channel: path.outChannel)
    }

    /// Sends it. Returns whether it came to rest.
    @inline(never)
    mutating func followFine(_ slot: Slot, _ out: Message, _ packet: Message) -> Bool {
        let path = ledger.controllers[slot]
        let shadow = out.resting(as: packet)
        guard let controller = path.controller else { return false }
        let rests = controller.value(of: shadow) == controller.rest
        if rests { ledger.controllers.remove(slot) }
        outputs.send(shadow, as: packet, to: path.destination, at: now)
        return rests
    }
}
