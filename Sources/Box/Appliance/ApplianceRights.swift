import CPlatform

/// The capabilities of an appliance (capabilities(7)). The box runs as root, but whoever takes it over cannot load a module,
/// trace another process, set the clock, make a device or leave for another namespace, and nor can its children.
enum ApplianceRights {
    /// What the box keeps for as long as it runs: whatever is plugged in, or saved, may need it at any time.
    static let ofBox: [Int32] = [
        // The loop's priority and processor after each start of it, and its memory.
        CAP_SYS_NICE, CAP_IPC_LOCK,
        // Sticks, the owner's partition and the USB device are mounted when they come.
        CAP_SYS_ADMIN,
        // A card's files may belong to somebody of the computer that wrote them, and stay theirs.
        CAP_DAC_OVERRIDE, CAP_CHOWN, CAP_FOWNER,
        // Interfaces go up and down. The other two are the DHCP client's, which it gets from the box.
        CAP_NET_ADMIN, CAP_NET_RAW, CAP_NET_BIND_SERVICE,
        // Children become users of their own with fewer rights, and are ended.
        CAP_SETUID, CAP_SETGID, CAP_SETPCAP, CAP_KILL,
    ]

    /// Takes all others from the box. Called before threads start, since each would keep its own.
    static func limitBox() { limit(ofBox) }

    /// Takes all others from process 1, which starts the box again and restarts the machine.
    static func limitProcess1() { limit(ofBox + [CAP_SYS_BOOT]) }

    private static func limit(_ kept: [Int32]) {
        let error = treadle_keep_capabilities(kept.reduce(0) { $0 | 1 << UInt64($1) })
        if error < 0 { Console.error("treadle: rights: \(String(cString: treadle_error_message(error)))\n") }
    }
}
