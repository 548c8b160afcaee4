/// How a controller's values become an internal value: as they are, in steps, or by turns (R11 to R14, C3, A2).
public struct ValueMode: Equatable, Sendable {
    public enum Kind: UInt8, Sendable {
        case direct, increment, latch
    }

    /// Which passing of the trigger counts (R14).
    public enum Edge: UInt8, Sendable {
        case rising, falling, both
    }

    public var kind = Kind.direct
    public var edge = Edge.rising
    /// Whether an increment goes round past its ends (R12).
    public var wraps = true
    // No value has more than 14 bits, and there are tens of thousands of these.
    private var triggerBits: Int16 = 64
    private var byBits: Int16 = 1
    private var startBits: Int16 = 0
    private var endBits: Int16 = 127

    public init() {}

    /// Half the range by default: 64, at 14 bits 8192.
    public var trigger: Int32 {
        get { Int32(triggerBits) }
        set { triggerBits = Int16(newValue) }
    }

    /// Increment: what a trigger adds, and the first and last internal value (R12).
    public var by: Int32 {
        get { Int32(byBits) }
        set { byBits = Int16(newValue) }
    }

    public var start: Int32 {
        get { Int32(startBits) }
        set { startBits = Int16(newValue) }
    }

    public var end: Int32 {
        get { Int32(endBits) }
        set { endBits = Int16(newValue) }
    }

    /// Whether a value that comes after `previous` passes the trigger (R14).
    public func fires(from previous: Int32, to value: Int32) -> Bool {
        let rises = previous < trigger && trigger <= value
        let falls = previous > trigger && trigger >= value
        switch edge {
        case .rising: return rises
        case .falling: return falls
        case .both: return rises || falls
        }
    }

    /// The internal value a step further, or back for `decrement` (R12).
    public func step(_ value: Int32, back: Bool) -> Int32 {
        let next = value + (back ? -by : by)
        if next > end { return wraps ? start : end }
        if next < start { return wraps ? end : start }
        return next
    }
}
