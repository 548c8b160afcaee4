import Settings
import Panel

/// An expression pedal or potentiometer at an analog-to-digital converter (I10).
package struct PedalConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    package enum Chip: String, CaseIterable, Sendable {
        case ads1115, ads1015
    }

    /// The pedal's number, 1...8.
    package var number: Int
    package var chip = Chip.ads1115
    package var bus = "/dev/i2c-1"
    /// The I2C address, 0x48...0x4B, set by the chip's address pin.
    package var address = 0x48
    /// The input of the chip, 0...3.
    package var input: Int
    package var setup = PedalSetup()

    package init(number: Int) { (self.number, input) = (number, (number - 1) % 4) }

    /// The bit of this pedal in sets of pedals.
    package var bit: UInt8 { 1 << UInt8(number - 1) }
}

/// A rotary encoder at two GPIO lines (I10).
package struct KnobConfiguration: Equatable, Sendable {
    /// The knob's number, 1...8.
    package var number: Int
    /// The line of the contact that closes first when the knob turns to the right.
    package var a: GPIOLine?
    package var b: GPIOLine?
    /// Whether a closed contact connects its line to ground.
    package var activeLow = true
    package var pull = LinePull.up
    package var setup = KnobSetup()

    /// The bit of this knob in sets of knobs.
    package var bit: UInt8 { 1 << UInt8(number - 1) }
}
