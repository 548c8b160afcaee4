import CPlatform
import Engine
import MIDI
import Panel
import Plan
import Routing

// Publishes the state of the loop for other threads: snapshots of the display, the menu and the LEDs, and reports.
extension Loop {
    @_optimize(speed)
    func publish() {
        let key = engine.displayKey
        if key != state.displayKey || state.isDisplayNew {
            state.displayKey = key
            state.isDisplayNew = false
            publishDisplay()
        } else {
            // These change with each message but are read rarely, so nobody is woken.
            display.change {
                $0.lastMessage = engine.notices.lastMessage
                $0.backlight = engine.notices.backlight
            }
        }
        publishMenu()
        let status = engine.router.status
        if status.preset != state.running.preset || status.setList != state.running.setList
            || status.part != state.running.part
        {
            publishRunning()
        }
        publishSaves()
        if let learnt = engine.takeLearntRange() { report(learnt, in: reports.learntRanges[Int(learnt.axis)]) }
        if let learnt = engine.takeLearntPedal() { report(learnt, in: reports.learntPedals[Int(learnt.pedal)]) }
    }

    /// Publishes the running plan and preset.
    @inline(never)
    func publishRunning() {
        state.running = LoopReports.Running(
            plan: engine.router.runningPlan, engine.router.status)
        report(state.running, in: reports.running)
    }

    /// Publishes the presets and values that were saved, reverted or undone in the running plan.
    @inline(__always)
    func publishSaves() {
        if engine.router.hasStoringNews { publishStoring() }
    }

    @inline(never)
    private func publishStoring() {
        while let preset = engine.router.takeReverted() { state.saves.change { $0.revert(preset) } }
        if let undone = engine.router.takeUndone() { reports.undone.publish(undone) }
        while let saved = engine.router.takeSaved() {
            state.saves.change { $0.save(saved.states, of: saved.preset) }
        }
        treadle_event_signal(controlWake)
    }

    /// Publishes a report and wakes the control thread. An unread older report is replaced.
    func report<Value>(_ value: Value, in snapshot: Snapshot<Value>) {
        snapshot.publish(value)
        treadle_event_signal(controlWake)
    }

    @inline(never)
    private func publishDisplay() {
        display.publish(engine.displayState)
        leds.publish(engine.router.status.leds)
        publishColours()
        publishVariables()
        treadle_event_signal(panelWake)
    }

    /// Publishes the values of the variables, if one has changed (V1).
    private func publishVariables() {
        let changes = engine.router.status.variableChanges
        if changes == state.variableChanges { return }
        state.variableChanges = changes
        var variables = LoopReports.Variables(plan: engine.router.runningPlan)
        for index in 0..<Limits.variables { variables.values[index] = engine.router.value(ofVariable: index) }
        report(variables, in: reports.variables)
    }

    /// Publishes the colours of the running preset, if the box has coloured LEDs.
    @inline(__always)
    private func publishColours() {
        let running = engine.router.status.preset
        guard !running.isNone, let current = engine.router.runningPlan.pointee.presets[running].colours
        else { return }
        colours.publish(current.pointee)
    }

    @_optimize(speed)
    private func publishMenu() {
        if engine.menu.menu.isOpen || state.menu.isOpen {
            publishPicture()
        }
        if engine.menu.hasWishes { publishWishes() }
    }

    @inline(never)
    private func publishWishes() {
        engine.menu.hasWishes = false
        if let request = engine.takeLearnRequest() { report(request, in: reports.learn) }
        if engine.takeRecordWish() { report(true, in: reports.record) }
        if let request = engine.takeTask() { report(request, in: reports.tasks) }
        if let answer = engine.takePairingAnswer() { report(answer, in: reports.pairing) }
    }

    @inline(never)
    private func publishPicture() {
        let picture = engine.menuPicture
        if picture == state.menu { return }
        state.menu = picture
        menu.publish(picture)
        treadle_event_signal(panelWake)
    }
}
