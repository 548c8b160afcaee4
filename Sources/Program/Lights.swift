/// The lights of the footswitches, a bit a switch (F3).
public struct Lights: Equatable, BitwiseCopyable, Sendable {
    public enum State: UInt8, BitwiseCopyable, Sendable {
        case off, on, blink
        /// With the beat. Only a light that is set by hand is so; what is shown of it is on and off.
        case tempo
    }

    /// Those that are on or blink.
    public var lit: UInt16 = 0
    /// Of those the ones that blink; of the others the ones that follow the beat.
    public var blinking: UInt16 = 0

    public init() {}

    /// The light of a footswitch 0..<16.
    public subscript(index: Int) -> State {
        get {
            let bit: UInt16 = 1 << UInt16(index)
            if lit & bit == 0 { return blinking & bit == 0 ? .off : .tempo }
            return blinking & bit == 0 ? .on : .blink
        }
        set {
            let bit: UInt16 = 1 << UInt16(index)
            lit = newValue == .on || newValue == .blink ? lit | bit : lit & ~bit
            blinking = newValue == .blink || newValue == .tempo ? blinking | bit : blinking & ~bit
        }
    }
}

/// What a light follows while a preset runs (F3).
public enum LightRule: Equatable, Sendable {
    /// The contact of its switch.
    case contact
    /// A latch, by the remap of the preset that keeps its internal value.
    case remap(UInt16)
    /// A latch of a condition of the preset, by its node.
    case condition(UInt16)
    /// A latch of an assignment, by index.
    case assignment(UInt16)
}
