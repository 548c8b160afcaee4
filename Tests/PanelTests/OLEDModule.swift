import Panel

/// A model of an SSD1306 or SH1106 with 128x64 dots, after their data sheets, as far as the driver uses them.
struct OLEDModule {
    let chip: OLEDChip
    /// Eight pages of 132 columns; bit 0 is the highest dot.
    var memory = [UInt8](repeating: 0, count: 8 * 132)
    var isOn = false
    var contrast: UInt8 = 0x7F
    private(set) var settings: [UInt8: UInt8] = [:]
    private var page = 0
    private var column = 0

    init(_ chip: OLEDChip) { self.chip = chip }

    /// Interrupts the supply for a moment: off, random content in the memory.
    mutating func losePower() {
        self = OLEDModule(chip)
        memory = [UInt8](repeating: 0x99, count: 8 * 132)
    }

    mutating func take(_ burst: DisplayBurst) {
        if burst[0] == 0x40 {
            for index in 1..<burst.count { write(burst[index]) }
            return
        }
        var index = 1
        while index < burst.count {
            let command = burst[index]
            index += 1
            if takesValue(command) {
                obey(command, burst[index])
                index += 1
            } else {
                obey(command)
            }
        }
    }

    /// The 64 rows of the picture, `#` for a dot that is lit.
    var picture: [String] {
        let first = chip == .sh1106 ? 2 : 0
        return (0..<64).map { row in
            String((0..<128).map { memory[row / 8 * 132 + first + $0] >> UInt8(row % 8) & 1 == 1 ? "#" : "." })
        }
    }

    private mutating func write(_ byte: UInt8) {
        memory[page * 132 + column] = byte
        // In page addressing an SSD1306 begins the page anew at its end.
        column = column + 1 == (chip == .sh1106 ? 132 : 128) ? 0 : column + 1
    }

    private func takesValue(_ command: UInt8) -> Bool {
        switch command {
        case 0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB: true
        case 0x20, 0x8D: chip == .ssd1306
        case 0xAD: chip == .sh1106
        default: false
        }
    }

    private mutating func obey(_ command: UInt8, _ value: UInt8) {
        settings[command] = value
        if command == 0x81 { contrast = value }
    }

    private mutating func obey(_ command: UInt8) {
        switch command {
        case 0x00...0x0F: column = column & 0xF0 | Int(command)
        case 0x10...0x1F: column = column & 0x0F | Int(command & 0x0F) << 4
        case 0xB0...0xB7: page = Int(command & 7)
        case 0xAE, 0xAF: isOn = command == 0xAF
        default: settings[command] = 0
        }
    }
}
