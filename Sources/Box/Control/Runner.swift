import Engine
import Loop
import CPlatform
import Configuration
import Devices
import Panel
import Program

/// The control thread of a running box: it opens what comes and closes what goes, and tells the loop.
///
/// The loop has threads of its own for routing and for the slow bus; this one does everything that may wait.
final class Runner {
    /// What the loop was given last.
    var handed: HandedOver
    var configuration: CompiledConfiguration { handed.configuration }
    let path: String
    let loop: UnsafeMutablePointer<Loop>
    let tilt: TiltThread?
    /// It was found hanging, and the loop was told.
    var isTiltHanging = false
    let panel: PanelThread?
    let sequencer: Sequencer?
    /// Why there is none.
    var sequencerRefusal: DeviceError?
    let watch: SequencerWatch?
    var hotplug: Hotplug?
    var matcher = PortMatcher()
    /// What was there at the last look.
    var found: [FoundPort] = []
    /// What each alias has, by port number.
    var attached: [Attachment?]
    /// Which pseudo-terminal each alias had last, where its path led to one.
    var terminals: [TerminalIdentity?]
    /// What was said of each alias last, so that it is said once.
    var said: [String]
    /// What it was given before and may still refer to, the newest last.
    var retiring: [HandedOver] = []
    /// What is new of what the loop reports.
    var news: LoopNews
    /// Commands for which the loop had no room yet, in order.
    private var untold: [LoopCommand] = []
    let signals: Int32
    /// The loop's signs of life (E3).
    var life = LoopLife()
    /// When what is missing is looked for again.
    var lookAt: UInt64 = 0
    /// Where programs talk to this box; nil where they cannot.
    let server: ControlServer?
    /// The loop shows what it does, because a program watches.
    var isWatching = false
    /// The program that learns a range of the tilt, until it is told what came of it.
    var calibrating: ControlClient?
    /// What was missed when it was last told.
    var missed: UInt32 = 0
    var last: LastState
    /// Moments of the flight recorder.
    var moments = RecordedMoments()
    /// What the files held when they were read, and what was saved since in the place of what they said.
    var prints: [String: UInt64]
    var stored: [Int32: SavedStates] = [:]
    /// What was learnt by the menu and stands in no file yet, and what it is learning (M7).
    var learnt: LearntValues
    var learning: Learning?
    /// The newest wish of the menu to learn something that was served.
    var askedLast: UInt32 = 0
    /// Where the configuration is bad, in whose place the box runs one of its own (E1).
    private(set) var badConfiguration: String?
    var isStarting = true
    var times = StartTimes()
    /// No hardware is touched: ports, footswitches, tilt and display are simulated.
    let isSimulated: Bool
    /// The terminal they are on; nil without one.
    let simulator: Simulator?
    /// Where other programs find the simulated ports.
    var placesOfPorts: [String]
    private(set) var loopThread = pthread_t()
    private(set) var tiltThread = pthread_t()
    private(set) var panelThread = pthread_t()

    struct Attachment {
        var input: PortAddress?
        var output: PortAddress?
        /// The loop was told to let go of it.
        var isLeaving = false
    }

    init?(_ configuration: CompiledConfiguration, path: String, socket: String?, signals: Int32, isSimulated: Bool) {
        self.path = path
        self.signals = signals
        self.isSimulated = isSimulated
        let stateFolder = StateFolder.besides(path)
        last = LastState(in: stateFolder)
        prints = configuration.prints
        learnt = LearntValues(path: path)
        (sequencer, sequencerRefusal) = Runner.openSequencer()
        watch = isSimulated ? nil : try? SequencerWatch()
        hotplug = isSimulated ? nil : try? Hotplug()
        attached = Array(repeating: nil, count: configuration.box.ports.count)
        terminals = Array(repeating: nil, count: configuration.box.ports.count)
        said = Array(repeating: "", count: configuration.box.ports.count)
        placesOfPorts = Array(repeating: "", count: configuration.box.ports.count)
        Console.out("Treadle \(TreadleCommand.version): \(configuration.box.name)\n")
        let contacts = isSimulated ? Runner.noContacts(configuration.box) : Runner.openContacts(configuration.box)
        guard let loop = Loop(configuration, sequencer: sequencer, contacts: contacts) else { return nil }
        self.loop = .allocate(capacity: 1)
        self.loop.initialize(to: loop)
        handed = HandedOver(configuration, reading: 0, saves: loop.state.pointee.saves)
        news = LoopNews(loop.reports)
        tilt = isSimulated ? nil : configuration.box.motion.flatMap { [loop = self.loop] in TiltThread($0, loop: loop) }
        panel = isSimulated ? nil : PanelThread(configuration.box, loop: self.loop, tilt: tilt)
        simulator = isSimulated ? Simulator(configuration.box, loop: self.loop, path: path, signals: signals) : nil
        server = ControlServer(ControlPath.find(socket, besides: path))
    }

