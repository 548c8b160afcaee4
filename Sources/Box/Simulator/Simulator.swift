import Loop
import CPlatform
import Configuration
import MIDI
import Panel
import SMF

/// Shows the box's hardware on a terminal: LCD, LEDs, footswitches, tilt, a small keyboard, and the messages.
///
/// It runs in the control thread and uses the same queues to the loop as connected programs and the panel. The loop
/// never waits for it. A terminal that does not keep up misses pictures only.
final class Simulator {
    let box: BoxConfiguration
    let loop: UnsafeMutablePointer<Loop>
    let path: String
    var terminal: Terminal
    var screen: Screen
    private var keys = TerminalKeys()
    var switches: SimulatedSwitches
    var tilt: SimulatedTilt?
    var keyboard: SimulatedKeyboard?
    var song: PlayedSong?
    var queue = MonitorQueue()
    let words: MonitorText
    /// The lines of the monitor, the newest last.
    var lines: [String] = []
    /// Times until which the two LEDs of each port are on, for input and output.
    var heardUntil: [UInt64]
    var sentUntil: [UInt64]
    var places: [String] = []
    var showsHelp = false
    /// Shows dropped messages and the reasons.
    var showsWhy = true
    let startedAt: UInt64
    private let timer: Int32
    var isTaken = false
    private var isEnding = false
    /// Something has changed since the last drawing.
    var isStale = true
    private var drawnAt: UInt64 = 0
    /// When the picture next changes without an event.
    private var changesAt = never
    /// Time of the last panic before a request to suspend. The process stops after a newer one (`Simulator+Keys`).
    var suspendsAfter: UInt64?
    var stopsEverybody = false

    /// Nanoseconds between pictures: at most 30 a second.
    private static let pictureTime: UInt64 = 33_000_000
    /// Nanoseconds that a port's LED is on after a message.
    private static let ledTime: UInt64 = 150_000_000

    /// Nil without a terminal.
    init?(_ box: BoxConfiguration, loop: UnsafeMutablePointer<Loop>, path: String, signals: Int32) {
        guard let terminal = Terminal() else { return nil }
        _ = treadle_screen_signals(signals)
        self.terminal = terminal
        self.box = box
        self.loop = loop
        self.path = path
        timer = treadle_timer_create()
        startedAt = treadle_now()
        let size = terminal.size
        screen = Screen(
            columns: size.columns, rows: size.rows, colours: !Simulator.isWithoutColours, isWide: Plot.localeIsUTF8)
        switches = SimulatedSwitches(box.footswitches)
        tilt = box.motion.map { SimulatedTilt($0, at: treadle_now()) }
        keyboard = SimulatedKeyboard(box)
        words = MonitorText(language: box.noteNames, middleC: box.middleC)
        queue.window = box.chordWindow
        heardUntil = Array(repeating: 0, count: box.ports.count)
        sentUntil = heardUntil
    }

    /// Whether the environment variable NO_COLOR is set and not empty.
    private static var isWithoutColours: Bool {
        guard let value = getenv("NO_COLOR") else { return false }
        return value[0] != 0
    }

    /// Takes the terminal.
    ///
    /// - Parameter places: addresses at which other programs find the ports.
    func begin(places: [String]) {
        self.places = places
        take()
    }

    func take() {
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

    /// Releases the song's notes, restores the terminal, and prints the output of meanwhile.
    func end() {
        if isEnding { return }
        isEnding = true
        song?.stop()
        play(at: never - 1)
        treadle_screen_give()
        for line in terminal.readCaptured() { Console.error(line + "\n") }
    }
}

// MARK: - Serving

extension Simulator {
    /// The descriptors that wake the simulator.
    enum Wake: Equatable {
        case keys, captured, timer, panel
        /// The terminal can be written.
        case output
    }

    /// Adds the simulator's descriptors.
    func add(to set: inout PollSet<Runner.Wake>) {
        set.add(.simulator(.keys), terminal.descriptor)
        set.add(.simulator(.captured), terminal.captured)
        set.add(.simulator(.timer), timer)
        set.add(.simulator(.panel), loop.pointee.panelWake)
        if terminal.hasOutput { set.add(.simulator(.output), terminal.descriptor, .writing) }
    }

    /// Serves the descriptors that are ready and the events that are due. Returns true if the box has to end.
    func serve(_ ready: [Runner.Wake]) -> Bool {
        let now = treadle_now()
        if ready.contains(.simulator(.captured)) { for line in terminal.readCaptured() { note(line) } }
        if ready.contains(.simulator(.timer)) { treadle_event_clear(timer) }
        if ready.contains(.simulator(.panel)) {
            treadle_event_clear(loop.pointee.panelWake)
            isStale = true
        }
        if ready.contains(.simulator(.keys)) {
            guard let bytes = terminal.read() else { return true }
            for byte in bytes {
                if let key = keys.feed(byte, at: now), press(key, at: now) { return true }
            }
        }
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

    /// Handles all events that are due.
    private func advance(to now: UInt64) {
        switches.advance(to: now, contact)
        if let sample = tilt?.sample(at: now) {
            // The ring is only full if the loop does not run; a later sample then replaces this one.
            _ = loop.pointee.motions.push(sample)
            treadle_event_signal(loop.pointee.wake)
        }
        play(at: now)
        for group in queue.take(at: now) { note(words.timed(group, since: startedAt)) }
    }

    private func play(at now: UInt64) {
        var hasGiven = keyboard?.play(to: loop.pointee.injections, at: now) ?? false
        if song?.play(to: loop.pointee.injections, at: now) ?? false { hasGiven = true }
        if song?.isDone ?? false {
            song = nil
            isStale = true
        }
        if hasGiven { treadle_event_signal(loop.pointee.wake) }
    }

    private func nextAt(_ now: UInt64) -> UInt64 {
        var next = min(switches.nextAt, queue.nextAt ?? never)
        next = min(next, min(tilt?.nextAt ?? never, keyboard?.nextAt(now) ?? never))
        if let song { next = min(next, song.nextAt(now)) }
        changesAt = isStale ? drawnAt + Simulator.pictureTime : nextPicture(after: now)
        // A busy terminal wakes the simulator by its descriptor.
        return terminal.hasOutput ? next : min(next, changesAt)
    }

    func contact(_ index: Int, _ closed: Bool) {
        _ = loop.pointee.commands.push(.contact(UInt8(index), closed: closed))
        treadle_event_signal(loop.pointee.wake)
        isStale = true
    }
}

// MARK: - Monitor

extension Simulator {
    /// Takes a line about a message, as programs that watch get it.
    func hear(_ text: String) {
        guard let line = MonitorLine(text) else { return }
        if showsWhy || line.way != .dropped { queue.add(line) }
        guard line.way != .dropped, line.status != Status.timingClock, line.status != Status.activeSensing,
            let port = box.ports.firstIndex(where: { $0.alias == line.alias })
        else { return }
        let until = treadle_now() + Simulator.ledTime
        if line.way == .into { heardUntil[port] = until } else { sentUntil[port] = until }
        isStale = true
    }

    func miss(_ count: Int) { note("\(count) messages not shown") }

    /// Adds a line to the monitor.
    func note(_ line: String) {
        lines.append(line)
        if lines.count > BoxLimits.simulatorLines { lines.removeFirst(lines.count - BoxLimits.simulatorLines) }
        isStale = true
    }
}
