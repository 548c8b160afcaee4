import Engine
import Routing
import CPlatform
import Devices
import MIDI
import Panel
import Plan

// Commands, samples, injections and contacts.
extension Loop {
    /// Handles the waiting samples, then the waiting commands, in order.
    package func obey(at now: UInt64) {
        while let motion = motions.pop() {
            switch motion {
            case .sample(let x, let y, let z, let time):
                engine.motion(answers: true, at: now)
                engine.motion(x, y, z, at: time)
            case .lost: engine.motion(answers: false, at: now)
            }
        }
        while let event = pedals.pop() {
            switch event {
            case .reading(let pedal, let reading, let time): engine.pedal(Int(pedal), reading, at: time)
            case .contact(let index, let closed, let time): engine.contact(Int(index), closed: closed, at: time)
            case .lost: engine.pedals(answer: false, at: now)
            case .found: engine.pedals(answer: true, at: now)
            }
        }
        while let command = commands.pop() { obey(command, at: now) }
    }

    /// Handles a portion of the messages that clients play and send, while the outbox has room (S8). The rest waits.
    /// All wait while an event is due soon, so that a chunk of MIDI-CI does not delay a tick (U9).
    func acceptInjections(at now: UInt64) {
        let pausesUntil = state.injectionsAt
        if pausesUntil != UInt64.max && now < pausesUntil { return }
        state.injectionsAt = UInt64.max
        var left = LoopLimits.injectionPortion
        while !isDueSoon(treadle_now()), hasRoomForInjection, let next = injections.pop() {
            engine.inject(next, at: now)
            if next.way == .send {
                state.isSendingSysEx = next.isUnfinished
            } else if next.isUnfinished {
                playRest(at: now)
            }
            left -= 1
            if left > 0 { continue }
            if !injections.isEmpty { state.injectionsAt = now &+ LoopLimits.injectionPause }
            return
        }
    }

    /// A SysEx begins only if the outbox has room for the longest one. Once begun, it pauses like a port's SysEx.
    private var hasRoomForInjection: Bool {
        engine.router.room
            >= (state.isSendingSysEx ? LoopLimits.pauseRoom : LoopLimits.injectionRoom)
    }

    /// Handles the rest of a played SysEx at once: between two pieces, the port could receive a SysEx of its own (S8).
    private func playRest(at now: UInt64) {
        while let next = injections.pop() {
            engine.inject(next, at: now)
            if !next.isUnfinished { return }
        }
    }

    /// Passes received MIDI-CI messages to the control thread (U9). Pieces that find no room wait for the next turn.
    @inline(never)
    func passInquiries() {
        var isWhole = false
        while let piece = engine.router.firstInquiry, inquiries.push(piece) {
            engine.router.removeFirstInquiry()
            isWhole = isWhole || piece.message.sysExStatus == .end || piece.message.sysExStatus == .complete
        }
        if isWhole { treadle_event_signal(controlWake) }
    }

    /// Ports for which the box still has messages to send, one bit each; all ports while injections wait.
    private var portsWithWaiting: UInt32 {
        if !injections.isEmpty { return UInt32.max }
        var ports: UInt32 = 0
        for port in PortIndex.all where engine.router.hasWaiting(port) { ports |= port.bit }
        return ports
    }