    private static func openSequencer() -> (Sequencer?, DeviceError?) {
        do throws(DeviceError) {
            return (try Sequencer(), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func noContacts(_ box: BoxConfiguration) -> UnsafeMutableBufferPointer<GPIOInput?> {
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>.allocate(capacity: box.footswitches.count)
        contacts.initialize(repeating: nil)
        return contacts
    }

    /// The lines of the footswitches; one that cannot be had is said, and the box runs without.
    private static func openContacts(_ box: BoxConfiguration) -> UnsafeMutableBufferPointer<GPIOInput?> {
        let contacts = noContacts(box)
        var (used, refused) = (NamesByText(), NamesByText())
        for (index, footswitch) in box.footswitches.enumerated() {
            guard let line = footswitch.line else { continue }
            do throws(DeviceError) {
                contacts[index] = try GPIOInput(
                    chip: line.chip, line: line.line, activeLow: footswitch.activeLow,
                    pull: GPIOInput.Pull(footswitch.pull))
                used.add(footswitch.name, line.chip)
            } catch {
                refused.add(footswitch.name, error.message)
            }
        }
        for (names, chip) in used.list { Console.out("  \(names.called("footswitch", "footswitches")) on \(chip)\n") }
        for (names, why) in refused.list {
            Console.error("treadle: \(names.called("footswitch", "footswitches")): \(why)\n")
        }
        return contacts
    }

    /// Starts the loop and the panel. What realtime was refused is said once, and the box runs without. What no message
    /// needs comes last.
    func start(isRealtime: Bool, beginsWithPanic: Bool) {
        let preset = firstPreset
        loop.pointee.prepare(preset: preset, tempo: firstTempo(of: preset), beginsWithPanic: beginsWithPanic)
        keepMoment()
        connectPorts()
        isStarting = false
        times.mark("ports")
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            let loop = context!.assumingMemoryBound(to: Loop.self)
            if loop.pointee.isRealtime { Realtime.claim() }
            loop.pointee.run()
            return nil
        }
        loop.pointee.isRealtime = isRealtime
        let error = treadle_thread_start(&loopThread, body, loop, 128 * 1024)
        if error != 0 { Console.error("treadle: the loop: \(String(cString: treadle_error_message(error)))\n") }
        tilt?.start(&tiltThread)
        panel?.start(&panelThread)
        if !isSimulated {
            if let refusal = PortScan.refusal { Console.error("treadle: \(refusal.message)\n") }
            if !isRealtime { Realtime.renounce() }
            Realtime.sayKernel()
        }
        let folder = StateFolder.folder(of: path)
        for folder in [folder, folder + "/presets", StateFolder.besides(path)] { LeftOvers.remove(from: folder) }
    }

    /// E1: the display says what was wrong at power-up, and the menu lists it. Called before the loop starts.
    func show(_ powerUp: PowerUp) {
        let engine = loop.pointee.engine
        engine.notices.pointee.start = powerUp.faults.notice
        engine.faults.pointee = powerUp.faults.rows(columns: configuration.box.display?.columns ?? 16)
        if let fault = powerUp.badConfiguration { showBadConfiguration(fault) }
    }

    func showBadConfiguration(_ fault: Diagnostic) {
        badConfiguration = "\(fault.file):\(fault.line)"
        let name = fault.file.split(separator: "/").last.map { String($0) } ?? fault.file
        loop.pointee.engine.notices.pointee.badPlace = DisplayState.Place(
            file: DisplayText(name.unicodeScalars), line: fault.line)
    }

    /// Gives the loop a command; while its ring is full, later and in order.
    func tell(_ command: LoopCommand) {
        untold.append(command)
        tellAgain()
    }

    /// Gives the loop the commands for which it has room now.
    func tellAgain() {
        var told = 0
        while told < untold.count && loop.pointee.commands.push(untold[told]) { told += 1 }
        if told == 0 { return }
        untold.removeFirst(told)
        treadle_event_signal(loop.pointee.wake)
    }

    /// Milliseconds after which there may be room for commands: the loop does not say so.
    var tellingTime: Int32 { untold.isEmpty ? Int32.max : 2 }

    /// Without optimization Swift allocates where the box's program does not, and whoever reads of that should know why.
    #if DEBUG
        private static let buildNote = " (of a debug build)"
    #else
        private static let buildNote = ""
    #endif

    var counterText: String {
        let counters = loop.pointee.counters.read()
        return "loop: \(counters.allocations) allocations\(Runner.buildNote), \(counters.pageFaults) page faults, "
            + "\(counters.wakes) wakes, \(counters.bytesIn) bytes in, \(counters.bytesOut) bytes out, "
            + "\(counters.dropped) dropped, \(counters.lostToPrograms) not taken by programs, "
            + "\(counters.lostFromPrograms) losses from programs, "
            + "\(counters.lostFromDevices) losses from devices, "
            + "\(counters.processorTime / 1000) us of processor\n" + times.text(sent: counters.sentAt)
    }
}

extension GPIOInput.Pull {
    init(_ pull: FootswitchConfiguration.Pull) {
        switch pull {
        case .up: self = .up
        case .down: self = .down
        case .none: self = .none
        }
    }
}
