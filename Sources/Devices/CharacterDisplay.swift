import CPlatform

/// A character display: HD44780 behind a PCF8574, 16x2, 20x2 or 20x4. Panel thread.
///
/// Results are 0, or `IOResult.gone` when nothing acknowledges; the caller then calls `start` again once a second.
/// A character takes four bytes on the bus, 0.8 ms at 100 kHz, longer than the 37 µs the controller needs; so the busy
/// flag is not read, and only the slow commands are waited for.
public struct CharacterDisplay: Sendable {
    public let columns: Int
    public let rows: Int
    private let chip: I2CDevice
    private var port = DisplayPort()

    // HD44780U, table 6.
    private static let clearDisplay: UInt8 = 0x01
    private static let entryModeIncrement: UInt8 = 0x06
    private static let displayOff: UInt8 = 0x08
    private static let displayOn: UInt8 = 0x0C
    private static let functionSet4Bit2Lines: UInt8 = 0x28
    private static let setDDRAMAddress: UInt8 = 0x80

    /// Clear takes 1.52 ms with the nominal oscillator of 270 kHz, up to 2.2 ms with a slow one. In µs.
    private static let clearTime: UInt32 = 2500

    /// Opens the bus only; `start` talks to the display.
    public init(bus: String, address: UInt8, columns: Int, rows: Int) throws(DeviceError) {
        chip = try I2CDevice(bus: bus, address: address)
        self.columns = columns
        self.rows = rows
    }

    /// Brings the display from any state to: 4 bits, two lines, cleared, no cursor (HD44780U, figure 24). Takes 60 ms.
    public mutating func start() -> Int {
        treadle_pause_us(40_000)  // after its supply is there
        // Three times "8 bits" reaches it whatever half of a byte it was waiting for.
        var result = send(nibble: 0x3)
        // On a bus that hangs each try takes as long as its driver waits.
        guard result >= 0 else { return result }
        treadle_pause_us(5_000)
        result = min(result, send(nibble: 0x3))
        treadle_pause_us(200)
        result = min(result, send(nibble: 0x3))
        treadle_pause_us(200)
        result = min(result, send(nibble: 0x2))
        treadle_pause_us(200)
        guard result >= 0 else { return result }
        result = min(result, command(CharacterDisplay.functionSet4Bit2Lines))
        result = min(result, command(CharacterDisplay.displayOff))
        result = min(result, clear())
        result = min(result, command(CharacterDisplay.entryModeIncrement))
        return min(result, command(CharacterDisplay.displayOn))
    }

    /// Sends an instruction (RS low).
    public mutating func command(_ byte: UInt8) -> Int {
        send(byte, isData: false)
    }

    /// Writes a character of the display's own set at the cursor, which moves right (RS high).
    public mutating func character(_ byte: UInt8) -> Int {
        send(byte, isData: true)
    }

    /// Puts the cursor at column and row, from 0.
    public mutating func move(column: Int, row: Int) -> Int {
        let address = CharacterDisplay.address(column: column, row: row, columns: columns)
        return command(CharacterDisplay.setDDRAMAddress | address)
    }

    /// Blanks everything; waits until it is done.
    public mutating func clear() -> Int {
        let result = command(CharacterDisplay.clearDisplay)
        treadle_pause_us(CharacterDisplay.clearTime)
        return result
    }

    /// Switches the light behind the glass.
    public mutating func setBacklight(_ on: Bool) -> Int {
        chip.write(port.setBacklight(on))
    }

    public func close() {
        chip.close()
    }

    /// Rows 3 and 4 go on where rows 1 and 2 end.
    static func address(column: Int, row: Int, columns: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (row & 1) * 0x40 + (row & 2) / 2 * columns + column)
    }

    private mutating func send(_ byte: UInt8, isData: Bool) -> Int {
        min(send(nibble: byte >> 4, isData: isData), send(nibble: byte & 0x0F, isData: isData))
    }

    private mutating func send(nibble: UInt8, isData: Bool = false) -> Int {
        let states = port.strobe(nibble, isData: isData)
        var index = states.first
        while index < 3 {
            let result = chip.write(states.bytes[index])
            if result < 0 {
                port.forget()
                return result
            }
            index += 1
        }
        return 0
    }
}
