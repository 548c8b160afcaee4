import Configuration

/// E1: with no configuration that works, everything goes to everything except itself.
enum FallbackConfiguration {
    /// As many devices as one routing has destinations, and the one it comes from.
    private static let devices = 9

    static func make() -> CompiledConfiguration? {
        if case .success(let configuration) = Configuration.load(text: text, name: "fallback") { return configuration }
        return nil
    }

    /// Any nine devices: aliases of one glob are different devices.
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
