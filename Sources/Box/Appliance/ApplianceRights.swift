import CPlatform
import Host

/// The capabilities of an appliance (capabilities(7)). The box runs as root, but an attacker who controls the box or a
/// child of it cannot load a module, trace another process, set the clock, make a device or enter another namespace.
enum ApplianceRights {
    /// The capabilities that the box keeps while it runs, because plugging in a device or saving a file may need them
    /// at any time.
    static let ofBox: [Int32] = [
        // To set the loop's priority and processor at each start of the loop, and to lock memory.
        CAP_SYS_NICE, CAP_IPC_LOCK,
        // To mount sticks, the owner's partition and the USB device's configfs when they are needed.
        CAP_SYS_ADMIN,
        // To write files of a card that belong to a user of another computer, and to preserve their owner.
        CAP_DAC_OVERRIDE, CAP_CHOWN, CAP_FOWNER,
        // NET_ADMIN: to bring interfaces up and down. The DHCP client gets the other two from the box.
        CAP_NET_ADMIN, CAP_NET_RAW, CAP_NET_BIND_SERVICE,
        // To start children as other users with fewer rights, and to end them.
        CAP_SETUID, CAP_SETGID, CAP_SETPCAP, CAP_KILL,
    ]

    /// Drops all other capabilities of the box. Must be called before other threads start, because each would keep its
    /// own.
    static func limitBox() { limit(ofBox) }

    /// Drops all other capabilities of process 1, except that for restarting the machine.
    static func limitProcess1() { limit(ofBox + [CAP_SYS_BOOT]) }

    private static func limit(_ kept: [Int32]) {
        let error = treadle_keep_capabilities(kept.reduce(0) { $0 | 1 << UInt64($1) })
        if error < 0 { Console.error("treadle: rights: \(String(cString: treadle_error_message(error)))\n") }
    }
}
