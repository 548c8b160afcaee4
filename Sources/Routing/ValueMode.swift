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
    /// Half the range by default: 64, at 14 bits 8192.
    public var trigger: Int32 = 64
    /// Increment: what a trigger adds, first and last internal value, and whether it goes round past them (R12).
    public var by: Int32 = 1
    public var start: Int32 = 0
    public var end: Int32 = 127
    public var wraps = true

    public init() {}

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
