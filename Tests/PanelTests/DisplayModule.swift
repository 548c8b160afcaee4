import Panel

/// A model of a PCF8574 with an HD44780, after their data sheets, including accidents.
struct DisplayModule {
    let columns: Int
    var memory = [UInt8](repeating: 0x20, count: 0x80)
    var glyphs = [UInt8](repeating: 0, count: 64)
    var isOn = false
    var isLit = true
    private var last: UInt8 = 0xFF
    private var hasFourBits = false
    private(set) var high: UInt8?
    private var address = 0
    private var isInGlyphs = false

    init(columns: Int) { self.columns = columns }

    /// Interrupts the supply for a moment: 8-bit mode, off, random content in the memory.
    mutating func losePower() {
        self = DisplayModule(columns: columns)
        memory = [UInt8](repeating: 0x99, count: 0x80)
        glyphs = [UInt8](repeating: 0x15, count: 64)
    }

    /// Takes a spark for half a byte.
    mutating func takeSpark() { high = high == nil ? 0x5 : nil }

    mutating func take(_ burst: DisplayBurst) {
        for index in 0..<burst.count {
            let byte = burst[index]
            if last & 4 != 0 && byte & 4 == 0 { latch(last >> 4, isData: last & 1 != 0) }
            isLit = byte & 8 != 0
            last = byte
        }
    }

    func row(_ row: Int) -> [UInt8] {
        let start = [0x00, 0x40, columns, 0x40 + columns][row]
        return Array(memory[start..<start + columns])
    }

    private mutating func latch(_ nibble: UInt8, isData: Bool) {
        if !hasFourBits {
            take(nibble << 4, isData)
        } else if let high {
            self.high = nil
            take(high << 4 | nibble, isData)
        } else {
            high = nibble
        }
    }

    private mutating func take(_ byte: UInt8, _ isData: Bool) {
        switch (isData, isInGlyphs) {
        case (true, true):
            glyphs[address & 63] = byte
            address += 1
        case (true, false):
            memory[address & 127] = byte
            address = address == 0x27 ? 0x40 : address == 0x67 ? 0x00 : address + 1
        default: obey(byte)
        }
    }

    private mutating func obey(_ byte: UInt8) {
        switch byte {
        case 0x80...: (address, isInGlyphs) = (Int(byte & 127), false)
        case 0x40...: (address, isInGlyphs) = (Int(byte & 63), true)
        case 0x20...: (hasFourBits, high) = (byte & 0x10 == 0, nil)
        case 0x10...: break
        case 0x08...: isOn = byte & 4 != 0
        case 0x04...: break
        case 0x02...: (address, isInGlyphs) = (0, false)
        case 0x01:
            memory = [UInt8](repeating: 0x20, count: 0x80)
            (address, isInGlyphs) = (0, false)
        default: break
        }
    }
}
