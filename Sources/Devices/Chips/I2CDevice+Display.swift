import CPlatform
import Panel

extension I2CDevice {
    /// Writes the bytes of a burst for an LCD in one transfer if the adapter can (i2c_smbus_write_i2c_block_data, whose
    /// "command" is the first byte), else each byte in a transfer of its own.
    ///
    /// - Returns: 0, or `IOResult.gone` if the LCD does not acknowledge.
    package func write(_ burst: DisplayBurst) -> Int {
        if hasBlocks && burst.count > 1 { return writeBlock(burst) }
        for index in 0..<burst.count where write(burst[index]) != 0 { return IOResult.gone }
        return 0
    }

    /// Writes the bytes of a burst for an OLED in one transfer if the adapter can, else each byte in a transfer of its
    /// own with the control byte, which is the first byte of the burst.
    ///
    /// - Returns: 0, or `IOResult.gone` if the OLED does not acknowledge.
    package func writeControlled(_ burst: DisplayBurst) -> Int {
        if hasBlocks { return writeBlock(burst) }
        for index in 1..<burst.count where write(burst[index], register: burst[0]) != 0 { return IOResult.gone }
        return 0
    }

    private func writeBlock(_ burst: DisplayBurst) -> Int {
        var rest = InlineArray<32, UInt8>(repeating: 0)
        for index in 1..<burst.count { rest[index - 1] = burst[index] }
        var span = rest.mutableSpan
        let sent = span.withUnsafeMutableBufferPointer {
            i2c_smbus_write_i2c_block_data(fd, burst[0], UInt8(burst.count - 1), $0.baseAddress)
        }
        return sent >= 0 ? 0 : IOResult.gone
    }
}
