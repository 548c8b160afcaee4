import BLEMIDI
import Compact

extension RadioReport {
    /// Parses a line; nil if it is malformed.
    package init?(_ line: ArraySlice<UInt8>) {
        var words = RadioWords(line)
        guard let verb = words.next(), let report = RadioReport.report(verb, &words), words.isAtEnd else { return nil }
        self = report
    }

    private static func report(_ verb: String, _ words: inout RadioWords) -> RadioReport? {
        switch verb {
        case "radio":
            guard let isOn = words.flag("on", "missing") else { return nil }
            return isOn ? words.address().map { .radioOn($0) } : .radioMissing(words.remainder())
        case "advertising": return words.flag("1", "0").map { .advertising($0) }
        case "state": return state(&words)
        case "ask": return question(&words)
        case "show":
            guard let address = words.address(), let digits = digits(&words) else { return nil }
            return .show(address, digits: digits)
        case "asked": return words.address().map { .asked($0) }
        case "no-pair":
            guard let address = words.address() else { return nil }
            return .noPair(address, name: words.remainder())
        case "linked": return linked(&words)
        case "interval":
            guard let slot = words.slot(), let interval = words.next().flatMap({ UInt32($0) }) else { return nil }
            return .interval(slot: slot, interval)
        case "peer":
            guard let slot = words.slot(), let address = words.address(),
                let isEncrypted = words.flag("encrypted", "plain")
            else { return nil }
            return .peer(slot: slot, address, isEncrypted: isEncrypted)
        case "gone":
            guard let slot = words.slot() else { return nil }
            return .gone(slot: slot, reason: words.remainder())
        case "bond":
            guard let record = words.hex() else { return nil }
            return .bond(record, name: words.remainder())
        case "bond-gone": return words.address().map { .bondGone($0) }
        case "pong": return words.number().map { .pong($0) }
        case "fault": return .fault(words.remainder())
        default: return nil
        }
    }

    private static func digits(_ words: inout RadioWords) -> UInt32? {
        guard let word = words.next(), word.utf8.count == 6, let digits = UInt32(word) else { return nil }
        return digits
    }

    private static func state(_ words: inout RadioWords) -> RadioReport? {
        guard let port = words.number(), let state = words.next().flatMap({ RadioPortState(rawValue: $0) }),
            let word = words.next()
        else { return nil }
        let address = RadioAddress(word)
        if address == nil && word != "-" { return nil }
        return .state(port: port, state, address, name: words.remainder())
    }

    private static func question(_ words: inout RadioWords) -> RadioReport? {
        guard let address = words.address(), let compares = words.flag("compare", "permit") else { return nil }
        if !compares { return .ask(address, digits: nil, name: words.remainder()) }
        guard let digits = digits(&words) else { return nil }
        return .ask(address, digits: digits, name: words.remainder())
    }

    private static func linked(_ words: inout RadioWords) -> RadioReport? {
        guard let slot = words.slot(), let port = words.number(), let address = words.address(),
            let isCentral = words.flag("central", "peripheral"), let mtu = words.number(), BLELimits.mtu ~= mtu,
            let handle = words.next().flatMap({ UInt16($0) }),
            let writesWithResponse = words.flag("response", "command"),
            let isEncrypted = words.flag("encrypted", "plain"),
            let isSubscribed = words.flag("subscribed", "quiet"),
            let interval = words.next().flatMap({ UInt32($0) })
        else { return nil }
        return .linked(
            LinkedLine(
                slot: slot, port: port, address: address, isCentral: isCentral, mtu: mtu, valueHandle: handle,
                writesWithResponse: writesWithResponse, isEncrypted: isEncrypted, isSubscribed: isSubscribed,
                interval: interval, name: words.remainder()))
    }
}
