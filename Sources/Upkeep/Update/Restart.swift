import CPlatform
import Host

/// Restarts the machine (I5). Process 1 does this when the box has ended and a restart was requested.
package enum Restart {
    /// The file with the argument of reboot(2). It is in memory, so that no request survives the restart.
    package static let path = "/run/treadle-restart"
    /// The argument that makes the Pi's firmware start a trial of the other slot.
    package static let trial = "0 tryboot"

    /// Asks process 1 to restart the machine when the box ends. Returns false if the request cannot be written.
    package static func ask(_ argument: String) -> Bool {
        var files = SafeFiles(SystemCalls())
        return (try? files.write(Array(argument.utf8), to: path)) != nil
    }

    /// The argument of reboot(2); nil if no restart was requested.
    package static var wanted: String? { Console.readOwnFile(path).map { String(decoding: $0, as: UTF8.self) } }

    /// Writes unsaved data to the disks and restarts. Returns only if the kernel refuses.
    package static func now(_ argument: String) {
        Console.error("treadle: restarting\(argument.isEmpty ? "" : " with '\(argument)'")\n")
        sync()
        _ = treadle_unmount(StateFolder.ofAppliance)
        let error = treadle_restart(argument)
        Console.error("treadle: restarting: \(String(cString: treadle_error_message(error)))\n")
    }
}
