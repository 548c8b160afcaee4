import MIDI
import Plan

extension Router {
    /// Performs an action of an assignment, a script or the panel.
    package mutating func perform(_ action: Action, at time: UInt64) {
        now = max(now, time)
        perform(action)
    }

    mutating func perform(_ action: Action) {
        if case .list(let index) = action { begin(list: index) } else { performAlone(action) }
    }

    /// Performs an action that is no list.
    mutating func performAlone(_ action: Action) {
        switch action {
        case .none, .list, .wait: break
        case .nextPreset: step(1)
        case .previousPreset: step(-1)
        case .load(let index):
            // The index may belong to an earlier plan.
            if !plan.presets.contains(index) { return }
            remember(load: true)
            load(index, at: now)
        case .loadNumber(let number): load(number: number)
        case .setList(let index): choose(setList: index)
        case .nextPart: stepPart(1)
        case .previousPart: stepPart(-1)
        case .panic: panic()
        case .mute(let name, let switching):
            var states = byHand.states
            states.muted = switching.applied(to: states.muted, at: routings(named: name))
            setRoutings(states)
        case .bypass(let name, let switching):
            var states = byHand.states
            states.bypassed = switching.applied(to: states.bypassed, at: routings(named: name))
            setRoutings(states)
        case .clock(let action): perform(action)
        case .transpose(let semitones): transpose(to: Int(semitones))
        case .transposeBy(let semitones): transpose(to: Int(status.transposition) + Int(semitones))
        case .release(let name): release(named: name)
        case .undo: undo()
        case .revert: revert()
        case .save: save()
        case .led(let index, let state): setLED(Int(index), state)
        case .send(let index): send(index)
        case .variable(let index, let change): self.change(index, change)
        }
    }

    /// Sends the messages of an action. Like on-load messages, they wait for their turn at the destination (S8).
    ///
    /// - Parameter isRest: whether only messages that bring something to rest are sent.
    mutating func send(_ index: UInt16, onlyIfRest isRest: Bool = false) {
        guard let sending = plan.sendings.map({ $0 + Int(index) }) else { return }
        speakForItself()
        for message in 0..<Int(sending.pointee.count) {
            let message = sending.pointee.messages[message]
            if isRest && !message.bringsToRest { continue }
            if message.isNote {
                let (routing, replaces) = (sending.pointee.routing, sending.pointee.replaces)
                playOwn(message, of: .byAction, through: routing, replaces: replaces)
            } else {
                outputs.send(own: message, to: ownDestinations(of: sending.pointee.routing), at: now)
            }
        }
    }

    /// The routings of the running preset with a name, one bit each.
    private mutating func routings(named name: UInt16) -> UInt64 {
        var named: UInt64 = 0
        let routings = preset.routings
        for routing in routings.indices where routings[routing].nameNumber == name { named |= routing.bit }
        return named
    }
}

extension Action.Switching {
    /// Returns the routings, one bit each, after some of them were switched.
    fileprivate func applied(to routings: UInt64, at switched: UInt64) -> UInt64 {
        switch self {
        case .on: routings | switched
        case .off: routings & ~switched
        case .toggle: routings ^ switched
        }
    }
}
