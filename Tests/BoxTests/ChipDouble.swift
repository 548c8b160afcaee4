import Settings
import Configuration

@testable import Devices

/// An accelerometer as in its data sheet, with faults that a test can switch on.
final class ChipDouble: I2CRegisters {
    enum Fault: CaseIterable, Sendable {
        /// Nothing acknowledges.
        case silent
        /// The bus without the chip: all bits 0, all bits 1.
        case zeros, ones
        case otherChip
        /// The chip answers but has stopped measuring.
        case stuck
    }

    /// What stands in its data sheet.
    struct Sheet {
        var name: (register: UInt8, value: UInt8)
        /// Registers after power-up, but for those that are 0.
        var powerUp: [UInt8: UInt8] = [:]
        /// The register and bits by which it measures or, where `isStopped`, does not.
        var mode: (register: UInt8, bits: UInt8, isStopped: Bool)
        var status: (register: UInt8, bit: UInt8)
        var data: UInt8
        /// 1 g along z, as the registers have it.
        var upright: [UInt8]
        var reads: Reads = .onwards
        enum Reads { case onwards, oneByOne }
        /// The chip takes settings only while it does not measure.
        var isLocked = false
    }

    static func sheet(_ chip: AccelerometerChip) -> Sheet {
        switch chip {
        case .lis3dh:
            Sheet(
                name: (0x0F, 0x33), powerUp: [0x20: 0x07], mode: (0x20, 0xF0, false), status: (0x27, 0x08), data: 0x28,
                upright: [0, 0, 0, 0, 0x80, 0x3E], reads: .oneByOne)
        case .adxl345:
            Sheet(
                name: (0x00, 0xE5), powerUp: [0x2C: 0x0A], mode: (0x2D, 0x08, false), status: (0x30, 0x80), data: 0x32,
                upright: [0, 0, 0, 0, 0x00, 0x01])
        case .mma8452q:
            Sheet(
                name: (0x0D, 0x2A), mode: (0x2A, 0x01, false), status: (0x00, 0x08), data: 0x01,
                upright: [0, 0, 0, 0, 0x40, 0x00], isLocked: true)
        case .mpu6050:
            Sheet(
                name: (0x75, 0x68), powerUp: [0x6B: 0x40], mode: (0x6B, 0x40, true), status: (0x3A, 0x01), data: 0x3B,
                upright: [0, 0, 0, 0, 0x40, 0x00])
        }
    }

    let sheet: Sheet
    let name = "the chip"
    var fault: Fault?
    private(set) var registers = [UInt8](repeating: 0, count: 256)
    private(set) var opened = 0
    private(set) var isOpen = false

    init(_ chip: AccelerometerChip) {
        sheet = ChipDouble.sheet(chip)
        cutPower()
    }

    /// Resets all settings.
    func cutPower() {
        registers = Array(repeating: 0, count: 256)
        for (register, value) in sheet.powerUp { registers[Int(register)] = value }
        registers[Int(sheet.name.register)] = sheet.name.value
    }

    var measures: Bool {
        (registers[Int(sheet.mode.register)] & sheet.mode.bits != 0) != sheet.mode.isStopped && fault != .stuck
    }

    /// One sample more: upright, the low byte of x as it is given.
    func measure(_ noise: UInt8 = 0) {
        if !measures { return }
        for (offset, byte) in sheet.upright.enumerated() { registers[Int(sheet.data) + offset] = byte }
        // x, in its low byte.
        registers[Int(sheet.data) + (sheet.upright[5] == 0 ? 1 : 0)] = noise << 4
        registers[Int(sheet.status.register)] |= sheet.status.bit
    }

    func open() throws(DeviceError) -> ChipDouble {
        opened += 1
        if fault == .silent { throw DeviceError.missing(name, .chip) }
        isOpen = true
        return self
    }

    func close() { isOpen = false }

    func read(register: UInt8) -> Int {
        switch fault {
        case .silent: return IOResult.gone
        case .zeros: return 0
        case .ones: return 0xFF
        case .otherChip where register == sheet.name.register: return 0x42
        default: break
        }
        if register == sheet.data { registers[Int(sheet.status.register)] &= ~sheet.status.bit }
        return Int(registers[Int(register)])
    }

    func write(_ byte: UInt8, register: UInt8) -> Int {
        if fault == .silent { return IOResult.gone }
        if sheet.isLocked && measures && register != sheet.mode.register { return 0 }
        registers[Int(register)] = byte
        return 0
    }

    func readSix(register: UInt8) -> InlineArray<6, UInt8>? {
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        for index in 0..<6 {
            let value = read(register: sheet.reads == .onwards ? register + UInt8(index) : register)
            if value < 0 { return nil }
            bytes[index] = UInt8(value)
        }
        return bytes
    }
}
