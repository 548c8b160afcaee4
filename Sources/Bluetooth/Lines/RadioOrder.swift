import Compact
import Settings

/// A line from the box to the process for Bluetooth. The words are those of the cases, and a name or reason is the rest
/// of its line.
package enum RadioOrder: Equatable, Sendable {
    /// The name that others see, 1...29 bytes.
    case name(String)
    /// Whether others may connect (B3).
    case visible(Bool)
    /// Advertise fast for 30 s (B3).
    case fast
    case pairing(RadioPairing)
    case encryption(isRequired: Bool)
    case panel(RadioPanel)
    case port(RadioPort)
    /// A bond as the process has reported it.
    case bond([UInt8], name: String)
    /// All settings are there: turn the radio on.
    case start
    /// What the player says to a question.
    case answer(RadioAddress, Bool)
    /// Remove the bond of a peer, nil for all, and end its link.
    case forget(RadioAddress?)
    /// End the link of a slot.
    case unlink(slot: Int)
    case ping(Int)
    /// Disconnect all peers and end.
    case end

    package var text: String {
        switch self {
        case .name(let name): return "name \(name)"
        case .visible(let isVisible): return "visible \(isVisible ? 1 : 0)"
        case .fast: return "fast"
        case .pairing(let pairing): return "pairing \(pairing.rawValue)"
        case .encryption(let isRequired): return "encryption \(isRequired ? "required" : "optional")"
        case .panel(let panel): return "panel \(panel.rawValue)"
        case .port(let port):
            let kind =
                switch port.rule {
                case .name: "name"
                case .address: "address"
                case .everybody: "any"
                }
            return "port \(port.index) \(port.isInitiator ? "initiate" : "accept") \(kind) \(port.rule.text)"
        case .bond(let record, let name): return "bond \(RadioWords.hex(record)) \(name)"
        case .start: return "start"
        case .answer(let address, let isYes): return "answer \(address.text) \(isYes ? "yes" : "no")"
        case .forget(let address): return "forget \(address?.text ?? "all")"
        case .unlink(let slot): return "unlink \(slot)"
        case .ping(let number): return "ping \(number)"
        case .end: return "end"
        }
    }

    /// Parses a line; nil if it is malformed.
    package init?(_ line: ArraySlice<UInt8>) {
        var words = RadioWords(line)
        guard let verb = words.next(), let order = RadioOrder.order(verb, &words), words.isAtEnd else { return nil }
        self = order
    }

    private static func order(_ verb: String, _ words: inout RadioWords) -> RadioOrder? {
        switch verb {
        case "name":
            let name = words.remainder()
            return 1...29 ~= name.utf8.count ? .name(name) : nil
        case "visible": return words.flag("1", "0").map { .visible($0) }
        case "fast": return .fast
        case "pairing": return words.next().flatMap { RadioPairing(rawValue: $0) }.map { .pairing($0) }
        case "encryption": return words.flag("required", "optional").map { .encryption(isRequired: $0) }
        case "panel": return words.next().flatMap { RadioPanel(rawValue: $0) }.map { .panel($0) }
        case "port": return port(&words)
        case "bond":
            guard let record = words.hex() else { return nil }
            return .bond(record, name: words.remainder())
        case "start": return .start
        case "answer":
            guard let address = words.address(), let isYes = words.flag("yes", "no") else { return nil }
            return .answer(address, isYes)
        case "forget":
            guard let word = words.next() else { return nil }
            return word == "all" ? .forget(nil) : RadioAddress(word).map { .forget($0) }
        case "unlink": return words.slot().map { .unlink(slot: $0) }
        case "ping": return words.number().map { .ping($0) }
        case "end": return .end
        default: return nil
        }
    }

    private static func port(_ words: inout RadioWords) -> RadioOrder? {
        guard let index = words.number(), 0...0xFFFF ~= index, let isInitiator = words.flag("initiate", "accept"),
            let kind = words.next()
        else { return nil }
        let text = words.remainder()
        let rule: BluetoothRule
        switch kind {
        case "name" where !text.isEmpty: rule = .name(text)
        case "any": rule = .everybody
        case "address":
            // The type does not matter for a rule.
            guard let address = RadioAddress(text + "/public") else { return nil }
            rule = .address(address.address)
        default: return nil
        }
        return .port(RadioPort(index: index, isInitiator: isInitiator, rule: rule))
    }
}
