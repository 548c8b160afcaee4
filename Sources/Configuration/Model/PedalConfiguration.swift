import Panel

/// An expression pedal or potentiometer at an analog-to-digital converter (I10).
public struct PedalConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case ads1115, ads1015
    }

    /// The pedal's number, 1...8.
    public var number: Int
    public var chip = Chip.ads1115
    public var bus = "/dev/i2c-1"
    /// The I2C address, 0x48...0x4B, set by the chip's address pin.
    public var address = 0x48
    /// The input of the chip, 0...3.
    public var input: Int
    public var setup = PedalSetup()

    public init(number: Int) { (self.number, input) = (number, (number - 1) % 4) }

    /// The bit of this pedal in sets of pedals.
    public var bit: UInt8 { 1 << UInt8(number - 1) }
}

/// A rotary encoder at two GPIO lines (I10).
public struct KnobConfiguration: Equatable, Sendable {
    /// The knob's number, 1...8.
    public var number: Int
    /// The line of the contact that closes first when the knob turns to the right.
    public var a: GPIOLine?
    public var b: GPIOLine?
    /// Whether a closed contact connects its line to ground.
    public var activeLow = true
    public var pull = FootswitchConfiguration.Pull.up
    public var setup = KnobSetup()

    /// The bit of this knob in sets of knobs.
    public var bit: UInt8 { 1 << UInt8(number - 1) }
}
