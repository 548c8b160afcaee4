import CPlatform

/// Opens ALSA handles.
enum ALSA {
    /// Opens a handle with a configuration in memory, so that a static program needs no /usr/share/alsa.
    ///
    /// - Parameters:
    ///   - definition: the definition of something named `treadle`, in ALSA's configuration language.
    ///   - open: the call of libasound; returns 0 or a negative errno.
    /// - Returns: the result of `open`, or the negative errno of `snd_config_load_string`.
    static func with(_ definition: String, open: (OpaquePointer?) -> Int32) -> Int32 {
        treadle_alsa_quiet()
        var configuration: OpaquePointer?
        let loaded = snd_config_load_string(&configuration, definition, 0)
        guard loaded >= 0 else { return loaded }
        defer { snd_config_delete(configuration) }
        return open(configuration)
    }

    /// Returns the poll descriptor of a handle; -1 if the handle does not have exactly one.
    static func descriptor(_ fill: (UnsafeMutablePointer<pollfd>) -> Int32) -> Int32 {
        var one = pollfd()
        return fill(&one) == 1 ? one.fd : -1
    }
}
