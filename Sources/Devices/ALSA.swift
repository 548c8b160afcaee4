import CPlatform

/// What all of ALSA needs before it opens anything.
enum ALSA {
    /// Opens by a configuration held in memory, so that a static program never looks for /usr/share/alsa.
    ///
    /// - Parameters:
    ///   - definition: in ALSA's language, of something named `treadle`.
    ///   - open: the call of libasound; gives 0 or a negative errno.
    /// - Returns: what `open` gave, or the negative errno of `snd_config_load_string`.
    static func with(_ definition: String, open: (OpaquePointer?) -> Int32) -> Int32 {
        treadle_alsa_quiet()
        var configuration: OpaquePointer?
        let loaded = snd_config_load_string(&configuration, definition, 0)
        guard loaded >= 0 else { return loaded }
        defer { snd_config_delete(configuration) }
        return open(configuration)
    }

    /// The descriptor to wait for, of a handle that has exactly one for the direction it was opened for.
    static func descriptor(_ fill: (UnsafeMutablePointer<pollfd>) -> Int32) -> Int32 {
        var one = pollfd()
        return fill(&one) == 1 ? one.fd : -1
    }
}