    private func obey(_ command: LoopCommand, at now: UInt64) {
        switch command {
        case .perform(let action): engine.perform(action, at: now)
        case .contact(let index, let closed): engine.contact(Int(index), closed: closed, at: now)
        case .hold(let index, let isHeld): engine.hold(Int(index), isHeld, at: now)
        case .attach(let port): attach(port, at: now)
        case .detach(let port): detach(port, isLost: true, at: now)
        case .join(let peer): join(peer, at: now)
        case .leave(let slot): leave(Int(slot), at: now)
        case .suspend(let slot): suspend(Int(slot), at: now)
        case .resume(let slot): resume(Int(slot), at: now)
        case .feedback(let slot, let sequence): acknowledge(Int(slot), sequence, at: now)
        case .link(let peer): link(peer, at: now)
        case .identify(let slot, let identity): identify(Int(slot), as: identity, at: now)
        case .unlink(let slot): unlink(Int(slot), at: now)
        case .adopt(let new, let preset):
            adopt(new, at: now) { engine.router.adopt(new.plan, loading: preset, at: now) }
            engine.forgetFaults()
            engine.notices.backlight.event(at: now)
        case .renew(let new, let preset, let old, let keepsAssignments):
            adopt(new, at: now) {
                engine.router.renew(
                    new.plan, preset: preset, insteadOf: old, keepsAssignments: keepsAssignments, at: now)
            }
            engine.forgetFaults()
            engine.notices.backlight.event(at: now)
        case .exchange(let new, let change):
            adopt(new, at: now) { engine.router.exchange(new.plan, change, at: now) }
        case .answer(let answer):
            engine.recorder?.breakOff(at: now)
            engine.answer(answer, at: now)
        case .recorded(let text): engine.recorded(text, at: now)
        case .answerTask(let answer): engine.answer(answer, at: now)
        case .network(let state, let hasPage): engine.network.begin(state, hasPage: hasPage)
        case .networkRow(let row): engine.network.add(row)
        case .bluetooth(let state, let connected): engine.bluetooth.begin(state, connected: Int(connected))
        case .bluetoothRow(let row): engine.bluetooth.add(row)
        case .pairing(let pairing):
            // A replay has no peers, so the switches would do something else.
            engine.recorder?.breakOff(at: now)
            engine.show(pairing, at: now)
        case .refusedPairing: engine.showRefusedPairing(at: now)
        case .wifi(let state, let hasCode, let hasNewPassword, let hasJoin):
            engine.wifi.begin(state, hasCode: hasCode, hasNewPassword: hasNewPassword, hasJoin: hasJoin)
        case .wifiRow(let row): engine.wifi.add(row)
        case .updated(let update): engine.show(update)
        case .forgetUpdateFault: engine.faults.removeUpdate()
        case .updateFaultRow(let row): engine.faults.addUpdate(row)
        case .badEdit(let faults): engine.show(badEdit: faults)
        case .editFaultRow(let row): engine.faults.add(row)
        case .stick(let outcome): engine.show(outcome)
        case .watch(let isWatched): watch(isWatched)
        case .measure(let isMeasured): measure(isMeasured)
        case .store(let states, let preset):
            engine.recorder?.breakOff(at: now)
            engine.router.store(states, of: preset)
        // No `breakOff`: a replay counts a save as written at once, so it can continue.
        case .wrote(let states, let preset): engine.router.wrote(states, of: preset, at: now)
        case .cannotWrite(let preset):
            engine.recorder?.breakOff(at: now)
            engine.router.cannotWrite(preset, at: now)
        case .unsaved(let isUnsaved, let preset):
            engine.recorder?.breakOff(at: now)
            engine.router.setUnsaved(isUnsaved, in: preset)
            state.isDisplayNew = true
        case .beginCalibration(let axis): engine.beginCalibration(axis: axis)
        case .endCalibration: report(engine.tilt.endCalibration(), in: reports.calibrated)
        case .tiltIsLost: engine.motion(answers: false, at: now)
        case .turn(let knob, let isRight): engine.turn(knob: Int(knob), isRight: isRight, at: now)
        case .beginPedalCalibration(let pedal): engine.beginPedalCalibration(pedal)
        case .endPedalCalibration: report(engine.pedals.endCalibration(), in: reports.pedalCalibrated)
        case .pedalIsLost: engine.pedals(answer: false, at: now)
        case .pedalRange(let learnt):
            engine.recorder?.breakOff(at: now)
            engine.pedals[Int(learnt.pedal)].range = learnt.range
        case .tiltRanges(let ranges):
            engine.recorder?.breakOff(at: now)
            engine.tilt.ranges = ranges
        case .beat:
            state.counters.answers &+= 1
            hearControl(at: now)
            publishCounters()
        case .count:
            publishSaves()
            publishRunning()
            state.counters.counts &+= 1
            count()
            reportPeers()
            reportLinks()
            report(true, in: reports.counted)
        case .stop: state.isStopped = true
        }
    }

