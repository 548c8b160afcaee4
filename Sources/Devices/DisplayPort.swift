/// The eight outputs of the PCF8574 as the usual backpack wires them: P0 RS, P1 R/W, P2 E, P3 light, P4...P7 D4...D7.
struct DisplayPort: Sendable {
    private static let rs: UInt8 = 0x01
    private static let enable: UInt8 = 0x04
    private static let light: UInt8 = 0x08

    private var backlight = DisplayPort.light
    /// What is on the wires; nil when that is not sure.
    private var last: UInt8?

    /// The states that clock one nibble in: `bytes[first...]`. The display takes it as E falls.
    ///
    /// RS has to stand before E rises (60 ns, HD44780U "address set-up time"), so where it changes it is put there by a
    /// byte of its own.
    mutating func strobe(_ nibble: UInt8, isData: Bool) -> (bytes: InlineArray<3, UInt8>, first: Int) {
        let idle = nibble << 4 | backlight | (isData ? DisplayPort.rs : 0)
        let isSetUp = last.map { ($0 ^ idle) & DisplayPort.rs == 0 } ?? false
        last = idle
        return ([idle, idle | DisplayPort.enable, idle], isSetUp ? 1 : 0)
    }

    /// The state with the light on or off.
    mutating func setBacklight(_ on: Bool) -> UInt8 {
        backlight = on ? DisplayPort.light : 0
        let state = (last ?? 0) & ~DisplayPort.light | backlight
        last = state
        return state
    }

    /// A byte did not arrive.
    mutating func forget() {
        last = nil
    }
}
