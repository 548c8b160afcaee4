/// A chip with 16 input lines on I2C: Microchip MCP23017 (data sheet DS20001952C) or TI PCF8575 (SCPS121F), polled,
/// without an interrupt. For a slow thread only: every call waits for the bus.
///
/// The first byte is the high byte of a word, as in `I2CWords`. Lines 0...7 are the first byte of both chips.
package struct LineExpander<Registers: I2CWords> {
    private let registers: Registers
    private let hasRegisters: Bool

    /// - Parameter hasRegisters: true for an MCP23017, false for a PCF8575.
    package init(_ registers: Registers, hasRegisters: Bool) {
        (self.registers, self.hasRegisters) = (registers, hasRegisters)
    }

    /// Makes all lines inputs with pull-up resistors. Returns nil on success (rule F5).
    package func start() -> DeviceError? {
        if !hasRegisters { return registers.read(word: allHigh) < 0 ? silent : nil }
        for register in [directions, pullUps] where registers.write(word: 0xFFFF, register: register) < 0 {
            return silent
        }
        return nil
    }

    /// Checks that the chip still has its settings: after a power loss it has no pull-up resistors. Returns nil if all
    /// is well.
    package func check() -> DeviceError? {
        if !hasRegisters { return nil }
        let found = registers.read(word: pullUps)
        return found < 0 ? silent : found == 0xFFFF ? nil : .forgotten(registers.name)
    }

    /// Reads the levels of the lines, line 0 in bit 0.
    package func read() throws(DeviceError) -> UInt16 {
        let value = registers.read(word: hasRegisters ? levels : allHigh)
        if value < 0 { throw silent }
        return UInt16(truncatingIfNeeded: value).byteSwapped
    }

    package func close() { registers.close() }

    private var silent: DeviceError { .missing(registers.name, .chip) }

    // The MCP23017 after power-up (IOCON.BANK = 0): two registers of each kind, for lines 0...7 and 8...15.
    /// IODIRA: 1 is an input.
    private var directions: UInt8 { 0x00 }
    /// GPPUA: 1 is a pull-up resistor.
    private var pullUps: UInt8 { 0x0C }
    /// GPIOA: the levels.
    private var levels: UInt8 { 0x12 }
    /// The PCF8575 has no registers: the byte that SMBus sends as a register number is written to lines 0...7, where a
    /// 1 makes the line an input with a weak pull-up.
    private var allHigh: UInt8 { 0xFF }
}
