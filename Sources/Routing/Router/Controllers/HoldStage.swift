import MIDI
import Plan

// R21: while the `hold` of a remap is true, its values are held back.
extension Router {
    /// Whether the hold of a remap is true now, or its preset has gates (R27).
    @inline(__always)
    mutating func isHeld(_ remap: UnsafePointer<Remap>) -> Bool {
        stages.conditions.holding & remap.pointee.holdBit != 0 && !routesPast
    }

    /// Stores a value until the hold ends. If there is no room, counts a drop; the caller then sends the value at once.
    ///
    /// - Returns: false if there is no room.
    mutating func hold(
        _ value: Int32, _ fineValue: UInt32?, by index: UInt16, _ input: InputKey, along path: ControllerPath
    ) -> Bool {
        var entry = HeldValues.Entry(
            input: input, remap: index, value: UInt16(truncatingIfNeeded: value), routing: path.number,
            channel: path.channel)
        entry.setFine(fineValue)
        if stages.held.keep(entry, of: preset.remaps) { return true }
        outputs.countDrop()
        return false
    }

    /// Sends the values of holds that have ended, one bit each.
    mutating func endHolds(_ ended: UInt64) {
        var index = 0
        while index < stages.held.count {
            let remap = preset.remaps + Int(stages.held[index].remap)
            if ended & holdBit(of: stages.held[index].remap) == 0 {
                index += 1
                continue
            }
            sendHeld(stages.held.remove(index), by: remap)
        }
    }

    private mutating func sendHeld(_ entry: HeldValues.Entry, by remap: UnsafePointer<Remap>) {
        let value = Int32(entry.value)
        working = AtWork(entry.routing)
        // F4: motion is sent only if the output value changes.
        if ControlInput.isMotion(entry.input.slot) && !stages.remaps.store(value, by: entry.remap) { return }
        let path = path(of: entry)
        if let gates = preset.gates, gates[Int(entry.remap)].isGated {
            let gate = gates[Int(entry.remap)]
            if isUnwanted(value, entry.fine, by: entry.remap, gate, entry.input, from: value, along: path) { return }
        }
        send(value, entry.fine, by: remap, entry.input, along: path)
    }

    private mutating func path(of entry: HeldValues.Entry) -> ControllerPath {
        ControllerPath(
            routing: preset.routings.at(entry.routing), number: entry.routing, remap: entry.remap,
            channel: entry.channel)
    }
}

// MARK: - Without the end of the hold

extension Router {
    /// Ends the holds of a routing that is muted, bypassed or blocked.
    @inline(__always)
    mutating func leaveHolds(of routing: RoutingIndex) {
        if !stages.held.isEmpty { leaveHeldValues(of: routing) }
    }

    private mutating func leaveHeldValues(of routing: RoutingIndex) {
        var index = 0
        while index < stages.held.count {
            if stages.held[index].routing == routing { rest(stages.held.remove(index)) } else { index += 1 }
        }
    }

    /// Ends the holds of all routings before their settings are replaced.
    mutating func leaveHolds() {
        while !stages.held.isEmpty { rest(stages.held.remove(0)) }
    }

    /// Drops the held values of a source that is gone (H9).
    mutating func dropHeldValues(of source: UInt8) {
        var index = 0
        while index < stages.held.count {
            if stages.held[index].input.source == source { _ = stages.held.remove(index) } else { index += 1 }
        }
    }

    /// Drops the held values of a source's channel whose output a channel mode message brings to rest (H13).
    mutating func dropHeldValues(of source: UInt8, _ channel: UInt8, restingBy mode: UInt8) {
        var index = 0
        while index < stages.held.count {
            let input = stages.held[index].input
            let isOfSource = input.source == source && input.channel == channel
            if isOfSource && moves(stages.held[index], whatRestsBy: mode) {
                _ = stages.held.remove(index)
            } else {
                index += 1
            }
        }
    }

    private mutating func moves(_ entry: HeldValues.Entry, whatRestsBy mode: UInt8) -> Bool {
        let output = preset.remaps[Int(entry.remap)].output
        if output.note(of: Int32(entry.value)) != nil { return ControllerNumber.rests(nil, by: mode) }
        for part in 0..<output.messageCount {
            let out = output.message(part, value: Int32(entry.value), channel: entry.channel)
            let controller = RetainedController(out)
            if (out.isNote || controller != nil) && ControllerNumber.rests(controller, by: mode) { return true }
        }
        return false
    }

    /// Sends a held value that brings a pedal, bend, pressure or key to rest, because no later message would. Drops
    /// other values (H7).
    private mutating func rest(_ entry: HeldValues.Entry) {
        let remap = preset.remaps + Int(entry.remap)
        let output = remap.pointee.output
        let path = path(of: entry)
        let value = Int32(entry.value)
        working = AtWork(entry.routing)
        if let played = output.note(of: value) {
            if output != .noteValue && played.velocity == 0 {
                play(played.note, velocity: 0, by: remap, entry.input, along: path)
            }
            return
        }
        for part in 0..<output.messageCount {
            let out = output.message(part, value: value, channel: path.channel)
            if out.isNoteOff {
                play(out, part: part, by: remap, entry.input, along: path)
            } else if let controller = RetainedController(out), controller.value(of: out) == controller.rest {
                deliver(out, part: part, entry.input, along: path, remap: remap)
            }
        }
    }
}
