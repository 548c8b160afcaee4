/// The eight outputs of the PCF8574 on a common LCD backpack: P0 RS, P1 R/W, P2 E, P3 backlight, P4...P7 D4...D7.
struct LCDPort: Sendable {
    private static let rs: UInt8 = 0x01
    private static let enable: UInt8 = 0x04
    private static let light: UInt8 = 0x08

    private var backlight = LCDPort.light
    /// The last state of the outputs; nil if this is unknown.
    private var last: UInt8?

    var isLit: Bool { backlight != 0 }

    /// The largest number of bytes on the bus for one byte to the LCD.
    static let byteLength = 5

    /// Adds a whole byte to a burst: an instruction (RS low) or data (RS high).
    mutating func put(_ byte: UInt8, isData: Bool, into burst: inout DisplayBurst) {
        put(nibble: byte >> 4, isData: isData, into: &burst)
        put(nibble: byte & 0x0F, isData: isData, into: &burst)
    }

    /// Adds the output states that clock in one nibble. The LCD reads the nibble at the falling edge of E.
    ///
    /// RS must be stable before E rises (60 ns, HD44780U "address set-up time"), so a change of RS needs a byte of its
    /// own.
    mutating func put(nibble: UInt8, isData: Bool, into burst: inout DisplayBurst) {
        let idle = nibble << 4 | backlight | (isData ? LCDPort.rs : 0)
        let isSetUp = last.map { ($0 ^ idle) & LCDPort.rs == 0 } ?? false
        if !isSetUp { burst.append(idle) }
        burst.append(idle | LCDPort.enable)
        burst.append(idle)
        last = idle
    }

    /// Switches the backlight without sending a nibble.
    mutating func setLight(_ on: Bool, into burst: inout DisplayBurst) {
        backlight = on ? LCDPort.light : 0
        let state = (last ?? 0) & ~LCDPort.light | backlight
        last = state
        burst.append(state)
    }

    /// Forgets the state of the outputs, because the last transfer may not have arrived.
    mutating func forget() { last = nil }
}
