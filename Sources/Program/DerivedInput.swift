/// An input that no message is by itself: what makes it, by which one program's is known in another.
public struct DerivedInput: Hashable, Comparable, Sendable {
    public enum Kind: UInt8, Sendable {
        /// Two Control Changes (R15).
        case pair
        /// RPN and NRPN (R16).
        case registered, assignable
        /// A freely defined message (R17).
        case message
    }

    public var kind: Kind
    /// The numbers of its halves, 0...127.
    public var msb: UInt8
    public var lsb: UInt8
    /// A parameter of 14 bits.
    public var isFine = false
    /// Of a free message, which is longer than what stands here, a number that is another for every other.
    public var digest: UInt64 = 0

    public init(kind: Kind, msb: UInt8, lsb: UInt8) {
        self.kind = kind
        self.msb = msb
        self.lsb = lsb
    }

    public init(_ parameter: Parameter) {
        self.init(kind: parameter.isRegistered ? .registered : .assignable, msb: parameter.msb, lsb: parameter.lsb)
        isFine = parameter.isFine
    }

    /// The parameter that it is; nil: it is none.
    public var parameter: Parameter? {
        switch kind {
        case .registered: Parameter(isRegistered: true, msb: msb, lsb: lsb, isFine: isFine)
        case .assignable: Parameter(isRegistered: false, msb: msb, lsb: lsb, isFine: isFine)
        default: nil
        }
    }

    public init(messageOf digest: UInt64) {
        self.init(kind: .message, msb: 0, lsb: 0)
        self.digest = digest
    }

    /// An order in which they are found.
    public static func < (left: DerivedInput, right: DerivedInput) -> Bool {
        left.number == right.number ? left.digest < right.digest : left.number < right.number
    }

    private var number: UInt32 {
        UInt32(kind.rawValue) << 24 | UInt32(msb) << 16 | UInt32(lsb) << 8 | (isFine ? 1 : 0)
    }
}
