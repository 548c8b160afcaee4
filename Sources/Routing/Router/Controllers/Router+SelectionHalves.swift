import MIDI
import Plan

// Halves of a selection that routings took, and send after all because no remap wants the parameter (R16).
extension Router {
    /// Sends the other half of the selection if a routing has taken it. Called before `message`, the half with which no
    /// remap of the routing wants the parameter.
    mutating func sendOther(than message: Message, from source: UInt8, _ routing: RoutingIndex) {
        let selections = inputs.selections
        let channel = message.channel
        let bit = routing.bit
        let registered = selections[source, channel].isRegistered
        if message.data1 != Parameter.selectsMSB(registered) {
            if selections[source, channel].tookMSB & bit == 0 { return }
            selections[source, channel].tookMSB &= ~bit
            let half = Parameter.selectsMSB(registered)
            send(Message(status: message.status, half, selections[source, channel].msb), from: source, through: routing)
        } else {
            if selections[source, channel].tookLSB & bit == 0 { return }
            selections[source, channel].tookLSB &= ~bit
            let half = Parameter.selectsLSB(registered)
            send(Message(status: message.status, half, selections[source, channel].lsb), from: source, through: routing)
        }
    }

    /// Sends a first half whose wait has ended, because no remap wants its parameter.
    mutating func sendWaitingHalf(_ source: UInt8, _ channel: UInt8) {
        let selection = inputs.selections[source, channel]
        inputs.selections[source, channel].waitsIn = 0
        inputs.selections[source, channel].waiting = .none
        let half = Parameter.selectsMSB(selection.isRegistered)
        let message = Message(status: Status.controlChange | channel, half, selection.msb)
        var routings = selection.waitsIn
        while routings != 0 {
            let routing = RoutingIndex(routings.trailingZeroBitCount)
            routings &= routings - 1
            sendOther(than: message, from: source, routing)
            send(message, from: source, through: routing)
        }
    }

    /// Passes a Control Change through a routing after a delay.
    private mutating func send(_ message: Message, from source: UInt8, through index: RoutingIndex) {
        let routing = preset.routings.at(index)
        if isTraced { hear(message, from: source, isNew: false) }
        if isShut(index) { return whyShut(index) }
        if routing.pointee.filters(.controlChange) && !isBypassed(index) && !routing.pointee.chooses(message.data1) {
            return why(.filtered, index)
        }
        working = AtWork(index)
        let out = message.on(channel: routing.pointee.outChannel(message.channel))
        for destination in destinations(of: routing, from: source) {
            // U3: to this destination, a MIDI 2.0 parameter is sent as one UMP.
            if fine.isOn && outputs.speaksMIDI2(destination) { continue }
            outputs.send(out, to: destination, at: now)
        }
    }
}
