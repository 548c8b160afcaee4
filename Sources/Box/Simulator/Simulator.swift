import Host
import Loop
import CPlatform
import Configuration
import MIDI
import Panel
import Plan
import Routing

/// Shows the box's hardware on a terminal: LCD, LEDs, footswitches, tilt, a keyboard, and the messages.
///
/// The simulator runs in the control thread and uses the same queues to the loop as connected clients and the panel.
/// The loop never waits for the simulator. A terminal that is too slow only misses pictures.
final class Simulator {
    let box: BoxConfiguration
    private let loopAddress: UnsafeMutablePointer<Loop>
    let path: String
    let startedAt: UInt64

    var terminal: Terminal
    var screen: Screen
    var input = SimulatorInput()
    var instruments: SimulatedInstruments
    var monitor: SimulatorMonitor
    var lights: PortLights
    private(set) var listeners = SimulatedListeners()
    private(set) var labels: SwitchLabels
    /// The configuration that runs.
    private var configuration: CompiledConfiguration
    /// Whether the simulator uses the terminal.
    var isTaken = false
    private var isEnding = false
    var suspension: Suspension?
    private let timer: Int32
    /// Whether something has changed since the last drawing.
    var isStale = true
    /// What the page shows on the display.
    private(set) var page = ShownPage()
    /// The address of the page for browsers; nil: there is none.
    var pageAddress: String? {
        didSet { if pageAddress != oldValue { isStale = true } }
    }
    private var drawnAt: UInt64 = 0
    /// When the picture next changes without an event, in ns.
    private var changesAt = never

    /// A request to suspend the process, which stops after a newer panic (`Simulator+Keys`).
    struct Suspension {
        /// Time of the last panic before the request; 0 for none.
        var after: UInt64
        var stopsEverybody: Bool
    }

    /// Nanoseconds between pictures: at most 30 pictures a second.
    private static let pictureTime: UInt64 = 33_000_000

    /// Nil without a terminal.
    init?(
        _ configuration: CompiledConfiguration, loop: UnsafeMutablePointer<Loop>, path: String, signals: Int32
    ) {
        guard let terminal = Terminal() else {
            // Without a picture, Ctrl-Z stops the process as usual.
            treadle_screen_hold_signals(0)
            return nil
        }
        _ = treadle_screen_signals(signals)
        self.terminal = terminal
        loopAddress = loop
        self.path = path
        self.configuration = configuration
        box = configuration.box
        timer = treadle_timer_create()
        startedAt = treadle_now()
        let size = terminal.size
        screen = Screen(
            columns: size.columns, rows: size.rows, colours: !Console.isWithoutColours, isWide: Plot.localeIsUTF8)
        instruments = SimulatedInstruments(box)
        monitor = SimulatorMonitor(configuration)
        lights = PortLights(box.ports)
        labels = SwitchLabels(configuration, preset: .none)
    }

    var loop: Loop {
        @inline(__always) unsafeAddress { UnsafePointer(loopAddress) }
        @inline(__always) unsafeMutableAddress { loopAddress }
    }

    /// Claims the terminal.
    ///
    /// - Parameters:
    ///   - places: addresses at which other programs find the ports.
    ///   - listeners: tells whether programs listen there.
    func begin(places: [String], _ listeners: SimulatedListeners) {
        lights.places = places
        self.listeners = listeners
        claimScreen()
    }

    /// Shows the present peer of a network port (N12).
    func show(place: String, ofPort index: Int) {
        // Before `begin`, there are no places.
        guard lights.places.indices.contains(index), lights.places[index] != place else { return }
        lights.places[index] = place
        isStale = true
    }

    /// Shows a code or a line of the page on the display (W4).
    func show(_ new: ShownPage) {
        page = new
        isStale = true
    }

    func claimScreen() {
        // Earlier output must not appear on the simulator's screen.
        QueuedOutput.flush()
        isTaken = treadle_screen_take() == 0
        terminal.forget()
        resize()
    }

    func resize() {
        let size = terminal.size
        screen.forget(columns: size.columns, rows: size.rows)
        isStale = true
    }

    /// Releases the song's notes, restores the terminal, and prints the captured output.
    func end() {
        if isEnding { return }
        isEnding = true
        instruments.song?.stop()
        _ = instruments.play(to: loop, at: never - 1)
        treadle_screen_give()
        for line in terminal.readCaptured() { Console.error(line + "\n") }
    }
}

// MARK: - Serving

extension Simulator {
    /// Adds the simulator's descriptors.
    func add(to set: inout PollSet<ControlWake>) {
        set.add(.simulator(.keys), terminal.descriptor)
        set.add(.simulator(.captured), terminal.captured)
        set.add(.simulator(.timer), timer)
        set.add(.simulator(.panel), loop.panelWake)
        if terminal.hasOutput { set.add(.simulator(.output), terminal.descriptor, .writing) }
    }

