import CPlatform

/// One chip on an I2C bus, used with SMBus transfers (libi2c). Not for the loop: a transfer takes 0.2 to 0.4 ms at 100
/// kHz.
///
/// Results are 0 or more, or `IOResult.gone` if the chip does not answer.
package struct I2CDevice: I2CRegisters, Sendable {
    let fd: Int32
    /// Whether the adapter can write more than two bytes in one transfer.
    let hasBlocks: Bool
    /// The name in messages, like "0x27 on /dev/i2c-1".
    package let name: String

    /// Opens the bus. The first transfer shows whether there is a chip.
    ///
    /// - Parameters:
    ///   - bus: the path of the bus, like "/dev/i2c-1".
    ///   - address: 7 bits, 0x08...0x77.
    package init(bus: String, address: UInt8) throws(DeviceError) {
        guard 0x08...0x77 ~= address else {
            throw DeviceError.malformed(hex(address), expected: "an I2C address, 0x08 to 0x77")
        }
        let opened = treadle_open(bus, O_RDWR)
        guard opened >= 0 else { throw DeviceError(bus, .i2c, doing: "opening", code: treadle_errno()) }
        name = "\(hex(address)) on \(bus)"
        guard treadle_i2c_address(opened, UInt32(address)) >= 0 else {
            let code = treadle_errno()
            CPlatform.close(opened)
            throw DeviceError(name, .chip, doing: "addressing", code: code)
        }
        fd = opened
        hasBlocks = treadle_i2c_has_blocks(opened) != 0
    }

    /// Sends one byte without a register (i2c_smbus_write_byte).
    package func write(_ byte: UInt8) -> Int {
        result(i2c_smbus_write_byte(fd, byte))
    }

    /// Reads a register (i2c_smbus_read_byte_data): 0...255.
    package func read(register: UInt8) -> Int {
        result(i2c_smbus_read_byte_data(fd, register))
    }

    /// Writes a register (i2c_smbus_write_byte_data).
    package func write(_ byte: UInt8, register: UInt8) -> Int {
        result(i2c_smbus_write_byte_data(fd, register, byte))
    }

    /// Reads six registers in one transfer, so that they belong to one sample (i2c_smbus_read_i2c_block_data).
    package func readSix(register: UInt8) -> InlineArray<6, UInt8>? {
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        let count = span.withUnsafeMutableBufferPointer {
            i2c_smbus_read_i2c_block_data(fd, register, 6, $0.baseAddress)
        }
        return count == 6 ? bytes : nil
    }

    package func close() {
        CPlatform.close(fd)
    }

    private func result(_ value: Int32) -> Int {
        value >= 0 ? Int(value) : IOResult.gone
    }
}
