import Routing
import Plan
import MIDI
import Panel

extension Engine {
    /// The state that the display shows now (D1, D2, D3).
    package var displayState: DisplayState {
        let status = router.status
        var state = DisplayState()
        if !status.preset.isNone {
            let preset = router.runningPreset
            state.preset = Int(preset.pointee.number)
            state.name = DisplayText(preset.pointee.name)
            if status.showsSwitches, let labels = preset.pointee.switchLabels {
                state.switchCount = min(Int(preset.pointee.switchLabelCount), state.switches.count)
                for index in 0..<state.switchCount { state.switches[index] = DisplayText(labels[index]) }
            }
            if let part = preset.pointee.part(status.part) { state.part = DisplayText(part.pointee.name) }
        }
        if notices.showsNext, let next = router.nextPreset {
            state.next = Int(next.pointee.number)
            state.nextName = DisplayText(next.pointee.name)
        }
        state.backlight = notices.backlight
        state.isModified = status.isModified
        state.tempo = status.tempo
        state.transposition = status.transposition
        state.transport = status.transport
        state.isOnBeat = status.isOnBeat
        state.sendsTicks = status.sendsTicks
        state.panicAt = status.panicAt
        state.port = notices.port
        state.hasFeedback = router.hasFeedback
        state.hasNoTilt = notices.hasNoTilt
        state.hasNoPedal = notices.hasNoPedal
        state.held = Int(status.heldNotes)
        state.drops = drops
        state.isLearning = menu.menu.page == .learning
        state.pairing = pairing.row
        state.refusedPairingAt = pairing.refusedAt
        (state.notice, state.noticeAt) = lastNotice
        state.startNotice = notices.start
        state.lastMessage = notices.lastMessage
        state.middleC = notices.middleC
        state.noteNames = notices.noteNames
        if let place = notices.badPlace {
            state.isBadConfiguration = true
            state.badPlace = place
        }
        return state
    }

    /// Number of messages and bytes dropped since the last panic (D3).
    package var drops: Int {
        Int(router.dropped &+ (strayBytes &- notices.straysAtPanic))
    }

    /// The newest notice and its time: a preset was saved, not saved or not found, or a value undone (D3).
    private var lastNotice: (DisplayState.Notice, UInt64) {
        let status = router.status
        let number = status.missingNumber
        var last = (DisplayState.Notice.noPreset(Int(number)), status.missingAt)
        if number & RouterStatus.reachBit != 0 {
            last.0 = .reach(Int(number & 0x3FFF), isAbove: number & RouterStatus.reachesUpBit != 0)
        }
        if Engine.isNewer(status.savedAt, than: last.1) { last = (.saved, status.savedAt) }
        if Engine.isNewer(status.unsavedAt, than: last.1) { last = (.unsaved, status.unsavedAt) }
        if Engine.isNewer(status.undoneAt, than: last.1) { last = (.undone, status.undoneAt) }
        return last
    }

    /// Whether the event at `time` has happened (is not `never`) and did not happen before the event at `other`.
    private static func isNewer(_ time: UInt64, than other: UInt64) -> Bool {
        time != never && (other == never || time >= other)
    }

    /// A hash of `displayState` that changes whenever the display may change, except for changes by time alone and the
    /// last message with its time.
    package var displayKey: UInt64 {
        @_optimize(speed)
        get {
            let flags: UInt64 =
                (notices.hasNoTilt ? 1 : 0) | (menu.menu.page == .learning ? 2 : 0)
                | (notices.hasNoPedal ? 4 : 0)
            return router.statusHash
                .mixed(UInt64(UInt(bitPattern: router.runningPlan)))
                .mixed(UInt64(notices.backlight.wakes) << 32 | UInt64(notices.changes))
                .mixed(notices.port.at << 3 | flags)
        }
    }
}
