import MIDI
import Plan

// How a remap turns a move into a value (R8, R9, R10, R11, R12, R13), and where that value is sent.
extension Router {
    /// Sends a message along a path: unchanged, or as the output of the path's remap.
    mutating func send(_ message: Message, _ move: ControllerMove, from source: UInt8, along path: ControllerPath) {
        let input = InputKey(source, move)
        guard let index = path.remap else {
            if fine.stands(for: message) { return passFine(message, input, along: path) }
            return deliver(message.on(channel: path.channel), part: 0, input, along: path, remap: nil)
        }
        let remap = preset.remaps + Int(index)
        // The internal values of an earlier preset no longer exist.
        if routesPast && remap.pointee.mode.kind != .direct { return }
        let last = stages.remaps[remap.pointee.state]
        let next = stages.next(of: remap.pointee, after: last, move, back: remap.pointee.stepsBack, of: source)
        guard let internalValue = next else {
            return why(.noTrigger, path.number)
        }
        var value = remap.pointee.output(of: internalValue)
        if remap.pointee.mode.kind != .direct { stages.remaps[remap.pointee.state] = internalValue }
        let fineValue = fine.stands(for: message) ? fineOutput(of: remap.pointee, move) : nil  // U4
        if let fineValue { value = remap.pointee.output.value(of: fineValue) }
        // R21: while `hold` is true, the value is held back.
        if isHeld(remap) {
            if passesPickedUp(message, move, input, by: index, along: path) { return }
            let before = previousOutput(remap, move, input)
            if isStopped(value, fineValue, by: index, input, from: before, along: path) { return }
        }
        if remap.pointee.mode.kind == .direct && message.kind == .motion && !stages.remaps.store(value, by: index) {
            // F4: motion is sent only if the output value changes.
            return why(.unchanged, path.number)
        }
        if message.kind == .motion { tiltsSent &+= 1 }
        if isTraced && (move.isMessage || message.isChannelMessage && !message.isNote) {
            why(.remapped, path.number)
        }
        send(value, fineValue, by: remap, input, along: path)
    }

    /// Sends the messages of a remap's output for a value.
    ///
    /// - Parameter fineValue: the 32-bit value, if the remap has one (U4).
    mutating func send(
        _ value: Int32, _ fineValue: UInt32?, by remap: UnsafePointer<Remap>, _ input: InputKey,
        along path: ControllerPath
    ) {
        if let played = remap.pointee.output.note(of: value) {
            return play(played.note, velocity: played.velocity, by: remap, input, along: path)
        }
        if outputs.ofMIDI2 != 0 || fineValue != nil {
            if sendFine(value, fineValue, by: remap, input, along: path) { return }
        }
        for part in 0..<remap.pointee.output.messageCount {
            let out = remap.pointee.output.message(part, value: value, channel: path.channel)
            if out.kind == .sysEx {
                if value == 0 && remap.pointee.output.isCommand { return }  // N11
                outputs.send(own: out, to: destinations(of: path.routing, from: input.source), at: now)
            } else if out.isNote {
                play(out, part: part, by: remap, input, along: path)
            } else {
                deliver(out, part: part, input, along: path, remap: remap)
            }
        }
    }

    /// Sends a message to all destinations of a path, and stores its retained controller.
    mutating func deliver(
        _ out: Message, part: Int, _ input: InputKey, along path: ControllerPath, remap: UnsafePointer<Remap>?
    ) {
        let controller = RetainedController(out)
        let endsNotes = remap == nil && out.endsNotes
        for destination in destinations(of: path.routing, from: input.source) {
            if outputs.isFeedback(out, from: input.source, to: destination, at: now) { continue }
            if endsNotes && cutsNotes(out, at: destination) { continue }  // H13
            if let controller {
                retain(controller, out, part: part, input, to: destination, remap: remap)
                outputs.send(out, to: destination, at: now)
            } else {
                outputs.send(out, to: destination, as: .other, at: now)
            }
        }
    }
}
