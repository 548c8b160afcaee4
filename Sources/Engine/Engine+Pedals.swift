import MIDI
import Panel
import Plan
import Routing

// Expression pedals and knobs (I10).
extension Engine {
    /// Handles a reading of a pedal, 0..<8, in eighths of a millivolt.
    package func pedal(_ index: Int, _ reading: Int32, at time: UInt64) {
        // Readings without an effect would fill the recorder while the pedal rests.
        if !pedals.isNews(index, reading) { return }
        recorder?.note(.pedal, port: UInt8(index), UInt64(UInt32(bitPattern: reading)), at: time)
        advance(to: time)
        guard let value = pedals.update(index, with: reading) else { return }
        router.receive(Message(pedal: UInt8(index), value: value), from: Source.pedals, at: time)
        afterPanic(at: time)
    }

    /// Records for the display whether all chips of the pedals answer, or one has stopped answering (F5).
    package func pedals(answer: Bool, at time: UInt64) {
        if notices.hasNoPedal == answer { notices.backlight.event(at: time) }
        notices.hasNoPedal = !answer
    }

    /// Handles an edge of a knob's contact. `time` is the kernel's.
    ///
    /// - Parameter line: 2 * knob for its contact a, 2 * knob + 1 for its contact b.
    package func knob(line: Int, closed: Bool, at time: UInt64) {
        let (knob, isB) = (line >> 1, line & 1 == 1)
        if !knobs.isNews(knob, b: isB, closed: closed) { return }
        recorder?.note(.knob, port: UInt8(line), detail: closed ? 1 : 0, at: time)
        advance(to: time)
        guard let turn = knobs.edge(knob, b: isB, closed: closed, at: time) else { return }
        notices.backlight.event(at: time)
        if menu.menu.isOpen && menu.knob == Int8(knob) {
            return menuGesture(turn.isRight ? .step : .stepBack, at: time)
        }
        if let value = turn.value { send(knob, 0, UInt16(value), at: time) }
        let side = turn.isRight ? 2 : 1
        // As for short presses, a turn without a listener would only be noise in monitors (F2).
        if router.hearsTurn(2 * knob + side - 1) {
            send(knob, side, 127, at: time)
            send(knob, side, 0, at: time)
        }
    }

    /// Turns a knob to its next detent, contact by contact, as a hand does.
    package func turn(knob: Int, isRight: Bool, at time: UInt64) {
        for _ in 0..<knobs[knob].changes {
            let contacts = knobs.contacts(of: knob)
            let isEqual = contacts == 0 || contacts == 3
            let movesB = isEqual != isRight
            self.knob(line: 2 * knob + (movesB ? 1 : 0), closed: contacts & (movesB ? 2 : 1) == 0, at: time)
        }
    }

    private func send(_ knob: Int, _ slot: Int, _ value: UInt16, at time: UInt64) {
        let id = UInt8(ControlInput.knobSlots * knob + slot)
        router.receive(Message(knob: id, value: value), from: Source.knobs, at: time)
        afterPanic(at: time)
    }
}
