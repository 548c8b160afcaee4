/// What the display shows of a Bluetooth peer that pairs (B4): `PAIR 123456` or `PAIR NAME`, on a row of its own.
///
/// Plain values of a fixed size, like `DisplayState`.
package struct PairingRow: BitwiseCopyable, Equatable, Sendable {
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        case none
        /// Six digits, to be compared or to be typed at the peer.
        case digits
        /// The name of a peer that cannot show digits.
        case name
    }

    package private(set) var kind = Kind.none
    private var digits: UInt32 = 0
    private var name = DisplayText<20>()

    /// Creates a row that is not shown.
    package init() {}

    /// - Parameter digits: 0...999999.
    package init(digits: UInt32) { (kind, self.digits) = (.digits, digits) }

    package init(name: DisplayText<20>) { (kind, self.name) = (.name, name) }

    package var isShown: Bool { kind != .none }

    /// Appends the text of the row, cut to the widest row.
    func append(to text: inout DisplayText<20>) {
        text.append("PAIR ")
        switch kind {
        case .none: break
        case .digits: text.append(code: digits)
        case .name: text.append(name)
        }
    }
}

extension DisplayText {
    /// Appends a code of six digits, 0...999999.
    mutating func append(code: UInt32) {
        var unit: UInt32 = 100_000
        while unit > 0 {
            append(UInt32(UInt8(ascii: "0")) + code / unit % 10)
            unit /= 10
        }
    }
}
