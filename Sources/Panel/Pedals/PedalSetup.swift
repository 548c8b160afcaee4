/// The voltages of an expression pedal at heel and toe (I10), in millivolts −5000...5000. The two differ; `from`, the
/// heel, may be the greater one.
public struct PedalRange: Equatable, Sendable, BitwiseCopyable {
    public var from: Int16
    public var to: Int16

    public init(from: Int16 = 0, to: Int16 = 3300) { (self.from, self.to) = (from, to) }
}

/// The settings of an expression pedal (I10).
public struct PedalSetup: Equatable, Sendable, BitwiseCopyable {
    public var range = PedalRange()
    /// The part of the range that counts as the end at the heel, in percent 0...40.
    public var heel: UInt8 = 3
    /// The part of the range that counts as the end at the toe, in percent 0...40.
    public var toe: UInt8 = 3
    /// A movement back by up to this many millivolts counts as noise.
    public var hysteresis: UInt8 = 8

    public init() {}
}
