/// An input assembled from several messages or from a free message: a 14-bit pair, a parameter, a pattern; or a Control
/// Change with `settle`. Equal inputs of two plans are recognized by this value.
package struct DerivedInput: Hashable, Comparable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Two Control Changes (R15).
        case pair
        /// RPN and NRPN (R16).
        case registered, assignable
        /// A freely defined message (R17).
        case message
        /// A Control Change that ignores moves back for a time (R27).
        case settled
    }

    package var kind: Kind
    /// The halves of its number, each 0...127; both are the Control Change of `settled`.
    package var msb: UInt8
    package var lsb: UInt8
    /// Whether a parameter or free message has 14 bits.
    package var isFine = false
    /// A 64-bit hash of the free message, which is too long to store here; the microseconds of `settled`; 0 for other
    /// kinds.
    package var digest: UInt64 = 0

    package init(kind: Kind, msb: UInt8, lsb: UInt8) {
        self.kind = kind
        self.msb = msb
        self.lsb = lsb
    }

    package init(_ parameter: Parameter) {
        self.init(kind: parameter.isRegistered ? .registered : .assignable, msb: parameter.msb, lsb: parameter.lsb)
        isFine = parameter.isFine
    }

    /// The parameter; nil for other kinds.
    package var parameter: Parameter? {
        switch kind {
        case .registered: Parameter(isRegistered: true, msb: msb, lsb: lsb, isFine: isFine)
        case .assignable: Parameter(isRegistered: false, msb: msb, lsb: lsb, isFine: isFine)
        default: nil
        }
    }

    /// The highest value.
    package var highest: UInt16 { isFine || kind == .pair ? 16383 : 127 }

    package init(messageOf digest: UInt64, isFine: Bool) {
        self.init(kind: .message, msb: 0, lsb: 0)
        self.digest = digest
        self.isFine = isFine
    }

    /// Orders inputs for binary search.
    package static func < (left: DerivedInput, right: DerivedInput) -> Bool {
        left.number == right.number ? left.digest < right.digest : left.number < right.number
    }

    private var number: UInt32 {
        UInt32(kind.rawValue) << 24 | UInt32(msb) << 16 | UInt32(lsb) << 8 | (isFine ? 1 : 0)
    }
}
