import CPlatform
import Host

/// Finds the path of the running box's socket.
enum ControlPath {
    static let variable = "TREADLE_SOCKET"

    /// The socket of the box that systemd starts from the Debian package.
    private static let ofService = "/run/treadle/treadle.sock"

    /// The path at which a box listens.
    ///
    /// - Parameters:
    ///   - wanted: the value of `--socket`, which takes precedence.
    ///   - configuration: path of the configuration. Its folder is used if the user has no folder for sockets.
    static func own(_ wanted: String?, besides configuration: String) -> String {
        if let named = named(wanted) { return named }
        if geteuid() == 0 { return "/run/treadle.sock" }
        if let folder = environment("XDG_RUNTIME_DIR") { return folder + "/treadle.sock" }
        return StateFolder.besides(configuration) + "/.treadle.sock"
    }

    /// The path at which a command finds the box: the user's own box, else the box of the service.
    static func find(_ wanted: String?, besides configuration: String = ".") -> String {
        let own = own(wanted, besides: configuration)
        let isOfService = named(wanted) == nil && treadle_is_socket(own) == 0 && treadle_is_socket(ofService) == 1
        return isOfService ? ofService : own
    }

    private static func named(_ wanted: String?) -> String? { wanted ?? environment(variable) }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }
}
