import CPlatform
import Configuration
import Host

/// The kernel modules of the radios (B17, L9). They are loaded only where the box file names a radio, by a thread that
/// alone keeps the right to load modules.
enum RadioModules {
    /// Starts the loading thread. The caller must then call `ApplianceRights.limitBox()`, before it starts other
    /// threads.
    static func begin() {
        let error = treadle_radios_begin()
        if error < 0 { Console.error("treadle: drivers of radios: \(String(cString: treadle_error_message(error)))\n") }
    }

    /// Tells the loading thread which radios the box file names. It ends at once if there is none.
    static func expect(_ box: BoxConfiguration) {
        var kinds = 0
        if box.bluetooth != nil { kinds |= TREADLE_BLUETOOTH }
        if box.network.wifi != nil { kinds |= TREADLE_WIFI }
        treadle_radios_expect(UInt32(kinds))
    }

    /// Has the modules of a kind loaded, `bluetooth` or `wifi`, which `/lib/treadle/KIND.order` lists. Does not wait:
    /// the radio appears later, or never.
    ///
    /// - Returns: 0, or -errno; -EPERM where this is no appliance, or its file names no such radio.
    @discardableResult
    static func load(_ kind: String) -> Int32 {
        treadle_radios_load(UInt32(kind == "wifi" ? TREADLE_WIFI : TREADLE_BLUETOOTH))
    }
}
