import MIDI
import Plan

// Lists of several actions (A4).
extension Router {
    /// Performs a list of actions. If it waits from an earlier trigger, it begins anew.
    mutating func begin(list index: UInt16) {
        stages.lists.end(index)
        proceed(with: index, from: 0)
    }

    /// Goes on with the lists whose wait is over.
    mutating func continueLists() {
        while stages.lists.nextAt <= now {
            guard let entry = stages.lists.takeFirst() else { break }
            speakForItself()
            proceed(with: entry.list, from: Int(entry.next))
        }
        schedule(at: stages.lists.nextAt)
    }

    /// Performs the actions of a list up to its next wait. A load by one of them does not end the list, because the
    /// list does not wait meanwhile.
    private mutating func proceed(with index: UInt16, from start: Int) {
        guard let lists = plan.actionLists, Int32(index) < plan.actionListCount else { return }
        let list = lists[Int(index)]
        var next = start
        while next < Int(list.count) {
            let action = list.actions[next]
            next += 1
            guard case .wait(let microseconds) = action else {
                performAlone(action)
                continue
            }
            let due = now.plus(UInt64(microseconds) * 1000)
            if stages.lists.add(WaitingLists.Entry(due: due, list: index, next: UInt8(next))) {
                return schedule(at: due)
            }
            outputs.countDrop()
        }
    }

    /// Ends all lists that wait, because a preset or another configuration is loaded. What remains of them is dropped,
    /// but for messages that bring a note, pedal, bend or pressure to rest: these are sent now.
    ///
    /// - Parameter first: the first list to end; lists with lower indices go on.
    mutating func endLists(from first: UInt16 = 0) {
        guard let lists = plan.actionLists else { return }
        while let entry = stages.lists.takeFirst(from: first) {
            speakForItself()
            why(.listEnded, .none)
            let list = lists[Int(entry.list)]
            for place in Int(entry.next)..<Int(list.count) {
                if case .send(let index) = list.actions[place] { send(index, onlyIfRest: true) }
            }
        }
    }

    /// Drops all lists that wait, because every destination comes to rest (H10, E5).
    mutating func dropLists() {
        while stages.lists.takeFirst() != nil {
            speakForItself()
            why(.listEnded, .none)
        }
    }
}

extension Message {
    /// Whether the message ends a note, or brings a pedal, bend or pressure to rest.
    var bringsToRest: Bool {
        if isNoteOff { return true }
        guard let controller = RetainedController(self) else { return false }
        return controller.value(of: self) == controller.rest
    }
}
