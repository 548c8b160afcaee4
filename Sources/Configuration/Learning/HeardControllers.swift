import MIDI

/// Combines messages into controllers: a 14-bit pair, an RPN or an NRPN consists of several Control Changes.
///
/// Ignores the source of a message, because the player moves one controller at a time while a value is learnt.
struct HeardControllers {
    /// A controller that has moved.
    struct Move: Equatable {
        /// The controller in the configuration, without `14-bit`: `cc 7`, `rpn 0/1`.
        var name: String
        var value: Int
        /// Whether the value has 14 bits. The configuration then adds `14-bit` to the name, except for `pitch-bend`.
        var isFine = false
        /// Whether the other half of the value may still arrive.
        var isHalf = false
        /// Whether the message selects a parameter whose data has not arrived yet.
        var isSelection = false
        /// Whether the controller also exists with `14-bit`.
        var hasFineForm = false

        /// The name, with `14-bit` if the value has 14 bits.
        var controller: String { isFine && name != "pitch-bend" ? name + " 14-bit" : name }
    }

    /// A pair: Control Changes `number` and `number + 32`.
    private struct Pair {
        var channel: UInt8
        var number: UInt8
        var msb: UInt8
        /// The time of the MSB in nanoseconds.
        var at: UInt64
        /// Whether an LSB has arrived too.
        var isWhole = false
    }

    /// The selected parameter; its halves are nil until they arrive.
    private struct Selection: Equatable {
        var channel: UInt8
        var isRegistered: Bool
        var msb: UInt8?
        var lsb: UInt8?

        var isNull: Bool { msb == 127 && lsb == 127 }
    }

    /// The pair whose MSB moved last.
    private var pair: Pair?
    private var selection: Selection?
    /// Whether the data of the selection arrived in two halves.
    private var hasFineData = false
    private var dataMSB: UInt8?

    /// Nanoseconds within which the second half of a pair must follow the first (R15).
    static let pairTimeout: UInt64 = 5_000_000

    /// Returns the controller that a message moves; nil if it moves none.
    mutating func hear(_ message: Message, at time: UInt64) -> Move? {
        switch message.kind {
        case .pitchBend: Move(name: "pitch-bend", value: Int(message.bend), isFine: true)
        case .channelPressure: Move(name: "channel-pressure", value: Int(message.data1))
        case .programChange: Move(name: "program", value: Int(message.data1))
        case .controlChange: control(message, at: time)
        default: nil
        }
    }

    private mutating func control(_ message: Message, at time: UInt64) -> Move? {
        switch message.data1 {
        case ControllerNumber.nrpnLSB...ControllerNumber.rpnMSB: return select(message)
        case ControllerNumber.dataEntryMSB, ControllerNumber.dataEntryLSB:
            if let move = data(message) { return move }
        default: break
        }
        return pairOrPlain(message, at: time)
    }

    /// Handles CC 98 to 101, which select a parameter (R16). Returns nil for the null parameter.
    private mutating func select(_ message: Message) -> Move? {
        let isRegistered = message.data1 >= ControllerNumber.rpnLSB
        var new = Selection(channel: message.channel, isRegistered: isRegistered)
        if let old = selection, old.channel == new.channel, old.isRegistered == isRegistered { new = old }
        if message.data1 % 2 == 1 { new.msb = message.data2 } else { new.lsb = message.data2 }
        if new != selection { (hasFineData, dataMSB) = (false, nil) }
        selection = new
        if new.isNull { return nil }
        return Move(name: "cc \(message.data1)", value: Int(message.data2), isSelection: true)
    }

    /// Handles CC 6 and 38, the data of the selected parameter. Returns nil if none is selected.
    private mutating func data(_ message: Message) -> Move? {
        guard let selection, selection.channel == message.channel, !selection.isNull,
            let msb = selection.msb, let lsb = selection.lsb
        else { return nil }
        let name = "\(selection.isRegistered ? "rpn" : "nrpn") \(msb)/\(lsb)"
        if message.data1 == ControllerNumber.dataEntryMSB {
            dataMSB = message.data2
            let value = Int(message.data2)
            return hasFineData
                ? Move(name: name, value: value << 7, isFine: true, isHalf: true, hasFineForm: true)
                : Move(name: name, value: value, isHalf: true, hasFineForm: true)
        }
        hasFineData = true
        return Move(name: name, value: Int(dataMSB ?? 0) << 7 | Int(message.data2), isFine: true, hasFineForm: true)
    }

    /// Handles any other Control Change; CC 0 to 31 may be the MSB of a pair, followed by the LSB.
    private mutating func pairOrPlain(_ message: Message, at time: UInt64) -> Move {
        var move = Move(name: "cc \(message.data1)", value: Int(message.data2), hasFineForm: message.data1 < 96)
        let isSame = pair?.channel == message.channel && pair?.number == message.data1 & 31
        switch message.data1 {
        case 0..<32:
            let isWhole = isSame && pair?.isWhole == true
            pair = Pair(
                channel: message.channel, number: message.data1, msb: message.data2, at: time, isWhole: isWhole)
            move.isHalf = true
            if isWhole { (move.isFine, move.value) = (true, Int(message.data2) << 7) }
        case 32..<64:
            guard let known = pair, isSame, known.isWhole || time < known.at &+ HeardControllers.pairTimeout else {
                break
            }
            pair?.isWhole = true
            move = Move(
                name: "cc \(known.number)", value: Int(known.msb) << 7 | Int(message.data2), isFine: true,
                hasFineForm: true)
        default: break
        }
        return move
    }
}

extension HeardControllers.Move {
    /// Returns the value in 7 or 14 bits (R15): 7 to 14 bits scales linearly over the full ranges, 14 to 7 bits
    /// returns the MSB.
    func value(isFine wanted: Bool) -> Int {
        isFine == wanted ? value : wanted ? (value * 16383 + 63) / 127 : value >> 7
    }

    /// Whether the move may complete the previous one: as the other half, or as the data of a selection.
    func continues(_ before: HeardControllers.Move) -> Bool {
        name == before.name || before.isSelection && (isSelection || isParameter)
    }

    private var isParameter: Bool { name.utf8.starts(with: "rpn".utf8) || name.utf8.starts(with: "nrpn".utf8) }
}