    /// Runs another plan. First publishes the presets saved in the old plan, while it still runs.
    private func adopt(_ new: HandedPlan, at now: UInt64, _ exchange: () -> Void) {
        engine.recorder?.breakOff(at: now)
        publishSaves()
        exchange()
        state.saves = new.saves
        state.isDisplayNew = true
        attachNewGroups(at: now)
        publishRunning()
    }

    /// Updates and publishes the counters.
    package func count() {
        state.counters.bytesOut = outputs.written
        state.counters.allocations = treadle_thread_allocations()
        state.counters.pageFaults = treadle_thread_faults() &- state.faultsBefore
        state.counters.dropped = UInt64(engine.displayState.drops)
        if let lost = sequencer?.lost {
            state.counters.lostToClients = UInt64(lost.output)
            state.counters.lostFromClients = UInt64(lost.input)
        }
        countUMPLosses()
        state.counters.droppedInquiries = UInt64(engine.router.droppedInquiries)
        state.counters.otherClocks = UInt64(engine.router.droppedClocks)
        state.counters.waiting = portsWithWaiting
        state.counters.processorTime = treadle_thread_time()
        publishCounters()
    }

    private func publishCounters() {
        state.counters.tempo = engine.router.ownTempo
        state.counters.tempoByFiles = engine.router.tempoByFiles
        state.counters.soundingNotes = UInt32(engine.router.soundingNotes)
        state.counters.switched = engine.router.switched
        counters.publish(state.counters)
    }

    /// Reads contacts. Called before time advances to `now`, because their edges are earlier.
    @inline(__always)
    func serveContacts(_ hasEdges: Bool, by now: UInt64) {
        let isDue = engine.contactsDeadline <= now
        if hasEdges || isDue { readContacts() }
        // An edge that was just read may have begun a lock-out that is over by now.
        if isDue || engine.switches.nextDeadline <= now { readBackContacts() }
    }

    /// The number of footswitches in `contacts`; the lines of the knobs follow them (I10).
    private var switches: Int { min(contacts.count, PanelLimits.switches) }

    /// Reads the edges of all lines and handles them in the order of their times (F1): an edge can end a gesture of
    /// another switch, which depends on all earlier edges.
    private func readContacts() {
        // The next edge of each line: the footswitches, then two lines for each knob.
        var next = InlineArray<32, GPIOInput.Edge?>(repeating: nil)
        for index in 0..<contacts.count { next[index] = contacts[index]?.readEdge() }
        while true {
            var first = -1
            var time = UInt64.max
            for index in 0..<contacts.count {
                guard let edge = next[index], edge.time < time else { continue }
                first = index
                time = edge.time
            }
            guard first >= 0, let edge = next[first] else { return }
            if first < switches {
                engine.contact(first, closed: edge.closed, at: time)
            } else {
                engine.knob(line: first - switches, closed: edge.closed, at: time)
            }
            next[first] = contacts[first]?.readEdge()
        }
    }

    /// Reads the levels of all footswitches after a lock-out (F1), because the kernel may have dropped edges: it
    /// buffers 16 for each line, or as many as gpio.c requests. Called before time advances.
    private func readBackContacts() {
        for index in 0..<switches {
            guard let value = contacts[index]?.value, value >= 0 else { continue }
            engine.level(index, closed: value == 1)
        }
    }

    /// Reads the levels of all contacts at the start. A contact that is closed then does not count as a press.
    func findContacts() {
        for index in 0..<switches {
            guard let value = contacts[index]?.value, value >= 0 else { continue }
            engine.switches.begin(index, closed: value == 1)
        }
        var line = switches
        while line + 1 < contacts.count {
            let closed: UInt8 = (contacts[line]?.value == 1 ? 1 : 0) | (contacts[line + 1]?.value == 1 ? 2 : 0)
            engine.knobs.begin((line - switches) / 2, contacts: closed)
            line += 2
        }
    }
}
