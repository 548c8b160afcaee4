import MIDI
import Plan

extension Router {
    /// Sends the on-load messages that are due (P1).
    mutating func sendOnLoad() {
        while let next = byHand.onLoad.takeDue(presetAddress, at: now) {
            let routing = preset.routings.at(next.pointee.routing)
            speakForItself()
            if byHand.onLoad.isMuted(next.pointee.routing) {
                why(.muted, next.pointee.routing)
                continue
            }
            working = AtWork(next.pointee.routing)
            if let slot = next.pointee.position {
                sendPosition(of: slot, through: next.pointee.routing)  // P11
                continue
            }
            let message = next.pointee.message(preset.longMessages)
            if message.isNote {
                playOwn(message, of: next.pointee.routing, through: routing, replaces: next.pointee.replaces)
            } else {
                outputs.send(own: message, to: ownDestinations(of: routing), at: now)
            }
        }
        schedule(at: byHand.onLoad.deadline(presetAddress))
    }
}