    /// Serves the descriptors that are ready and the events that are due. Returns true if the box has to end.
    func serve(_ ready: [ControlWake], _ running: CompiledConfiguration) -> Bool {
        let now = treadle_now()
        if ready.contains(.simulator(.captured)) { for line in terminal.readCaptured() { note(line) } }
        if ready.contains(.simulator(.timer)) { treadle_event_clear(timer) }
        if ready.contains(.simulator(.panel)) {
            treadle_event_clear(loop.panelWake)
            isStale = true
        }
        if ready.contains(.simulator(.keys)) {
            guard let bytes = terminal.read() else { return true }
            for byte in bytes {
                if let key = input.decoder.feed(byte, at: now), press(key, at: now) { return true }
            }
        }
        follow(running)
        advance(to: now)
        if ready.contains(.simulator(.output)) { terminal.flush() }
        if now >= changesAt { isStale = true }
        if isTaken && isStale && !terminal.hasOutput && now - drawnAt >= Simulator.pictureTime {
            drawnAt = now
            isStale = false
            draw(at: now)
            terminal.write(screen.update())
        }
        _ = treadle_timer_set(timer, nextAt(now))
        return false
    }

    /// Whether the user has asked for a reload since the last call.
    func takeReload() -> Bool {
        defer { input.wantsReload = false }
        return input.wantsReload
    }

    /// Handles all events that are due.
    private func advance(to now: UInt64) {
        instruments.switches.advance(to: now, contact)
        if let sample = instruments.tilt?.sample(at: now) {
            // The ring is only full if the loop does not run; a later sample then replaces this one.
            _ = loop.motions.push(sample)
            treadle_event_signal(loop.wake)
        }
        if instruments.play(to: loop, at: now) { isStale = true }
        if listeners.look(at: now) { isStale = true }
        let panicAt = loop.display.read().panicAt
        if monitor.advance(to: now, panicAt: panicAt, result: result) { isStale = true }
    }

    private func nextAt(_ now: UInt64) -> UInt64 {
        let next = min(instruments.nextAt(now), monitor.queue.nextAt ?? never, listeners.nextAt)
        changesAt = isStale ? drawnAt + Simulator.pictureTime : nextPicture(after: now)
        // A busy terminal wakes the simulator by its descriptor.
        return terminal.hasOutput ? next : min(next, changesAt)
    }

    func contact(_ index: Int, _ closed: Bool) {
        _ = loop.commands.push(.contact(UInt8(index), closed: closed))
        treadle_event_signal(loop.wake)
        isStale = true
    }
}

// MARK: - Monitor

extension Simulator {
    /// Handles a line about a message, in the form that watching clients receive.
    func hear(_ text: String) {
        guard let line = MonitorLine(text) else { return }
        monitor.queue.add(line)
        if lights.see(line, at: treadle_now()) { isStale = true }
    }

    /// Handles a trace record of the loop.
    func hear(_ record: TraceRecord) { monitor.hear(record) }

    func miss(_ count: Int) {
        lights.forgetKeys()
        note("\(count) messages not shown")
    }

    /// Adds a line to the monitor.
    func note(_ line: String) {
        monitor.log.add(.note, line, at: treadle_now())
        isStale = true
    }

    /// Describes the state of the box after an action; empty if there is nothing to show.
    private func result(of action: Action) -> String {
        let arrow = screen.isWide ? " → " : " -> "
        let state = loop.display.read()
        switch action {
        case _ where action.loadsPreset, .undo, .revert:
            let running = loop.reports.running.read()
            guard running.plan == configuration.plan, !running.preset.isNone else { return "" }
            let number = state.preset < 0 ? "" : "\(state.preset) "
            return "\(arrow)\(number)\(configuration.name(of: running.preset))"
        case .clock(.tap), .clock(.tempo), .clock(.tempoBy):
            return "\(arrow)\(ActionText.beats(Int(state.tempo))) BPM"
        case .transpose, .transposeBy:
            return "\(arrow)\(ActionText.signed(Int(state.transposition)))"
        default: return ""
        }
    }

    /// Shows the running configuration and preset, if one of them has changed.
    private func follow(_ running: CompiledConfiguration) {
        if configuration !== running {
            configuration = running
            monitor.follow(running)
        }
        let reported = loop.reports.running.read()
        if reported.plan != running.plan || labels.belong(to: running, reported.preset) { return }
        labels = SwitchLabels(running, preset: reported.preset)
        isStale = true
    }
}
