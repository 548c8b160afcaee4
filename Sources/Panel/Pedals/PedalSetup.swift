/// The voltages of an expression pedal at heel and toe (I10), in millivolts −5000...5000. The two differ; `from`, the
/// heel, may be the greater one.
package struct PedalRange: Equatable, Sendable, BitwiseCopyable {
    package var from: Int16
    package var to: Int16

    package init(from: Int16 = 0, to: Int16 = 3300) { (self.from, self.to) = (from, to) }
}

/// The settings of an expression pedal (I10).
package struct PedalSetup: Equatable, Sendable, BitwiseCopyable {
    package var range = PedalRange()
    /// The part of the range that counts as the end at the heel, in percent 0...40.
    package var heel: UInt8 = 3
    /// The part of the range that counts as the end at the toe, in percent 0...40.
    package var toe: UInt8 = 3
    /// A movement back by up to this many millivolts counts as noise.
    package var hysteresis: UInt8 = 8

    package init() {}
}
