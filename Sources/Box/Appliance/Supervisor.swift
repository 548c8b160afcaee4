import CPlatform

/// Process 1 of the appliance: mounts what the kernel offers, starts the box as its child, starts it again when it
/// ends, and takes in orphans.
enum Supervisor {
    /// Only one that lives at least so long is started again at once; otherwise the box would spin. In seconds.
    private static let shortestLife: UInt64 = 1

    /// Whether this is the first process of an appliance: the kernel calls it `/init`, and elsewhere it is told by
    /// `run --appliance`. Any other command as process 1, as in a container, is that command.
    ///
    /// - Parameter words: what the program was called with, its own name first.
    static func isWanted(_ words: [String], process: Int32) -> Bool {
        if process != 1 { return false }
        return words.first == "/init" || words.count > 1 && words[1] == "run" && words.contains("--appliance")
    }

    static func run() -> Int32 {
        Console.loseText()
        for mount in mounts {
            mkdir(mount.target, 0o755)
            let result = treadle_mount(mount.type, mount.target)
            // devtmpfs may be there already, by the kernel's own doing.
            if result < 0 && result != -EBUSY {
                Console.error("treadle: mounting \(mount.target): \(String(cString: treadle_error_message(result)))\n")
            }
        }
        let refusal = mountData()
        if access(hook, X_OK) == 0 { _ = spawn([hook]) }
        var isFirst = true
        let command = box(nothingIsKept: refusal)
        while true {
            let started = treadle_now()
            let child = spawn(isFirst ? command : command + ["--after-failure"])
            if child < 0 {
                Console.error("treadle: starting the box: \(String(cString: treadle_error_message(child)))\n")
            }
            while child >= 0 && treadle_reap() != child {}
            isFirst = false
            Console.error("treadle: the box has ended; it is started again\n")
            if treadle_now() - started < shortestLife * 1_000_000_000 { treadle_pause(shortestLife) }
        }
    }

    /// What is kept over a power cut lives on a partition of its own; the kernel command line says which, as
    /// `treadle_data=/dev/…`, which the kernel hands to process 1 in its environment.
    ///
    /// - Returns: why nothing is kept there; nil: what is saved is kept, or nobody asked for it.
    private static func mountData() -> String? {
        guard let name = getenv("treadle_data") else { return nil }
        let device = String(cString: name)
        mkdir("/var", 0o755)
        mkdir("/var/lib", 0o755)
        mkdir(StateFolder.ofAppliance, 0o755)
        let refusal = DataPartition.mount(device) { attempt in
            treadle_mount_device(device, StateFolder.ofAppliance, "ext4", attempt.isReadOnly ? 1 : 0, attempt.options)
        }
        if let refusal { Console.error("treadle: \(refusal); nothing is kept\n") }
        return refusal
    }

    /// The configuration of the image, in memory. One on the partition comes before it, since what is saved there stays; the
    /// image's runs in its place where that is bad (E1).
    private static let image = "/etc/treadle"

    private static func box(nothingIsKept refusal: String?) -> [String] {
        var words = ["/proc/self/exe", "run", "--appliance"]
        if let refusal { words += ["--nothing-is-kept", refusal] }
        let own = StateFolder.ofAppliance
        return words + (access(own + "/box.yaml", F_OK) == 0 ? ["--image", image, own] : [image])
    }

    /// Starts a program with its arguments; its process number or -errno.
    private static func spawn(_ words: [String]) -> Int32 {
        var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        copies.append(nil)
        defer { for copy in copies { free(copy) } }
        return treadle_spawn(copies)
    }

    /// A board may bring a program that is started beside the box, for what only it knows to set up.
    private static let hook = "/etc/treadle/rc"

    private static let mounts: [(type: String, target: String)] = [
        ("proc", "/proc"), ("sysfs", "/sys"), ("devtmpfs", "/dev"), ("tmpfs", "/run"), ("tmpfs", "/tmp"),
    ]
}
