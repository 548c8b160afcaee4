import CPlatform

/// Restarts the machine (I5). Process 1 does it when the box has ended and somebody has asked for it.
enum Restart {
    /// Holds the argument of reboot(2). In memory, so that no request outlives the restart.
    static let path = "/run/treadle-restart"
    /// Asks the Pi's firmware for a trial of the other slot.
    static let trial = "0 tryboot"

    /// Asks process 1 to restart the machine when the box ends. Returns false if the request cannot be written.
    static func ask(_ argument: String) -> Bool {
        var files = SafeFiles(SystemCalls())
        return (try? files.write(Array(argument.utf8), to: path)) != nil
    }

    /// The argument of reboot(2) if a restart was asked for.
    static var wanted: String? { Console.readOwnFile(path).map { String(decoding: $0, as: UTF8.self) } }

    /// Writes what is in memory to the disks and restarts. Returns only if the kernel refuses.
    static func now(_ argument: String) {
        Console.error("treadle: restarting\(argument.isEmpty ? "" : " with '\(argument)'")\n")
        sync()
        _ = treadle_unmount(StateFolder.ofAppliance)
        let error = treadle_restart(argument)
        Console.error("treadle: restarting: \(String(cString: treadle_error_message(error)))\n")
    }
}
