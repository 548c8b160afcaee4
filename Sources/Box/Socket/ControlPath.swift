import CPlatform

/// Finds the path of the running box's socket, in the same way for the box and for the programs that connect to it.
enum ControlPath {
    static let variable = "TREADLE_SOCKET"

    /// - Parameters:
    ///   - wanted: the value of `--socket`, which takes precedence.
    ///   - configuration: path of the configuration. Its folder is used if the user has no folder for sockets.
    static func find(_ wanted: String?, besides configuration: String = ".") -> String {
        if let wanted { return wanted }
        if let path = environment(variable) { return path }
        if geteuid() == 0 { return "/run/treadle.sock" }
        if let folder = environment("XDG_RUNTIME_DIR") { return folder + "/treadle.sock" }
        return StateFolder.besides(configuration) + "/.treadle.sock"
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }
}
