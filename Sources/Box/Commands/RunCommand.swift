import CPlatform
import Configuration
import Host
import Upkeep

/// `treadle run [DIR or BOX.yaml] [--no-realtime] [--simulate] [--watch] [--verbose] [--http PLACE] [--socket PATH]`
enum RunCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        // Must be first, because a signal that arrives earlier would end the process.
        let signals = treadle_signal_descriptor()
        treadle_ignore_lost_readers()
        var times = StartTimes()
        times.mark("program")
        let isRealtime = !arguments.flag("--no-realtime")
        let beginsWithPanic = arguments.flag("--after-failure")
        let isAppliance = arguments.flag("--appliance")
        let image = arguments.option("--image")
        let refusal = arguments.option("--nothing-is-kept")
        let (fault, isEditRefused) = (arguments.option("--card-fault"), arguments.flag("--edit-refused"))
        let (failedUpdate, isTrial) = (arguments.option("--update-failed"), arguments.flag("--trial"))
        let watchdog = arguments.option("--watchdog").flatMap { Int32($0) }
        let (isSimulated, ownsRadio) = (arguments.flag("--simulate"), arguments.flag("--bluetooth"))
        let socket = arguments.option("--socket")
        let page = try pagePlace(arguments.option("--http"))
        let (isWatching, isVerbose) = (arguments.flag("--watch"), arguments.flag("--verbose"))
        var path = arguments.next() ?? "."
        try arguments.finish()
        if path == "-" {
            throw Arguments.Problem(message: "run reads its files again at SIGHUP, so it needs a folder or a box file")
        }
        Console.ignoreWriteErrors()
        let isOnImage = isAppliance && treadle_owns_machine() != 0
        if isOnImage {
            RadioModules.begin()
            ApplianceRights.limitBox()
        }
        if isOnImage || ownsRadio { RadioOwner.claimRadios() }
        treadle_use_one_heap()
        let manager = ServiceManager()
        if isSimulated && Terminal.isThere { treadle_screen_hold_signals(1) }
        QueuedOutput.begin()
        defer { QueuedOutput.end() }

        var journal = EditJournal(
            in: StateFolder.folder(of: path), box: StateFolder.boxName(of: path), SystemCalls())
        journal.finish()
        let socketPath = ControlPath.own(socket, besides: path)
        var drafts = DraftFolder(
            DraftPlace.drafts(besides: socketPath), box: StateFolder.boxFile(of: path), SystemCalls())
        ReportedConfiguration.bringInForce(&drafts, of: path)
        let wanted = path
        let configuration: CompiledConfiguration
        var powerUp: PowerUp?
        if isAppliance {
            powerUp = PowerUp(path: path, image: image, nothingIsKept: refusal, drafts: drafts.inForce)
            if powerUp?.hasDrafts != true { ReportedConfiguration.dropDrafts(&drafts) }
            if let fault { powerUp?.faults.isFaulty(card: fault) }
            if isEditRefused { powerUp?.faults.addEdit(in: CardFiles.owner) }
            guard let powerUp else { return .unusable }
            (configuration, path) = (powerUp.configuration, powerUp.path)
        } else {
            guard let good = ReportedConfiguration.load(path, with: &drafts) else {
                return ReportedConfiguration.exit(path)
            }
            configuration = good
        }
        configuration.forgetDiagnostics()
        RadioModules.expect(configuration.box)
        treadle_give_back()
        times.mark("configuration")
        guard
            let runner = Runner(
                configuration, path: path, socket: socket, signals: signals, isSimulated: isSimulated,
                isAppliance: isAppliance)
        else {
            Console.error("treadle: no memory, or no descriptors\n")
            return .unusable
        }
        // Drafts are those of the wanted configuration, not of the image's.
        if path == wanted {
            runner.uploads = runner.webFolders.uploads
            runner.running.begin(drafts, incoming: DraftPlace.incoming(besides: socketPath))
        }
        if let powerUp { runner.show(powerUp) }
        if isAppliance { runner.showUpdate(failed: failedUpdate, isTrial: isTrial) }
        runner.watchdog = watchdog.map { HardwareWatchdog(file: $0) }
        times.mark("devices")
        runner.times = times
        runner.isVerbose = isVerbose
        runner.ownsRadio = ownsRadio
        runner.pagePlace = page
        runner.manager = manager
        if isWatching {
            runner.watch = ConfigurationWatch(StateFolder.folder(of: path))
            runner.watch?.watch(runner.running.folders)
        }
        let isHeld = runner.isFootswitchHeld
        runner.start(isRealtime: isRealtime && !isSimulated, beginsWithPanic: beginsWithPanic)
        manager?.isReady()
        if isAppliance && !beginsWithPanic {
            runner.serveStickAtStart(isHeld: isHeld, nothingIsKept: refusal != nil)
            runner.lookForUpdateAtStart(hasOwnFiles: powerUp?.isWanted ?? false)
        }
        return runner.control()
    }

    private static func pagePlace(_ option: String?) throws(Arguments.Problem) -> WebPlace? {
        guard let option else { return nil }
        if let place = WebPlace(option: option) { return place }
        throw Arguments.Problem(
            message: "--http '\(option)': it must be a port 1..65535, such as 8080, or ADDRESS:PORT")
    }
}
