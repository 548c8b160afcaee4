import Engine
import Routing
import CPlatform
import Devices
import MIDI
import Panel
import Plan
import Synchronization

/// The routing loop: one thread that blocks in one place and uses only memory that was allocated before it started.
///
/// It owns the engine and all descriptors that it was given. Other threads send it `commands`, `motions` and
/// `injections`, read `display`, `menu`, `leds` and `counters`, and receive its `reports`.
package struct Loop {
    /// The kind of a descriptor in the epoll tag: the kind in the upper 32 bits, the index in the lower.
    enum Tag: UInt64 {
        case wake, timer, input, output, contacts, sequencer, terminal, network, control, bluetooth

        func of(_ index: Int) -> UInt64 { rawValue << 32 | UInt64(index) }
    }

    package struct State {
        package var inputs: UnsafeMutablePointer<Endpoint>
        package var counters = LoopCounters()
        var timerAt = UInt64.max
        package var displayKey: UInt64 = 0
        /// `RouterStatus.variableChanges` when the variables were last published; nil before that.
        var variableChanges: UInt8?
        /// Publish the whole display even if its key has not changed.
        var isDisplayNew = true
        /// The last published picture of the menu.
        package var menu = MenuPicture()
        var faultsBefore: UInt64 = 0
        var isStopped = false
        /// Why the loop has ended by itself.
        package var failure: Failure?
        /// The control thread has missed its deadline once (`Loop+ControlLife`).
        var isControlLate = false
        /// When the next portion of injections is taken; `UInt64.max` if no injection has to wait for a time.
        var injectionsAt = UInt64.max
        /// Some pieces of a SysEx that a client sends are in the router, and some are not.
        var isSendingSysEx = false
        /// One bit for each input that is not read because the outbox has no room.
        package var paused: UInt32 = 0
        /// The backlog of each raw MIDI input.
        var backlogs = InlineArray<32, Backlog>(repeating: Backlog())
        /// The UMP boundaries in the words of each UMP input.
        var walks = InlineArray<32, UMPWalk>(repeating: UMPWalk())
        /// Groups of each attached UMP port that speak the MIDI 2.0 protocol, bit 0 for the first.
        var midi2Groups = InlineArray<32, UInt16>(repeating: 0)
        /// Count of reads that brought UMP Stream messages of devices.
        var streamNews: UInt32 = 0
        /// The last published plan and preset.
        package var running: LoopReports.Running
        /// The presets saved in the running plan.
        package var saves: Snapshot<SavedPresets>
        /// After a failure of the loop, each port gets a panic as soon as it is attached (E3).
        var panicsNewPorts = false
    }

    package let engine: Engine
    let outputsAddress: UnsafeMutablePointer<LoopOutputs>
    package let recorder: Recorder
    package let sequencer: Sequencer?
    /// The lines of the footswitches, then two for each knob (I10); nil for a line that is not used.
    package let contacts: UnsafeMutableBufferPointer<GPIOInput?>
    /// The index of the port that each port number of the sequencer client serves.
    let sequencerPorts: UnsafeMutablePointer<PortIndex>
    let stateAddress: UnsafeMutablePointer<State>
    let readBuffer: UnsafeMutableRawBufferPointer
    /// Memory for UMPs that are read.
    let umpBuffer: UnsafeMutableRawBufferPointer
    /// Memory for one datagram of a peer, or one PDU of a Bluetooth peer.
    let datagram: UnsafeMutableRawBufferPointer
    let epoll: Int32
    package let timer: Int32
    package let wake: Int32
    /// The epoll instance that waits only for outputs, at the end. Created at the start, because no descriptor may be
    /// left at the end.
    let outputsOnly: Int32
    /// Timer that fires when the control thread gives no sign of life.
    let controlTimer: Int32
    /// The program has no memory left. Set by any thread.
    let isOutOfMemory: UnsafeMutablePointer<Atomic<Bool>>
    /// Event that the loop signals when the display may have changed.
    package let panelWake: Int32
    /// Event that the loop signals when `reports` has changed.
    package let controlWake: Int32

    package let commands: Ring<LoopCommand>
    package let motions: Ring<MotionEvent>
    package let pedals: Ring<PedalEvent>
    /// Messages that clients play and send. A SysEx is in the ring whole or not at all.
    package let injections: Ring<Injection>
    /// Pieces of the MIDI-CI messages that ports have received (U9).
    package let inquiries: Ring<InquiryPiece>
    package let reports: LoopReports
    let watchAddress: UnsafeMutablePointer<Watch>
    package let display: Snapshot<DisplayState>
    /// The picture that the LCD shows while the menu is open (M2).
    package let menu: Snapshot<MenuPicture>
    /// The LEDs of the footswitches (F3).
    package let leds: Snapshot<LEDs>
    /// The colours of coloured LEDs (I10).
    package let colours: Snapshot<LEDColours>
    package let counters: Snapshot<LoopCounters>
    package var isRealtime = false

    package var outputs: LoopOutputs {
        @inline(__always) unsafeAddress { UnsafePointer(outputsAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { outputsAddress }
    }

    package var state: State {
        @inline(__always) unsafeAddress { UnsafePointer(stateAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { stateAddress }
    }

    /// Trace records for clients that watch.
    package var watched: Watch {
        @inline(__always) unsafeAddress { UnsafePointer(watchAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { watchAddress }
    }

    /// Routes until the stop command. Runs on the loop thread and allocates nothing.
    package func run() {
        treadle_prefault_stack()
        treadle_count_allocations(1)
        state.faultsBefore = treadle_thread_faults()
        state.counters.thread = treadle_thread_number()
        var ready = Ready()
        while !state.isStopped { turn(&ready) }
        end()
        count()
        report(true, in: reports.ended)
    }

    /// The result of `epoll_wait` and the times of the last turn. Reused by each turn.
    package struct Ready {
        var tags = InlineArray<64, UInt64>(repeating: 0)
        package var events = InlineArray<64, UInt32>(repeating: 0)
        /// The time at the end of the last turn.
        package var at: UInt64 = 0
        /// The deadline of the last wait.
        var due: UInt64 = 0

        package init() {}
    }

    /// Waits once and handles all events.
    @_optimize(speed)
    package func turn(_ ready: inout Ready) {
        let count = wait(&ready)
        var now = treadle_now()
        recorder.wake(at: now)
        // This must happen before an edge or message advances time.
        let isLate = now &- Loop.soon > ready.due
        if isLate { engine.goOnAfterStop(at: now) }
        if contacts.count > 0 {
            // First: edges carry the kernel's time, which is before now and before the deadlines of the contacts.
            // A delayed loop also reads edges that occurred after its epoll call.
            var hasEdges = isLate
            for index in 0..<count where ready.tags[index] >> 32 == Tag.contacts.rawValue { hasEdges = true }
            serveContacts(hasEdges, by: now)
        }
        for index in 0..<count {
            if index > 0 { sendDue(&now) }
            serve(ready.tags[index], ready.events[index], at: &now)
        }
        if outputs.network.deadline <= now { advancePeers(to: now) }
        // Sends the routed messages before handling newly due events, which are rare.
        flushAll(&now)
        engine.advance(to: now)
        if !injections.isEmpty { acceptInjections(at: now) }
        if !outputs.isClean { flushAll(&now) }
        if state.counters.sentAt == 0 && outputs.written > 0 {
            state.counters.sentAt = treadle_now()
        }
        if outputs.gone != 0 { dropGone(at: now) }
        if state.paused != 0 { resumePaused() }
        if engine.router.hasInquiry { passInquiries() }
        // First, so that a turn that is measured ends with its output.
        if watched.duties != 0 { serveWatchers() }
        publish()
        recorder.sleep()
        ready.at = now
    }

    /// Nanoseconds: if the next deadline is nearer than this, the wait ends exactly at the deadline.
    private static let soon: UInt64 = 1_000_000

    /// Waits for events or the next deadline.
    ///
    /// A near deadline is the timeout of `epoll_pwait2`: on a realtime kernel the interrupt wakes the thread directly,
    /// while a timer descriptor waits for a kernel thread of ordinary priority. For a later deadline the timer wakes
    /// the loop a little earlier. The timer is set only if it would otherwise fire too late, so that messages rarely
    /// cost a system call; it may therefore fire for nothing.
    @_optimize(speed)
    private func wait(_ ready: inout Ready) -> Int {
        let outputsDue = min(outputs.deadline, outputs.network.deadline)
        let due = min(min(engine.deadline, outputsDue), state.injectionsAt)
        ready.due = due
        let isSoon = due < ready.at &+ Loop.soon
        let ringsAt = due == UInt64.max ? due : due &- Loop.soon / 2
        if !isSoon && ringsAt < state.timerAt {
            state.timerAt = ringsAt
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
            state.counters.wakes &+= 1
            // An interrupted wait has no events. It is repeated, so that edges with earlier times come first (F1), for
            // example after the process was stopped and continued.
            if count >= 0 { return Int(count) }
        }
    }

    // The wake event and the timer are edge-triggered and need not be read (`watchOwnDescriptors`).
    @_optimize(speed)
    private func serve(_ tag: UInt64, _ events: UInt32, at now: inout UInt64) {
        let index = Int(tag & 0xFFFF_FFFF)
        switch Tag(rawValue: tag >> 32) {
        case .wake: obey(at: now)
        case .timer: state.timerAt = UInt64.max
        case .input:
            if events & EPOLLOUT.rawValue != 0 { writable(index, at: now) }
            if events & ~EPOLLOUT.rawValue != 0 { readInput(index, at: now) }
        case .output:
            if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { outputs.lose(index) }
            if events != EPOLLIN.rawValue { writable(index, at: now) }
        case .sequencer:
            if events & EPOLLOUT.rawValue != 0 { sequencerWritable(at: now) }
            readSequencer(at: &now)
        case .terminal: serveTerminal(index, events, at: now)
        case .network: readPeer(index, at: now)
        case .bluetooth: serveLink(index, events, at: now)
        case .control: missControl(at: now)
        case .contacts, nil: break
        }
    }
}
