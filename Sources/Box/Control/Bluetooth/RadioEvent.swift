/// What the process of Bluetooth tells the box, one line each (docs/design/ARCHITECTURE.md).
enum RadioEvent: Equatable {
    /// The controller works. The address is missing if it could not be read.
    case radioOn(RadioAddress?)
    /// There is no controller, or it does not work (B17).
    case radioMissing(String)
    case advertising(Bool)
    /// How far the process is with the peer of a port; nil: with none. The address and the name may be unknown.
    case state(port: Int, BluetoothPeer.State?, RadioAddress?, name: String)
    /// A peer asks to pair (B4): the player compares digits, or permits the peer by its name.
    case ask(RadioAddress, digits: UInt32?, name: String)
    /// The player types these digits at the peer.
    case show(RadioAddress, digits: UInt32)
    /// A question or digits are over.
    case asked(RadioAddress)
    /// A pairing was refused because none is allowed.
    case refused(RadioAddress, name: String)
    /// A peer is connected. Its socket comes with the line.
    case linked(RadioLink)
    /// The connection interval in microseconds.
    case interval(slot: Int, UInt32)
    case gone(slot: Int, reason: String)
    case bond(Bond)
    case bondGone(RadioAddress)
    case pong(UInt32)
    /// A fault for the log.
    case fault(String)

    /// Parses a line; nil if the line is none of these.
    init?(_ line: String) {
        var words = RadioWords(RadioEvent.plain(line))
        switch words.next() {
        case "radio":
            switch words.next() {
            case "on": self = .radioOn(RadioAddress(words.next()))
            case "missing": self = .radioMissing(words.rest)
            default: return nil
            }
        case "advertising":
            guard let flag = words.flag("1", "0") else { return nil }
            self = .advertising(flag)
        case "state": self.init(state: &words)
        case "ask":
            guard let address = words.address() else { return nil }
            switch words.next() {
            case "compare":
                guard let digits = words.digits() else { return nil }
                self = .ask(address, digits: digits, name: words.rest)
            case "permit": self = .ask(address, digits: nil, name: words.rest)
            default: return nil
            }
        case "show":
            guard let address = words.address(), let digits = words.digits() else { return nil }
            self = .show(address, digits: digits)
        case "asked":
            guard let address = words.address() else { return nil }
            self = .asked(address)
        case "no-pair":
            guard let address = words.address() else { return nil }
            self = .refused(address, name: words.rest)
        case "linked":
            guard let link = RadioLink(&words) else { return nil }
            self = .linked(link)
        case "interval":
            guard let slot = words.slot(), let interval = UInt32(words.next()) else { return nil }
            self = .interval(slot: slot, interval)
        case "gone":
            guard let slot = words.slot() else { return nil }
            self = .gone(slot: slot, reason: words.rest)
        case "bond":
            guard let bond = Bond(line: words.rest) else { return nil }
            self = .bond(bond)
        case "bond-gone":
            guard let address = words.address() else { return nil }
            self = .bondGone(address)
        case "pong":
            guard let number = UInt32(words.next()) else { return nil }
            self = .pong(number)
        case "fault": self = .fault(words.rest)
        default: return nil
        }
    }

    /// Replaces control characters. The name of a peer may have any, and names stand in files of lines.
    private static func plain(_ line: String) -> String {
        if line.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) { return line }
        let bytes = line.utf8.map { $0 >= 32 && $0 != 127 ? $0 : UInt8(ascii: "?") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private init?(state words: inout RadioWords) {
        guard let port = Int(words.next()) else { return nil }
        let word = words.next()
        let state = BluetoothPeer.State(word: word)
        if state == nil && word != "none" { return nil }
        self = .state(port: port, state, RadioAddress(words.next()), name: words.rest)
    }
}

/// A connected peer, as the process hands it over with its socket.
struct RadioLink: Equatable {
    var slot: Int
    /// The index of the port in the box file.
    var port: Int
    var address: RadioAddress
    /// Whether the box is the central: it has connected.
    var isCentral: Bool
    var mtu: UInt16
    /// The handle of the peer's MIDI characteristic; 0 where the peer is the central.
    var handle: UInt16
    /// Whether the peer wants writes with response (B8).
    var needsResponse: Bool
    var isEncrypted: Bool
    /// Whether the peer has turned notifications on already.
    var isSubscribed: Bool
    /// The connection interval in microseconds.
    var interval: UInt32
    var name: String
}

extension RadioLink {
    /// Parses the words behind `linked`; nil if they are not a link.
    fileprivate init?(_ words: inout RadioWords) {
        guard let slot = words.slot(), let port = Int(words.next()), port >= 0, let address = words.address(),
            let isCentral = words.flag("central", "peripheral"), let mtu = UInt16(words.next()),
            let handle = UInt16(words.next()), let needsResponse = words.flag("response", "command"),
            let isEncrypted = words.flag("encrypted", "plain"), let isSubscribed = words.flag("subscribed", "quiet"),
            let interval = UInt32(words.next())
        else { return nil }
        self.init(
            slot: slot, port: port, address: address, isCentral: isCentral, mtu: mtu, handle: handle,
            needsResponse: needsResponse, isEncrypted: isEncrypted, isSubscribed: isSubscribed, interval: interval,
            name: words.rest)
    }
}

/// The words of a line of the process, one after the other.
private struct RadioWords {
    /// The text behind the last word.
    private(set) var rest: String

    init(_ line: String) { rest = line }

    /// Returns the next word; empty after the last.
    mutating func next() -> String {
        let (word, rest) = BoxConnection.split(rest)
        self.rest = rest
        return word
    }

    mutating func address() -> RadioAddress? { RadioAddress(next()) }

    /// Returns the number of a link, 0..<`RadioLimits.links`.
    mutating func slot() -> Int? {
        guard let slot = Int(next()), 0..<RadioLimits.links ~= slot else { return nil }
        return slot
    }

    /// Returns six digits as a number.
    mutating func digits() -> UInt32? {
        let word = next()
        return word.utf8.count == 6 ? UInt32(word) : nil
    }

    /// Returns which of two words comes next; nil if neither does.
    mutating func flag(_ yes: String, _ no: String) -> Bool? {
        let word = next()
        return word == yes ? true : word == no ? false : nil
    }
}
