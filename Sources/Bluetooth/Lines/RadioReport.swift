import Compact

/// A line from the process for Bluetooth to the box. A name or reason is the rest of its line.
package enum RadioReport: Equatable, Sendable {
    /// The controller runs, and has an address.
    case radioOn(RadioAddress)
    /// There is no controller, or it does not answer (B17), with the reason.
    case radioMissing(String)
    case advertising(Bool)
    /// What a port does. Without address (`-`) while no peer of it is known.
    case state(port: Int, RadioPortState, RadioAddress?, name: String)
    /// Ask the player whether a peer shows the same digits; nil: whether it may pair (B4).
    case ask(RadioAddress, digits: UInt32?, name: String)
    /// Show digits for the peer to type (B4).
    case show(RadioAddress, digits: UInt32)
    /// The question, or the showing of digits, is over.
    case asked(RadioAddress)
    /// A pairing was refused because the player has not allowed any (B4).
    case noPair(RadioAddress, name: String)
    /// A link that plays from now on. Its socket goes with the line.
    case linked(LinkedLine)
    /// The microseconds between two connection events of a link.
    case interval(slot: Int, UInt32)
    /// A link that plays was encrypted, or its peer has told its identity.
    case peer(slot: Int, RadioAddress, isEncrypted: Bool)
    case gone(slot: Int, reason: String)
    /// A new or changed bond, as a whole.
    case bond([UInt8], name: String)
    case bondGone(RadioAddress)
    case pong(Int)
    /// Words for the log.
    case fault(String)

    package var text: String {
        switch self {
        case .radioOn(let address): "radio on \(address.text)"
        case .radioMissing(let reason): "radio missing \(reason)"
        case .advertising(let isOn): "advertising \(isOn ? 1 : 0)"
        case .state(let port, let state, let address, let name):
            "state \(port) \(state.rawValue) \(address?.text ?? "-") \(name)"
        case .ask(let address, let digits?, let name):
            "ask \(address.text) compare \(Digits.padded(UInt64(digits), 6)) \(name)"
        case .ask(let address, nil, let name): "ask \(address.text) permit \(name)"
        case .show(let address, let digits): "show \(address.text) \(Digits.padded(UInt64(digits), 6))"
        case .asked(let address): "asked \(address.text)"
        case .noPair(let address, let name): "no-pair \(address.text) \(name)"
        case .linked(let link): RadioReport.text(link)
        case .interval(let slot, let interval): "interval \(slot) \(interval)"
        case .peer(let slot, let address, let isEncrypted):
            "peer \(slot) \(address.text) \(isEncrypted ? "encrypted" : "plain")"
        case .gone(let slot, let reason): "gone \(slot) \(reason)"
        case .bond(let record, let name): "bond \(RadioWords.hex(record)) \(name)"
        case .bondGone(let address): "bond-gone \(address.text)"
        case .pong(let number): "pong \(number)"
        case .fault(let text): "fault \(text)"
        }
    }

    private static func text(_ link: LinkedLine) -> String {
        var text = "linked \(link.slot) \(link.port) \(link.address.text) \(link.isCentral ? "central" : "peripheral")"
        text += " \(link.mtu) \(link.valueHandle) \(link.writesWithResponse ? "response" : "command")"
        text += " \(link.isEncrypted ? "encrypted" : "plain") \(link.isSubscribed ? "subscribed" : "quiet")"
        text += " \(link.interval) \(link.name)"
        return text
    }
}
