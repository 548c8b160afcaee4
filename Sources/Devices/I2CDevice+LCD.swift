import CPlatform
import Panel

extension I2CDevice {
    /// Writes the states of the outputs one after the other, as one transfer where the adapter can
    /// (i2c_smbus_write_i2c_block_data: its "command" is the first of them), else each as one of its own.
    ///
    /// - Returns: 0, or `IOResult.gone` when nothing acknowledges.
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
