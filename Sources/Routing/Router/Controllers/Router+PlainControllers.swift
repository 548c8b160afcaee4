import MIDI
import Plan

// The short path of Control Changes that only pass through routings: no remap, condition, assignment, pair, parameter
// or free message listens, and no controller must be brought to rest.
//
// A twin of `controller`, which handles moves and paths for remaps that do not exist here.
extension Router {
    /// Whether a message can take this short path now.
    @inline(__always)
    mutating func admitsPlainly(_ message: Message, from source: UInt8) -> Bool {
        if !message.isControlChange || source >= Limits.ports || !ledger.controllers.isEmpty { return false }
        return !inputs.listeners.listens(to: message.data1, of: source) && !asksAll && !outputs.feedback.watches
    }

    /// Short path of `controller`.
    @inline(never)
    mutating func plainController(_ message: Message, from source: UInt8) {
        let channel = message.channel
        let shut = shut
        let slot = Concerns.slot(kind: .controlChange, channel: channel)
        for concern in preset.concerns.routings(source: source, slot: slot) {
            if shut & concern.routing.bit != 0 || !admits(concern, channel) { continue }
            let routing = preset.routings.at(concern.routing)
            if isFiltered(.controlChange, by: routing, concern) && !routing.pointee.chooses(message.data1) { continue }
            let out = message.on(channel: routing.pointee.outChannel(channel)).word0
            for destination in destinations(of: routing, from: source) { plainSend(out, to: destination) }
        }
        inputs.lastValues.set(source, channel, Int(message.data1), to: Int32(message.data2))
    }

    /// Out of line: inlined, its setup would be hoisted into the caller's loop.
    @inline(never)
    private mutating func plainSend(_ out: UInt32, to destination: PortIndex) {
        outputs.send(Message(out), to: destination, as: .controlChange, at: now, isAnswer: false)
    }
}
