import MIDI
import Program

extension Router {
    /// Does what an assignment, a script or the panel asks for.
    public mutating func perform(_ action: Action, at time: UInt64) {
        now = max(now, time)
        perform(action)
    }

    mutating func perform(_ action: Action) {
        switch action {
        case .none: break
        case .nextPreset: step(1)
        case .previousPreset: step(-1)
        case .load(let index):
            // The request may be about another program.
            if !(0..<program.pointee.presetCount ~= index) { return }
            remember(load: true)
            load(index, at: now)
        case .loadNumber(let number): load(number: number)
        case .panic: panic()
        case .mute(let name, let switching):
            var states = session.states
            states.muted = switching.applied(to: states.muted, at: routings(named: name))
            setRoutings(states)
        case .bypass(let name, let switching):
            var states = session.states
            states.bypassed = switching.applied(to: states.bypassed, at: routings(named: name))
            setRoutings(states)
        case .clock(let action): perform(action)
        case .undo: undo()
        case .revert: revert()
        case .save: save()
        case .light(let index, let state): setLight(Int(index), state)
        case .send(let index): send(index)
        }
    }

    /// What an action sends, like on-load messages in their turn at the destination (S8).
    private mutating func send(_ index: UInt16) {
        guard let sending = program.pointee.sendings.map({ $0 + Int(index) }) else { return }
        speakForItself()
        for message in 0..<Int(sending.pointee.count) {
            let message = sending.pointee.messages[message]
            if message.isNote {
                let (way, replaces) = (sending.pointee.way, sending.pointee.replaces)
                playOwn(message, of: HeldControllers.byAction, through: way, replaces: replaces)
            } else {
                sendOwn(message, sending.pointee.way)
            }
        }
    }

    /// The routings of the running preset that have a name, a bit each.
    private mutating func routings(named name: UInt16) -> UInt64 {
        var named: UInt64 = 0
        for index in 0..<Int(preset.pointee.routingCount)
        where preset.pointee.routings[index].nameNumber == name {
            named |= 1 << UInt64(index)
        }
        return named
    }
}

extension Action.Switching {
    /// Routings, a bit each, after some of them have been switched.
    fileprivate func applied(to routings: UInt64, at switched: UInt64) -> UInt64 {
        switch self {
        case .on: routings | switched
        case .off: routings & ~switched
        case .toggle: routings ^ switched
        }
    }
}

// MARK: - Assignments (A1, A2, A3)

extension Router {
    /// The internal values begin at 0, of pitch bend in the centre (A2); those that count at `ValueMode.first` (R12).
    mutating func resetAssignments() {
        for index in 0..<Int(program.pointee.assignmentCount) {
            let assignment = program.pointee.assignments[index]
            if assignment.mode.kind != .direct {
                assignmentValues[index] = assignment.mode.first
                continue
            }
            let isBend = Int(assignment.slot) == ControlInput.pitchBend
            assignmentValues[index] = isBend ? (assignment.coarseInput ? 64 : 8192) : 0
        }
        assignmentConditions.restart(program.pointee.conditions, inputs)
    }

    @inline(__always)
    mutating func assignments(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if program.pointee.assignedSources & (1 << UInt64(source)) != 0 { assign(message, moves, from: source) }
    }

    private mutating func assign(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        // Reads the count each time: what an action loads may not change it, but a reader need not know that.
        for index in 0..<Int(program.pointee.assignmentCount) {
            let assignment = program.pointee.assignments + index
            if assignment.pointee.source != source { continue }
            for place in 0..<moves.count where moves[place].fires && assignment.pointee.listens(to: moves[place]) {
                assign(moves[place], to: index)
            }
        }
    }

    private mutating func assign(_ move: ControllerMove, to index: Int) {
        let assignment = program.pointee.assignments + index
        let back = Int(assignment.pointee.backSlot) == move.slot
        // A3: while its conditions fail the internal value is frozen.
        if assignmentConditions.failing & (1 << UInt64(index)) != 0 { return }
        let mode = assignment.pointee.mode
        let move = assignment.pointee.coarseInput ? move.coarse : move
        let previous = assignmentValues[index]
        guard let value = mode.next(after: previous, from: move.previous, to: move.value, back: back) else { return }
        assignmentValues[index] = value
        let isSetting = assignment.pointee.sets != .nothing
        // A trigger is an event of its own, whatever value it leads to.
        let acts = value != previous || move.actsAtEachArrival || isSetting && mode.kind != .direct
        if !acts { return }
        if isSetting { set(assignment.pointee.sets, to: value) } else { choose(value, of: assignment) }
    }

    private mutating func set(_ setting: Assignment.Setting, to value: Int32) {
        switch setting {
        case .nothing: break
        case .preset: perform(.loadNumber(value))
        case .tempo(let map):
            let tempo = map.map { $0(value) } ?? value
            perform(.clock(.tempo(UInt32(max(tempo, 0)) * 100)))
        }
    }

    private mutating func choose(_ value: Int32, of assignment: UnsafePointer<Assignment>) {
        for choice in 0..<Int(assignment.pointee.choiceCount)
        where assignment.pointee.choices[choice].value == value {
            perform(assignment.pointee.choices[choice].action)
        }
    }
}

extension Assignment {
    /// Whether a move is one of what it listens to, on its channel; a message without one is heard on any (R3).
    fileprivate func listens(to move: ControllerMove) -> Bool {
        if Int(slot) != move.slot && Int(backSlot) != move.slot { return false }
        return channels & (move.hasChannel ? 1 << UInt16(move.channel) : 0xFFFF) != 0
    }
}

extension ControllerMove {
    /// A2: these run their action at each arrival, also of an equal value.
    fileprivate var actsAtEachArrival: Bool {
        isMessage || slot == ControlInput.program || slot == ControlInput.noteValue
            || slot == ControlInput.noteVelocity
    }
}
