import CPlatform
import Configuration
import Host

/// The kernel modules of the radios (B17, L9). They are loaded only where the box file names a radio, by a thread that
/// alone keeps the right to load modules.
enum RadioModules {
    /// Starts the loading thread if the box file names a radio. The caller must then call `ApplianceRights.limitBox()`,
    /// before it starts other threads.
    static func begin(for box: BoxConfiguration) {
        var kinds = 0
        if box.bluetooth != nil { kinds |= TREADLE_BLUETOOTH }
        if box.network.wifi != nil { kinds |= TREADLE_WIFI }
        let error = treadle_radios_begin(UInt32(kinds))
        if error < 0 { Console.error("treadle: drivers of radios: \(String(cString: treadle_error_message(error)))\n") }
    }

    /// Has the modules of a kind loaded, `bluetooth` or `wifi`, which `/lib/treadle/KIND.order` lists. Does not wait:
    /// the radio appears later, or never.
    ///
    /// - Returns: 0, or -errno; -EPERM where `begin` was not called for the kind.
    @discardableResult
    static func load(_ kind: String) -> Int32 {
        treadle_radios_load(UInt32(kind == "wifi" ? TREADLE_WIFI : TREADLE_BLUETOOTH))
    }
}
