import MIDI

/// A registered or non-registered parameter (RPN, NRPN).
public struct Parameter: Hashable, Sendable {
    public var isRegistered: Bool
    /// The halves of its number, each 0...127.
    public var msb: UInt8
    public var lsb: UInt8
    /// It has 14 bits: data entry in MSB and LSB.
    public var isFine: Bool

    public init(isRegistered: Bool, msb: UInt8, lsb: UInt8, isFine: Bool) {
        self.isRegistered = isRegistered
        self.msb = msb
        self.lsb = lsb
        self.isFine = isFine
    }

    /// Its number among all of both kinds, 0..<32768.
    public var number: UInt16 { (isRegistered ? 0 : 1 << 14) | UInt16(msb) << 7 | UInt16(lsb) }

    public static let dataMSB: UInt8 = 6
    public static let dataLSB: UInt8 = 38
    public static let increment: UInt8 = 96
    public static let decrement: UInt8 = 97

    /// The Control Changes that select one: 101 and 100, or 99 and 98.
    package static func selectsMSB(_ registered: Bool) -> UInt8 { registered ? 101 : 99 }
    package static func selectsLSB(_ registered: Bool) -> UInt8 { registered ? 100 : 98 }

    package static func selects(_ controller: UInt8) -> Bool { 98...101 ~= controller }
    package static func isData(_ controller: UInt8) -> Bool {
        controller == dataMSB || controller == dataLSB || controller == increment || controller == decrement
    }
}
