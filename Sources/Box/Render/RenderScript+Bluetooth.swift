import BLEMIDI
import Configuration
import Plan

// Events of Bluetooth ports.
extension RenderScript {
    /// Reads a packet of the peer, `ble 80 80 90 3C 64`, or the ATT MTU, `mtu 23`; nil if neither follows the port.
    static func bluetooth(
        _ who: ScriptWords.Word, _ port: PortIndex, _ configured: PortConfiguration, _ words: inout ScriptWords,
        _ carried: inout Carried
    ) throws(ScriptWords.Problem) -> Event? {
        guard let verb = words.rest.first, !verb.isQuoted, verb.text == "ble" || verb.text == "mtu" else { return nil }
        _ = try words.next("ble or mtu")
        if !configured.isBluetooth { throw who.problem("'\(who.text)' is no port with `bluetooth`") }
        if verb.text == "mtu" {
            let mtu = try mtu(&words)
            carried.mtus[port.position] = mtu
            return .mtu(port: port, mtu)
        }
        if !configured.receives { throw who.problem("'\(who.text)' is no input") }
        // A packet may be empty (B11).
        let packet = words.isAtEnd ? [] : try words.bytes()
        let most = carried.mtus[port.position] - BLELimits.overhead
        if packet.count > most {
            throw verb.problem("the packet has \(packet.count) bytes, and at most \(most) are possible")
        }
        return .packet(port: port, packet)
    }

    private static func mtu(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Int {
        let word = try words.next("an MTU")
        let range = BLELimits.mtu
        guard let mtu = Int(word.text), range ~= mtu else {
            throw word.problem("'\(word.text)' is no MTU, \(range.lowerBound)..\(range.upperBound)")
        }
        return mtu
    }
}
