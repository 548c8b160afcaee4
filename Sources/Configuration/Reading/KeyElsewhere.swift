/// Keys that are looked for at another place or under another name. They are refused by name, with the key that does
/// it, so that nobody looks for a mistake of their own.
enum KeyElsewhere {
    private static let keys: [(key: Text, instead: StaticString)] = [
        ("web", "`network: { http: {} }` switches the page for browsers on"),
        ("wifi", "it is a key of `network`: `network: { wifi: { country: DE } }`"),
        ("bluetooth", "it is a key of ports and of the box file"),
    ]

    /// Returns the message for such a key; nil for any other key.
    static func refusal(of key: Text) -> String? {
        for other in keys where other.key == key { return "`\(key.string)` is not a key here; \(other.instead)" }
        return nil
    }
}
