import Compact

/// What the box tells the page's process of itself and its configuration, by lines `http WORD VALUE`, at the start and
/// after each reload.
struct PageSettings {
    private(set) var name = ""
    private(set) var allow = AllowedAddresses(words: ["lan"])
    /// Names of the box by which browsers may ask for the page (W5).
    private(set) var hosts: [String] = []
    /// What tells this box from others, for the name of the cookie (W4).
    private(set) var identity = ""
    /// When the box has started, in nanoseconds of the machine's clock; nil before the box has told it.
    private(set) var startedAt: UInt64?

    enum Change {
        case nothing, allow, identity
    }

    /// Reads a line after its first word. Returns what others have to do something about.
    mutating func read(_ line: ArraySlice<UInt8>) -> Change {
        let word = line.prefix { $0 != UInt8(ascii: " ") }
        let value = String(decoding: line.dropFirst(word.count + 1), as: UTF8.self)
        switch String(decoding: word, as: UTF8.self) {
        case "name": name = value
        case "started": startedAt = UInt64(value)
        case "hosts": hosts = PageSettings.list(value)
        case "allow":
            allow = AllowedAddresses(words: PageSettings.list(value))
            return .allow
        case "identity":
            identity = value
            return .identity
        default: break
        }
        return .nothing
    }

    private static func list(_ value: String) -> [String] {
        value.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }
}
