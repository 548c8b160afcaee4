import Settings

/// A feature of a later version. Its key is refused by name, so that nobody looks for a mistake of his own.
enum LaterFeature {
    private static let keys: [(key: Text, instead: StaticString)] = [
        ("wifi", "the box uses wired network only, which `network: { address: dhcp }` switches on"),
        ("bluetooth", "an adapter with USB or a DIN socket brings such an instrument to the box"),
        ("web", "the menu, `treadle` in a terminal and your files drive the box"),
    ]

    /// Returns the message for a key of a later feature; nil for any other key.
    static func refusal(of key: Text) -> String? {
        for later in keys where later.key == key { return "`\(key.string)` is not there yet; \(later.instead)" }
        return nil
    }
}
