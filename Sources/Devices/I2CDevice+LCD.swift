import CPlatform
import Panel

extension I2CDevice {
    /// Writes the bytes of a burst in one transfer if the adapter can (i2c_smbus_write_i2c_block_data, whose "command"
    /// is the first byte), else each byte in a transfer of its own.
    ///
    /// - Returns: 0, or `IOResult.gone` if the LCD does not acknowledge.
    public func write(_ burst: LCDBurst) -> Int {
        guard hasBlocks && burst.count > 1 else {
            for index in 0..<burst.count where write(burst[index]) != 0 { return IOResult.gone }
            return 0
        }
        var rest = InlineArray<32, UInt8>(repeating: 0)
        for index in 1..<burst.count { rest[index - 1] = burst[index] }
        var span = rest.mutableSpan
        let sent = span.withUnsafeMutableBufferPointer {
            i2c_smbus_write_i2c_block_data(fd, burst[0], UInt8(burst.count - 1), $0.baseAddress)
        }
        return sent >= 0 ? 0 : IOResult.gone
    }
}
