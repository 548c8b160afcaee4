import MIDI
import Plan

// The messages of a part (P12).
extension Router {
    /// The messages of the current part.
    var partMessages: TimedMessages {
        mutating get { preset.part(status.part)?.pointee.messages ?? TimedMessages() }
    }

    /// Begins the current part: drops what an earlier part still had to send.
    mutating func beginPart() {
        byHand.partMessages.end()
        if partMessages.count == 0 { return }
        // Behind the messages on load, which may wait for the preset before (P10).
        byHand.partMessages = TimedProgress(at: max(now, byHand.onLoad.startsAt))
        sendPart()
    }

    /// Sends the messages of the part that are due.
    mutating func sendPart() {
        if byHand.partMessages.isOver { return }
        let messages = partMessages
        while let next = byHand.partMessages.takeDue(messages, at: now) {
            let number = next.pointee.routing
            let routing = preset.routings.at(number)
            speakForItself()
            working = AtWork(number)
            let message = next.pointee.message(preset.longMessages)
            if message.isNote {
                playOwn(message, of: number, through: routing, replaces: next.pointee.replaces)
            } else {
                outputs.send(own: message, to: ownDestinations(of: routing), at: now)
            }
        }
        schedule(at: byHand.partMessages.deadline(messages))
    }
}
