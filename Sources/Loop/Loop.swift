import Engine
import Routing
import CPlatform
import Devices
import MIDI
import Panel
import Program

/// The routing loop: one thread that blocks in one place and touches nothing but memory taken before it began.
///
/// It owns the engine and all descriptors it was given. Everybody else speaks to it through `commands` and `motions`
/// and reads `display` and `counters`; what it no longer needs is said in `reports`.
package struct Loop {
    /// What a descriptor is, in the tag epoll gives back: the kind above 32 bits, the index below.
    enum Tag: UInt64 {
        case wake, timer, input, output, contacts, sequencer, terminal

        func of(_ index: Int) -> UInt64 { rawValue << 32 | UInt64(index) }
    }

    package struct State {
        package var inputs: UnsafeMutablePointer<Endpoint>
        package var counters = LoopCounters()
        var timerAt = UInt64.max
        package var displayKey: UInt64 = 0
        /// All of the display is to be shown, whatever its key.
        var isDisplayNew = true
        /// What was last shown of the menu.
        package var menu = MenuPicture()
        var faultsBefore: UInt64 = 0
        var isStopped = false
        /// Inputs that are not read for want of room, a bit each.
        package var paused: UInt32 = 0
        /// By input, of raw MIDI devices.
        var backlogs = InlineArray<32, Backlog>(repeating: Backlog())
        /// What was said to run last.
        package var running: LoopReports.Running
        /// Where what is saved is said.
        package var saves: Snapshot<SavedPresets>
        /// After a failure of the loop: a port that is attached hears a panic first (E3).
        var panicsNewPorts = false
    }

    package let engine: Engine
    package let outputs: UnsafeMutablePointer<LoopOutputs>
    package let recorder: Recorder
    package let sequencer: Sequencer?
    /// The footswitches' lines, by switch; nil where a line could not be had.
    package let contacts: UnsafeMutableBufferPointer<GPIOInput?>
    /// Which alias each port of the sequencer client serves, by the client's port number.
    let sequencerPorts: UnsafeMutablePointer<UInt8>
    package let state: UnsafeMutablePointer<State>
    let readBuffer: UnsafeMutableRawBufferPointer
    let epoll: Int32
    package let timer: Int32
    package let wake: Int32
    /// Signalled when the display may have to change.
    package let panelWake: Int32
    /// Signalled when something is new in `reports`.
    package let controlWake: Int32

    package let commands: Ring<LoopCommand>
    package let motions: Ring<MotionEvent>
    /// What programs play and send; a SysEx is in it whole or not at all.
    package let injections: Ring<Injection>
    package let reports: LoopReports
    /// What is shown to whoever watches.
    package let watched: UnsafeMutablePointer<Watch>
    package let display: Snapshot<DisplayState>
    /// What the LCD shows in its place while it is open (M2).
    package let menu: Snapshot<MenuPicture>
    /// The LEDs of the footswitches (F3).
    package let leds: Snapshot<LEDs>
    package let counters: Snapshot<LoopCounters>
    package var isRealtime = false

    /// Routes until told to stop. For the loop thread; everything is set up, and nothing is allocated from here on.
    package func run() {
        treadle_prefault_stack()
        treadle_count_allocations(1)
        state.pointee.faultsBefore = treadle_thread_faults()
        state.pointee.counters.thread = treadle_thread_number()
        var ready = Ready()
        while !state.pointee.isStopped { turn(&ready) }
        end()
        count()
        report(true, in: reports.ended)
    }

    /// What epoll says, in memory that lies ready.
    package struct Ready {
        var tags = InlineArray<64, UInt64>(repeating: 0)
        package var events = InlineArray<64, UInt32>(repeating: 0)
        /// When the last turn went on last.
        package var at: UInt64 = 0
        /// When something was due, as of the last wait.
        var due: UInt64 = 0

        package init() {}
    }

    /// One wait, and all that has come by then.
    @_optimize(speed)
    package func turn(_ ready: inout Ready) {
        let count = wait(&ready)
        var now = treadle_now()
        recorder.wake(at: now)
        // Before any edge or message lets time pass.
        let isLate = now &- Loop.soon > ready.due
        if isLate { engine.goOnAfterStop(at: now) }
        if contacts.count > 0 {
            // First: their edges carry the kernel's time, which is before now, and before what is due of them.
            // Of a loop that was held up since it last asked, edges may have come that epoll did not tell of yet.
            var hasEdges = isLate
            for index in 0..<count where ready.tags[index] >> 32 == Tag.contacts.rawValue { hasEdges = true }
            hearContacts(hasEdges, by: now)
        }
        for index in 0..<count {
            if index > 0 { sendDue(&now) }
            serve(ready.tags[index], ready.events[index], at: &now)
        }
        if !injections.isEmpty { takeInjections(at: &now) }
        // What has come goes before what is due because of it, which is seldom.
        flushAll(&now)
        engine.advance(to: now)
        if !outputs.pointee.isClean { flushAll(&now) }
        if state.pointee.counters.sentAt == 0 && outputs.pointee.written.pointee > 0 {
            state.pointee.counters.sentAt = treadle_now()
        }
        if outputs.pointee.gone.pointee != 0 { dropGone(at: now) }
        if state.pointee.paused != 0 { resumePaused() }
        publish()
        tellNews()
        recorder.sleep()
        ready.at = now
    }

    /// Nanoseconds before something is due in which the wait for it is exact.
    private static let soon: UInt64 = 1_000_000

    /// What is due soon ends the wait itself: on a realtime kernel that wakes a realtime thread out of the interrupt, where a
    /// timer's descriptor first waits for a kernel thread of ordinary priority. For what is due later the timer rings a while
    /// before, so that messages do not pay for it; it is only set when it would ring too late, and may ring in vain.
    @_optimize(speed)
    private func wait(_ ready: inout Ready) -> Int {
        let due = min(engine.deadline, outputs.pointee.deadline.pointee)
        ready.due = due
        let isSoon = due < ready.at &+ Loop.soon
        let ringsAt = due == UInt64.max ? due : due &- Loop.soon / 2
        if !isSoon && ringsAt < state.pointee.timerAt {
            state.pointee.timerAt = ringsAt
            _ = treadle_timer_set(timer, ringsAt)
        }
        var tagSpan = ready.tags.mutableSpan
        var eventSpan = ready.events.mutableSpan
        while true {
            let count = tagSpan.withUnsafeMutableBufferPointer { tags in
                eventSpan.withUnsafeMutableBufferPointer { events in
                    treadle_epoll_wait(epoll, tags.baseAddress, events.baseAddress, isSoon ? due : UInt64.max)
                }
            }
            state.pointee.counters.wakes &+= 1
            // A wait that was interrupted, as by a process that goes on, has heard nothing yet: no time may pass before the
            // edges that were stamped meanwhile (F1).
            if count >= 0 { return Int(count) }
        }
    }

    // The two that only ring tell by their edges, and need not be read (`watchOwnDescriptors`).
    @_optimize(speed)
    private func serve(_ tag: UInt64, _ events: UInt32, at now: inout UInt64) {
        let index = Int(tag & 0xFFFF_FFFF)
        switch Tag(rawValue: tag >> 32) {
        case .wake: obey(at: now)
        case .timer: state.pointee.timerAt = UInt64.max
        case .input:
            if events & EPOLLOUT.rawValue != 0 { writable(index, at: now) }
            if events & ~EPOLLOUT.rawValue != 0 { readInput(index, at: now) }
        case .output:
            if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { outputs.pointee.lose(index) }
            writable(index, at: now)
        case .sequencer:
            if events & EPOLLOUT.rawValue != 0 { sequencerWritable(at: now) }
            readSequencer(at: &now)
        case .terminal: serveTerminal(index, events, at: now)
        case .contacts, nil: break
        }
    }

    @_optimize(speed)
    private func publish() {
        let key = engine.displayKey
        if key != state.pointee.displayKey || state.pointee.isDisplayNew {
            state.pointee.displayKey = key
            state.pointee.isDisplayNew = false
            publishDisplay()
        } else {
            // What changes with each message, and is looked at only now and then.
            let notices = engine.notices
            display.change {
                $0.lastMessage = notices.pointee.lastMessage
                $0.backlight = notices.pointee.backlight
            }
        }
        publishMenu()
        if engine.router.pointee.status.preset != state.pointee.running.preset { publishRunning() }
        publishSaves()
        if let learnt = engine.takeLearntRange() { report(learnt, in: reports.learntRanges[Int(learnt.axis)]) }
    }

    /// Which program and preset run.
    @inline(never)
    func publishRunning() {
        let router = engine.router
        state.pointee.running = LoopReports.Running(
            program: router.pointee.runningProgram, preset: router.pointee.status.preset)
        report(state.pointee.running, in: reports.running)
    }

    /// What was saved, reverted and undone in the program that runs.
    @inline(__always)
    func publishSaves() {
        if engine.router.pointee.hasStoringNews { publishStoring() }
    }

    @inline(never)
    private func publishStoring() {
        let router = engine.router
        while let preset = router.pointee.takeReverted() { state.pointee.saves.change { $0.revert(preset) } }
        if let undone = router.pointee.takeUndone() { reports.undone.publish(undone) }
        while let saved = router.pointee.takeSaved() {
            state.pointee.saves.change { $0.save(saved.states, of: saved.preset) }
        }
        treadle_event_signal(controlWake)
    }

    /// Tells the control thread, which need not have seen what was there before.
    func report<Value>(_ value: Value, in snapshot: Snapshot<Value>) {
        snapshot.publish(value)
        treadle_event_signal(controlWake)
    }

    @inline(never)
    private func publishDisplay() {
        display.publish(engine.displayState)
        leds.publish(engine.router.pointee.status.leds)
        treadle_event_signal(panelWake)
    }

    @_optimize(speed)
    private func publishMenu() {
        if engine.menu.pointee.menu.isOpen || state.pointee.menu.isOpen {
            publishPicture()
        }
        if let request = engine.takeLearnRequest() { report(request, in: reports.learn) }
        if engine.takeRecordWish() { report(true, in: reports.record) }
    }

    @inline(never)
    private func publishPicture() {
        let picture = engine.menuPicture
        if picture == state.pointee.menu { return }
        state.pointee.menu = picture
        menu.publish(picture)
        treadle_event_signal(panelWake)
    }
}
