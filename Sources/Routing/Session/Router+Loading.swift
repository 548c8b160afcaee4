import MIDI
import Program

extension Router {
    /// Loads a preset by index (P1): what is held stays as it is (H1), the next message goes by the new settings (P3).
    /// The cost does not depend on what keys hold; notes that belong to the preset end (H7).
    public mutating func load(_ index: Int32, at time: UInt64) {
        now = max(now, time)
        // What waits counts by the old preset (R15).
        endAllWaits()
        leaveNotes()
        preset = program.pointee.presets + Int(index)
        ledger.leaveSettings()
        inputs.leaveSettings()
        status.preset = index
        outputs.tracer.run(index)
        status.heldNotes = UInt32(ledger.noteCount)
        if preset.pointee.tempo > 0 { changeTempo(Double(preset.pointee.tempo) / 100) }
        resetRoutings()
        stopAbandoned()
        sendOnLoad()
        clockChanged()
        openLoops()
        updateLEDs()
    }

    /// Takes a new program, whose ports are numbered as the old one's; the preset of index `index` is loaded.
    ///
    /// Nothing of the old program is referred to afterwards, so that it may be freed: what is away from rest by one of
    /// its curves or lists, or by an input that the new one does not know, comes to rest now.
    public mutating func adopt(_ program: UnsafePointer<Program>, loading index: Int32, at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        take(program)
        resetAssignments()
        session.forgetProgram()
        load(index, at: time)
    }

    /// Puts another program in the place of the one that runs.
    ///
    /// - Parameter kept: a preset of it that goes on as if nothing had happened; nil: none does.
    mutating func take(_ program: UnsafePointer<Program>, keeping kept: UnsafePointer<Preset>? = nil) {
        letAllGo(butOf: kept)
        giveUpDestinations(without: program)
        releaseUnknown(to: program, keeping: kept)
        changeClock(to: program)
        if kept == nil { endNotes(of: HeldControllers.byAction) }
        self.program = program
        inputs.adopt(program)
    }

    /// Takes a program that is the running one but for a value that was learnt on the box, or was dropped (P5, M7). Nothing is
    /// loaded or sent: mutes and bypasses, latches, counts and the history stay; what is held goes on as it began (H1).
    public mutating func exchange(_ program: UnsafePointer<Program>, _ change: LearntChange, at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        let old = preset
        take(program)
        leaveNotes()
        preset = program.pointee.presets + Int(max(status.preset, 0))
        ledger.leaveSettings()
        inputs.leaveSettings()
        status.heldNotes = UInt32(ledger.noteCount)
        // What still waits of the load is found by its place.
        if preset.pointee.onLoadCount != old.pointee.onLoadCount { session.onLoad.end(preset) }
        if preset.pointee.remapCount != old.pointee.remapCount { stages.remaps.restart(preset) }
        stages.conditions.judgeAll(preset.pointee.conditions)
        session.follow(preset)
        findListeners()
        session.saved.setLearnt(change.isLearnt, in: change.preset)
        if change.step > 0 {
            session.history.push(History.Step(preset: change.preset, tempo: clocks.own.tempo, learnt: change.step))
        }
        compareWithStored()
        clockChanged()
        updateLEDs()
    }

    /// Steps through the numbered presets (P2): +1 or -1.
    mutating func step(_ direction: Int) {
        guard let next = preset(steps: direction) else { return }
        remember(load: true)
        load(next, at: now)
    }

    /// The numbered preset that many steps from the one that runs; nil when none has a number.
    func preset(steps direction: Int) -> Int32? {
        let count = Int(program.pointee.numberedCount)
        if count == 0 { return nil }
        var place = direction > 0 ? -1 : count
        for index in 0..<count where Int32(program.pointee.numbered[index]) == status.preset { place = index }
        return Int32(program.pointee.numbered[(place + direction + count) % count])
    }

    /// Loads the preset of a number 0...127; one that nobody has is only said on the display.
    mutating func load(number: Int32) {
        for index in 0..<Int(program.pointee.numberedCount) {
            let candidate = program.pointee.numbered[index]
            if Int32(program.pointee.presets[Int(candidate)].number) == number {
                remember(load: true)
                load(Int32(candidate), at: now)
                return
            }
        }
        status.missingNumber = number
        status.missingAt = now
    }

    private mutating func resetRoutings() {
        session.load(preset, index: status.preset, at: now)
        status.isModified = session.saved.differsFromFile(status.preset)
        clocks.rates.restart(routings: Int(preset.pointee.routingCount))
        findListeners()
        stages.restartRoutings(preset, inputs)
    }

    /// Finds which inputs the running preset and its program listen to.
    mutating func findListeners() {
        inputs.listeners.find(preset, program)
    }

    /// Sends the on-load messages that are due (P1).
    mutating func sendOnLoad() {
        while let next = session.onLoad.takeDue(preset, at: now) {
            let routing = preset.pointee.routings + Int(next.pointee.routing)
            speakForItself()
            if session.onLoad.isMuted(next.pointee.routing) {
                why(.muted, next.pointee.routing)
                continue
            }
            working = AtWork(UInt8(truncatingIfNeeded: next.pointee.routing))
            let message = next.pointee.message(preset.pointee.longMessages)
            if message.isNote {
                playOwn(message, of: Int(next.pointee.routing), through: routing, replaces: next.pointee.replaces)
            } else {
                outputs.sendOwn(message, through: routing, at: now)
            }
        }
        schedule(at: session.onLoad.deadline(preset))
    }
}
