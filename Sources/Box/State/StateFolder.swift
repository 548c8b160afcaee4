import CPlatform

/// Where a box keeps what is its own and not in its files.
enum StateFolder {
    /// Of an appliance: what outlives a power cut.
    static let ofAppliance = "/var/lib/treadle"

    /// Elsewhere it is the folder of the box file.
    ///
    /// - Parameter configuration: the folder of the configuration, or its box file.
    static func besides(_ configuration: String) -> String {
        access(ofAppliance, W_OK) == 0 ? ofAppliance : folder(of: configuration)
    }

    /// The folder of a configuration, which is given so or by its box file.
    static func folder(of configuration: String) -> String {
        if treadle_is_directory(configuration) == 1 { return configuration }
        return configuration.folder
    }
}
