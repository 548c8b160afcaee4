import CPlatform

/// Where the socket of the running box is: the box and the programs that talk to it find it in the same way.
enum ControlPath {
    static let variable = "TREADLE_SOCKET"

    /// - Parameters:
    ///   - wanted: `--socket`, which goes before everything.
    ///   - configuration: the configuration that runs, for whoever has no folder of his own for sockets.
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
