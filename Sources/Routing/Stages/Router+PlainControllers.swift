import MIDI
import Program

// Control Changes that nothing does anything with but pass them on: no remap, condition or assignment, no pair, parameter or
// free message, and nothing that would have to be brought to rest.
extension Router {
    /// Words of bits of a source, one for each Control Change.
    static let earWords = 2

    /// Whether a message is such a Control Change now.
    @inline(__always)
    mutating func takesPlainly(_ message: Message, from source: UInt8) -> Bool {
        if !message.isControlChange || source >= Limits.ports || controllers.oldest != HeldControllers.none {
            return false
        }
        let ears = controllerEars[Int(source) * Router.earWords + Int(message.data1 >> 6)]
        return ears & (1 &<< UInt64(message.data1)) == 0 && !asksAll && !loops.hasLoop
    }

    /// See `controller`.
    @inline(never)
    mutating func plainController(_ message: Message, from source: UInt8) {
        let channel = message.channel
        let shut = shut
        let slot = Concerns.slot(kind: .controlChange, channel: channel)
        for concern in preset.pointee.concerns.routings(source: source, slot: slot) {
            if shut & (1 &<< UInt64(concern.routing)) != 0 || !takes(concern, channel) { continue }
            let routing = preset.pointee.routings + Int(concern.routing)
            if isFiltered(.controlChange, by: routing, concern) { continue }
            let out = message.on(channel: routing.pointee.outChannel(channel)).word0
            for end in 0..<Int(routing.pointee.destinationCount) {
                plainSend(out, to: routing.pointee.destinations[end])
            }
        }
        lastValues.set(source, channel, Int(message.data1), to: Int32(message.data2))
    }

    @inline(never)
    private mutating func plainSend(_ out: UInt32, to destination: UInt8) {
        givePlainly(Message(out), to: destination, as: .other)
    }

    /// Which Control Changes of each source are more than that, by the running preset and its program.
    mutating func findControllerEars() {
        for source in 0..<UInt8(Limits.ports) {
            let hearsAll =
                (program.pointee.assignedSources | patternEars) & (1 << UInt64(source)) != 0
                || derived(at: source) != nil
            for word in 0..<Router.earWords {
                var ears = hearsAll ? UInt64.max : Router.retainedEars(word)
                if let conditions = preset.pointee.conditions { ears |= conditions.pointee.ears(of: source, word) }
                if let conditions = program.pointee.conditions { ears |= conditions.pointee.ears(of: source, word) }
                for concern in everyRouting(of: source) {
                    ears |= preset.pointee.routings[Int(concern.routing)].remapHeads?.bits(word) ?? 0
                }
                controllerEars[Int(source) * Router.earWords + word] = ears
            }
        }
    }

    /// Controllers 64, 66 and 69, which have to be brought to rest (H4).
    private static func retainedEars(_ word: Int) -> UInt64 { word == 1 ? 0b10_0101 : 0 }
}

extension Conditions {
    /// The slots of a word that any of them listens to at a source.
    fileprivate func ears(of source: UInt8, _ word: Int) -> UInt64 {
        let row = rows[Int(source)]
        return row == Concerns.none ? 0 : tables[Int(row)].bits(word)
    }
}
