/// A chip with sixteen more lines on I2C: Microchip MCP23017 (data sheet DS20001952C) or TI PCF8575 (SCPS121F), read
/// without an interrupt. For a slow thread only: every call waits for the bus.
///
/// Words are as `I2CWords` has them, the first byte high; lines 0...7 are the first byte of either chip.
public struct LineExpander<Registers: I2CWords> {
    private let registers: Registers
    private let hasRegisters: Bool

    /// - Parameter hasRegisters: whether it is an MCP23017.
    public init(_ registers: Registers, hasRegisters: Bool) {
        (self.registers, self.hasRegisters) = (registers, hasRegisters)
    }

    /// Makes all lines inputs with pull-up resistors. Returns nil on success (rule F5).
    public func start() -> DeviceError? {
        if !hasRegisters { return registers.read(word: allHigh) < 0 ? silent : nil }
        for register in [directions, pullUps] where registers.write(word: 0xFFFF, register: register) < 0 {
            return silent
        }
        return nil
    }

    /// Whether the chip still has its settings; one that was without power has no pull-up resistors.
    public func check() -> DeviceError? {
        if !hasRegisters { return nil }
        let found = registers.read(word: pullUps)
        return found < 0 ? silent : found == 0xFFFF ? nil : .forgotten(registers.name)
    }

    /// Reads the levels of the lines, line 0 in bit 0.
    public func read() throws(DeviceError) -> UInt16 {
        let value = registers.read(word: hasRegisters ? levels : allHigh)
        if value < 0 { throw silent }
        return UInt16(truncatingIfNeeded: value).byteSwapped
    }

    public func close() { registers.close() }

    private var silent: DeviceError { .missing(registers.name, .chip) }

    // The MCP23017 after power-up (IOCON.BANK = 0): two registers of each kind, for lines 0...7 and 8...15.
    /// IODIRA: 1 is an input.
    private var directions: UInt8 { 0x00 }
    /// GPPUA: 1 is a pull-up resistor.
    private var pullUps: UInt8 { 0x0C }
    /// GPIOA: the levels.
    private var levels: UInt8 { 0x12 }
    /// The PCF8575 has no registers: what SMBus sends as the number of one is written to lines 0...7, where a 1 is an
    /// input with a weak pull-up.
    private var allHigh: UInt8 { 0xFF }
}
