/// A colour of an LED, as on a screen: 255 for each component is white.
package struct Colour: Equatable, BitwiseCopyable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package static let white = Colour(255, 255, 255)
    package static let black = Colour(0, 0, 0)

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The same colour at a third of the brightness, clearly distinct from a lit LED.
    package var dimmed: Colour { Colour(red / 3, green / 3, blue / 3) }
}

/// The colours of the footswitch LEDs while a preset runs (I10).
package struct LEDColours: BitwiseCopyable, Sendable {
    /// The colours of LEDs that are on (F3).
    package var lit = InlineArray<16, Colour>(repeating: .white)
    /// The colours of LEDs that are off: black, or a dimmed colour.
    package var dark = InlineArray<16, Colour>(repeating: .black)

    package init() {}
}
