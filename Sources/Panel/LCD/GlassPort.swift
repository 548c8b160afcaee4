/// The eight outputs of the PCF8574 as the usual backpack wires them: P0 RS, P1 R/W, P2 E, P3 light, P4...P7 D4...D7.
struct GlassPort: Sendable {
    private static let rs: UInt8 = 0x01
    private static let enable: UInt8 = 0x04
    private static let light: UInt8 = 0x08

    private var backlight = GlassPort.light
    /// What is on the wires; nil when that is not sure.
    private var last: UInt8?

    var isLit: Bool { backlight != 0 }

    /// A byte of eight bits takes at most this many of the bus.
    static let byteLength = 5

    /// A whole byte, an instruction (RS low) or a character (RS high).
    mutating func put(_ byte: UInt8, isData: Bool, into burst: inout GlassBurst) {
        put(nibble: byte >> 4, isData: isData, into: &burst)
        put(nibble: byte & 0x0F, isData: isData, into: &burst)
    }

    /// The states that clock one nibble in: the display takes it as E falls.
    ///
    /// RS has to stand before E rises (60 ns, HD44780U "address set-up time"), so where it changes it is put there by a
    /// byte of its own.
    mutating func put(nibble: UInt8, isData: Bool, into burst: inout GlassBurst) {
        let idle = nibble << 4 | backlight | (isData ? GlassPort.rs : 0)
        let isSetUp = last.map { ($0 ^ idle) & GlassPort.rs == 0 } ?? false
        if !isSetUp { burst.append(idle) }
        burst.append(idle | GlassPort.enable)
        burst.append(idle)
        last = idle
    }

    /// The light on or off, nothing clocked in.
    mutating func setLight(_ on: Bool, into burst: inout GlassBurst) {
        backlight = on ? GlassPort.light : 0
        let state = (last ?? 0) & ~GlassPort.light | backlight
        last = state
        burst.append(state)
    }

    /// A byte did not arrive.
    mutating func forget() { last = nil }
}
