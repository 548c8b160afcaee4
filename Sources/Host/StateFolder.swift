import CPlatform

/// The folder for the box's state and recordings.
package enum StateFolder {
    /// The name of the box file in a folder.
    package static let boxName = "box.yaml"
    /// The state folder of an appliance, which survives a power cut.
    package static let ofAppliance = "/var/lib/treadle"

    /// The state folder: on an appliance `ofAppliance`, elsewhere the folder of the box file.
    ///
    /// - Parameter configuration: path of the configuration's folder or box file.
    package static func besides(_ configuration: String) -> String {
        ofFolder(folder(of: configuration))
    }

    /// The state folder of the folder of a configuration, which need not exist yet.
    package static func ofFolder(_ folder: String) -> String { access(ofAppliance, W_OK) == 0 ? ofAppliance : folder }

    /// Returns the box file of a configuration, whose path may be its folder. If the file exists, links are resolved.
    package static func boxFile(of configuration: String) -> String {
        let isFolder = treadle_is_directory(configuration) == 1
        return SystemCalls().resolve(isFolder ? configuration + "/" + boxName : configuration)
    }

    /// Returns the name by which the box file is read.
    package static func boxName(of configuration: String) -> String {
        treadle_is_directory(configuration) == 1 ? boxName : configuration.fileName
    }

    /// Returns the folder of a configuration, whose path may be the folder or its box file.
    package static func folder(of configuration: String) -> String {
        if treadle_is_directory(configuration) == 1 { return configuration }
        return configuration.folder
    }
}
