import MIDI

extension Router {
    /// System messages have no channel: no restriction but conditions, mute and the filters concerns them (R3).
    mutating func system(_ message: Message, from source: UInt8) {
        for concern in concerned(by: message, from: source) {
            guard let routing = admitted(concern, channel: nil), !filters(routing, message.kind, concern) else {
                continue
            }
            var out = message
            if routing.pointee.startAsContinue && message.kind == .start
                && !routingStates[Int(concern.routing)].bypassed
            {
                out = Message(status: 0xFB)
            }
            for end in 0..<Int(routing.pointee.destinationCount) {
                send(out, to: routing.pointee.destinations[end])
            }
        }
    }
}
