import Loop
import CPlatform
import Configuration
import MIDI
import Panel
import SMF

/// The box's hardware on a terminal: LCD, LEDs, footswitches, tilt, a few keys, and below them the messages.
///
/// It lives in the control thread, beside the programs that talk to the box, and reaches the loop in the ways they and
/// the panel do: the loop waits for none of it. A terminal that takes nothing misses pictures, no more.
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
    /// What the monitor shows, the newest last.
    var lines: [String] = []
    /// Until when the two LEDs of each port are on, for input and output.
    var heardUntil: [UInt64]
    var sentUntil: [UInt64]
    var places: [String] = []
    var showsHelp = false
    /// Lines that say why something was dropped.
    var showsWhy = true
    let startedAt: UInt64
    private let timer: Int32
    var isTaken = false
    private var isEnding = false
    /// Something has changed since it was drawn.
    var isStale = true
    private var drawnAt: UInt64 = 0
    /// When it changes by itself.
    private var changesAt = never
    /// The last panic at the time when it was to be suspended: it is, once there is a newer one (`Simulator+Keys`).
    var suspendsAfter: UInt64?
    var stopsEverybody = false

    /// No more than 30 pictures a second.
    private static let pictureTime: UInt64 = 33_000_000
    private static let lampTime: UInt64 = 150_000_000

    /// Nil where there is no terminal.
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

    /// NO_COLOR, set and not empty.
    private static var isWithoutColours: Bool {
        guard let value = getenv("NO_COLOR") else { return false }
        return value[0] != 0
    }

    /// Takes the terminal; `places` are where others find the ports.
    func begin(places: [String]) {
        self.places = places
        take()
    }

    func take() {
        // What was said before belongs above the screen, not into it.
        SpokenOutput.flush()
        isTaken = treadle_screen_take() == 0
        terminal.forget()
        resize()
    }

    func resize() {
        let size = terminal.size
        screen.forget(columns: size.columns, rows: size.rows)
        isStale = true
    }

    /// Gives the terminal back; what was said meanwhile stands there then. What it plays is released.
    func end() {
        if isEnding { return }
        isEnding = true
        song?.stop()
        play(at: never - 1)
        treadle_screen_give()
        for line in terminal.readSaid() { Console.error(line + "\n") }
    }
}

// MARK: - Beside the control thread's other work

extension Simulator {
    /// What wakes the simulator.
    enum Wake: Equatable {
        case keys, said, timer, panel
        /// The terminal takes more.
        case output
    }

    /// Adds what the simulator waits for.
    func add(to set: inout PollSet<Runner.Wake>) {
        set.add(.simulator(.keys), terminal.descriptor)
        set.add(.simulator(.said), terminal.said)
        set.add(.simulator(.timer), timer)
        set.add(.simulator(.panel), loop.pointee.panelWake)
        if terminal.hasOutput { set.add(.simulator(.output), terminal.descriptor, .writing) }
    }

    /// Serves what is ready, and what is due; true when the box is to end.
    func serve(_ ready: [Runner.Wake]) -> Bool {
        let now = treadle_now()
        if ready.contains(.simulator(.said)) { for line in terminal.readSaid() { note(line) } }
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

    /// Everything that is due.
    private func advance(to now: UInt64) {
        switches.advance(to: now, contact)
        if let sample = tilt?.sample(at: now) {
            // A full ring means a loop that does not run; the next sample says more than this one.
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
        // A terminal that has no room says when it has.
        return terminal.hasOutput ? next : min(next, changesAt)
    }

    func contact(_ index: Int, _ closed: Bool) {
        _ = loop.pointee.commands.push(.contact(UInt8(index), closed: closed))
        treadle_event_signal(loop.pointee.wake)
        isStale = true
    }
}

// MARK: - What it hears

extension Simulator {
    /// What happened in the box, as a program that watches is told.
    func hear(_ text: String) {
        guard let line = MonitorLine(text) else { return }
        if showsWhy || line.way != .dropped { queue.add(line) }
        guard line.way != .dropped, line.status != Status.timingClock, line.status != Status.activeSensing,
            let port = box.ports.firstIndex(where: { $0.alias == line.alias })
        else { return }
        let until = treadle_now() + Simulator.lampTime
        if line.way == .into { heardUntil[port] = until } else { sentUntil[port] = until }
        isStale = true
    }

    func miss(_ count: Int) { note("\(count) messages not shown") }

    /// A line of the monitor.
    func note(_ line: String) {
        lines.append(line)
        if lines.count > BoxLimits.simulatorLines { lines.removeFirst(lines.count - BoxLimits.simulatorLines) }
        isStale = true
    }
}
