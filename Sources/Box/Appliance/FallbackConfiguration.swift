import Configuration

/// E1: the configuration of a box that has no valid one. It routes every port to every other port.
enum FallbackConfiguration {
    /// The number of devices: one source, and as many destinations as a routing can have.
    private static let devices = 9

    static func make() -> CompiledConfiguration? {
        if case .success(let configuration) = Configuration.load(text: text, name: "fallback") { return configuration }
        return nil
    }

    /// The box file. All aliases use the same glob; the port matcher gives each alias a different device.
    private static var text: String {
        let names = (1...devices).map { "device-\($0)" }
        var text = "treadle: 1\nname: No configuration\ndisplay: { chip: hd44780 }\nports:\n"
        for name in names { text += "  \(name): { match: \"*\" }\n" }
        text += "presets:\n- name: Everything\n  number: 0\n  routings:\n"
        for name in names {
            let others = names.filter { $0 != name }.joined(separator: ", ")
            text += "  - { from: [\(name)], to: [\(others)] }\n"
        }
        return text
    }
}
