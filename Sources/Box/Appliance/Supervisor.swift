import CPlatform
import Host
import Upkeep

/// Process 1 of the appliance: mounts the kernel's file systems, starts the box as its child, restarts the box when it
/// ends, and reaps orphans.
enum Supervisor {
    /// The shortest run of a box in s. A box that ends sooner is restarted after a pause, so that process 1 does not
    /// spin.
    private static let shortestLife: UInt64 = 1

    /// Whether this process is process 1 of an appliance: the kernel starts it as `/init`, other systems as
    /// `run --appliance`. In a container any other command may be process 1; it runs as usual.
    ///
    /// - Parameter words: the arguments of the program, its own name first.
    static func isWanted(_ words: [String], process: Int32) -> Bool {
        if process != 1 { return false }
        return words.first == "/init" || words.count > 1 && words[1] == "run" && words.contains("--appliance")
    }

    static func run() -> Int32 {
        Console.ignoreWriteErrors()
        for mount in mounts {
            mkdir(mount.target, 0o755)
            let result = treadle_mount(mount.type, mount.target)
            // The kernel may have mounted devtmpfs already.
            if result < 0 && result != -EBUSY {
                Console.error("treadle: mounting \(mount.target): \(String(cString: treadle_error_message(result)))\n")
            }
        }
        // The watchdog is opened before any step that may hang.
        let watchdog = HardwareWatchdog.open()
        let card = MountedCard.find()
        let (trial, words) = trialWords()
        if access(hook, X_OK) == 0 { _ = spawn([hook]) }
        var isFirst = true
        var command = box(card)
        if let watchdog { command.insert(contentsOf: ["--watchdog", "\(watchdog)"], at: 3) }
        command.insert(contentsOf: words, at: 3)
        while true {
            let started = treadle_now()
            let child = spawn(isFirst ? command : command + ["--after-failure"], isBox: true)
            if child < 0 {
                Console.error("treadle: starting the box: \(String(cString: treadle_error_message(child)))\n")
            }
            if isFirst {
                for words in card.tasks { _ = spawn(["/proc/self/exe"] + words) }
                ApplianceRights.limitProcess1()
            }
            while child >= 0 && treadle_reap() != child {}
            if let argument = Restart.wanted { Restart.now(argument) }
            if trial, TrialNote.read() != nil {
                Console.error("treadle: the box has ended on trial; the old version starts again\n")
                Restart.now("")
            }
            isFirst = false
            Console.error("treadle: the box has ended; restarting it\n")
            if treadle_now() - started < shortestLife * 1_000_000_000 { treadle_pause(shortestLife) }
        }
    }

    /// Evaluates the record of an update (I5), and restarts if the firmware must be told to start the trial.
    ///
    /// - Returns: whether this start is a trial, and the arguments that tell the box what to show.
    private static func trialWords() -> (isTrial: Bool, words: [String]) {
        let selector = ImageFacts.board.flatMap { BootSelector(board: $0) }
        switch TrialStart(TrialNote.read(), running: ImageFacts.slot, selector) {
        case .ordinary: return (false, [])
        case .trial(let note):
            _ = note.keep()
            return (true, ["--trial"])
        case .restart(let note):
            // A restart that is not recorded would be repeated for ever.
            if note.keep() { Restart.now(note.restart) }
            return (false, failed(note.version, hasBeenTried: true))
        case .cut(let version): return (false, failed(version, hasBeenTried: false))
        case .failed(let version): return (false, failed(version, hasBeenTried: true))
        }
    }

    /// Removes the record of a failed update, and saves the version if it was tried.
    private static func failed(_ version: UpdateVersion, hasBeenTried: Bool) -> [String] {
        // This is done before the record is removed, so that a power cut in between repeats it.
        if hasBeenTried { FailedUpdate().remember(version) }
        TrialNote.remove()
        Console.error("treadle: the update to \(version.text) has failed; \(Treadle.version) runs on\n")
        return ["--update-failed", version.text]
    }

    /// The configuration of the image, which is in memory. A configuration on the data partition takes precedence,
    /// because changes to it survive a restart. If that one is bad, the image's runs instead (E1).
    private static let image = "/etc/treadle"

    /// The command that starts the box.
    private static func box(_ card: MountedCard) -> [String] {
        var words = ["/proc/self/exe", "run", "--appliance"]
        if let refusal = card.refusal { words += ["--nothing-is-kept", refusal] }
        if let fault = card.fault { words += ["--card-fault", fault] }
        if card.isEditRefused { words.append("--edit-refused") }
        for folder in [StateFolder.ofAppliance, card.playsOwner ? CardFiles.owner : ""]
        where access(folder + "/box.yaml", F_OK) == 0 { return words + ["--image", image, folder] }
        return words + [image]
    }

    /// Starts a program with its arguments. Returns its process number or -errno.
    private static func spawn(_ words: [String], isBox: Bool = false) -> Int32 {
        ChildProcess.withArguments(words) { treadle_spawn($0, isBox ? 1 : 0) }
    }

    /// A program that a board may have for its own set-up. It is started beside the box.
    private static let hook = "/etc/treadle/rc"

    private static let mounts: [(type: String, target: String)] = [
        ("proc", "/proc"), ("sysfs", "/sys"), ("devtmpfs", "/dev"), ("tmpfs", "/run"), ("tmpfs", "/tmp"),
    ]
}
