import MIDI
import Plan

// The messages of a preset that is left (P10).
extension Router {
    /// Begins to leave the running preset. Its messages go out under the old settings; the messages on load of the next
    /// preset wait for the last of them.
    mutating func leavePreset() {
        finishLeaving()
        if preset.onLeave.count == 0 { return }
        byHand.leaving = Leaving(
            preset: status.preset, muted: byHand.onLoad.mutedRoutings, progress: TimedProgress(at: now))
        sendOnLeave()
    }

    /// Sends the messages of the preset that was left which are due.
    mutating func sendOnLeave() {
        if byHand.leaving.progress.isOver { return }
        let left = plan.presets.at(byHand.leaving.preset)
        let messages = left.pointee.onLeave
        while let next = byHand.leaving.progress.takeDue(messages, at: now) {
            leave(left, next, byHand.leaving)
        }
        schedule(at: byHand.leaving.progress.deadline(messages))
    }

    /// Puts off the messages on load until the preset before is left.
    mutating func waitForLeaving() {
        if byHand.leaving.progress.isOver { return }
        byHand.onLoad.wait(until: now + plan.presets.at(byHand.leaving.preset).pointee.onLeave.longestDelay)
    }

    /// Sends at once what remains of the preset that was left last: another one is left, or its tables go.
    mutating func finishLeaving() {
        if byHand.leaving.progress.isOver { return }
        let left = plan.presets.at(byHand.leaving.preset)
        while let next = byHand.leaving.progress.takeNext(left.pointee.onLeave) {
            leave(left, next, byHand.leaving)
        }
    }

    /// Sends the messages of the running preset that go out when the box ends too.
    mutating func sendAtEnd() {
        if status.preset.isNone { return }
        var running = Leaving(
            preset: status.preset, muted: byHand.onLoad.mutedRoutings, progress: TimedProgress(at: now))
        while let next = running.progress.takeNext(preset.atEnd) { leave(presetAddress, next, running) }
    }

    /// Sends a message. A note that it plays has no routing any more, and goes on like one of an action (H1).
    private mutating func leave(_ left: UnsafePointer<Preset>, _ next: UnsafePointer<OnLoad>, _ leaving: Leaving) {
        let number = next.pointee.routing
        speakForItself()
        if leaving.muted & number.bit != 0 { return why(.muted, number) }
        working = AtWork(number, of: leaving.preset)
        let routing = left.pointee.routings.at(number)
        let message = next.pointee.message(left.pointee.longMessages)
        if message.isNote {
            playOwn(message, of: .byAction, through: routing, replaces: next.pointee.replaces)
        } else {
            outputs.send(own: message, to: ownDestinations(of: routing), at: now)
        }
    }
}
