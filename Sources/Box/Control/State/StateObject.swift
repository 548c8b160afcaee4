import MIDI

/// Collects the members of an object of the state. A value that the box does not know is left out: no object of the
/// state has a null, which would mean in a merge patch that the member is gone.
struct StateObject {
    private var members: [JSONMember] = []

    var value: JSONValue { .object(members) }

    mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONMember(name: name, value: value)) }
    }

    mutating func add(_ name: String, _ text: String?) { add(name, text.map { .string($0) }) }
    mutating func add(_ name: String, _ number: Int?) { add(name, number.map { .number($0) }) }
    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }

    /// Adds a list of texts.
    mutating func add(_ name: String, _ texts: [String]) { add(name, .array(texts.map { .string($0) })) }

    /// Makes a list of objects. `write` adds the members of each.
    static func list<Item>(_ items: [Item], _ write: (inout StateObject, Item) -> Void) -> JSONValue {
        .array(
            items.map {
                var object = StateObject()
                write(&object, $0)
                return object.value
            })
    }

    /// A number that is given as thousandths: `0.42`, `1`.
    static func number(thousandths: Int) -> JSONValue {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return .number(whole) }
        var digits = Array(Digits.padded(UInt64(rest.magnitude), 3).utf8)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return .decimal("\(whole).\(String(decoding: digits, as: UTF8.self))")
    }

    /// A tempo that is given in hundredths of BPM: `120`, `98.5`.
    static func tempo(_ hundredths: Int) -> JSONValue { number(thousandths: hundredths * 10) }
}

// How the state calls languages of note names of `MIDI`.
extension NoteLanguage {
    var word: String {
        switch self {
        case .english: "english"
        case .german: "german"
        case .italian: "italian"
        case .katakana: "katakana"
        case .japanese: "japanese"
        }
    }
}
