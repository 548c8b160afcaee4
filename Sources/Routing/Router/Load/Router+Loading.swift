import MIDI
import Plan

extension Router {
    /// Loads a preset (P1): held notes and controllers continue (H1), the next message uses the new settings (P3).
    /// Notes that belong to the old preset end (H7). Except for the count of D3, the cost does not depend on held keys.
    package mutating func load(_ index: PresetIndex, at time: UInt64) {
        now = max(now, time)
        load(index, leaves: !status.preset.isNone)
    }

    /// - Parameter leaves: whether the running preset is left (P10), because it has not been left yet.
    mutating func load(_ index: PresetIndex, leaves: Bool) {
        endAllWaits()  // R15: by the old preset
        leaveHolds()  // R21
        endLists()  // A4
        leaveNotes()  // H1, H7
        if leaves { leavePreset() }  // P10
        if leaves { keepHeldAssignments(under: plan.presets.at(index)) }  // A5
        leaveNoteHolds()  // R28
        presetAddress = plan.presets.at(index)
        ledger.leaveSettings()  // H1
        inputs.leaveSettings()  // R16
        status.preset = index
        status.part = 0  // P9
        followSetList()  // P8
        outputs.tracer.run(index)
        if isTraced { tell(.loaded, routing: .none) }
        countHeld()  // D3
        if preset.tempo > 0 { changeTempo(Double(preset.tempo) / 100) }  // K6
        byHand.load(presetAddress, index: index, at: now)  // P1, P5
        followTransposition()  // R29
        waitForLeaving()  // P10
        status.isModified = byHand.saved.differsFromFile(index)  // P5
        clocks.rates.restart(preset.routings.indices)  // K4
        findListeners()  // R9, R17
        stages.restart(presetAddress, of: planAddress, inputs)  // C1, R12, A5
        stopAbandoned()  // H12
        sendOnLoad()  // P1
        beginPart()  // P12
        clockChanged()  // D2
        openFeedback()  // R19
        updateLEDs()  // F3
        showSwitches(isLoad: true)  // D2
    }

    /// The running preset in the tables of the plan; the first preset before any load.
    var runningTable: UnsafePointer<Preset> {
        @inline(__always)
        mutating get { plan.presets.at(status.preset.isNone ? PresetIndex(0) : status.preset) }
    }

    /// Refreshes the state that `byHand` and listeners derive from the tables of the running preset and plan.
    mutating func readTables() {
        byHand.follow(presetAddress, part: status.part)
        followTransposition()  // R29
        findListeners()
    }

    private mutating func findListeners() {
        inputs.listeners.find(presetAddress, planAddress)
        ledger.findHolds()  // R28
        listenForHolds()
    }
}
