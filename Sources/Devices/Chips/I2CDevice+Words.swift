import CPlatform

extension I2CDevice: I2CWords {
    /// Reads a register of 16 bits (i2c_smbus_read_word_data). SMBus transfers the low byte first, the chip the high
    /// byte, so the bytes are swapped.
    package func read(word register: UInt8) -> Int {
        let value = i2c_smbus_read_word_data(fd, register)
        return value >= 0 ? Int(UInt16(truncatingIfNeeded: value).byteSwapped) : IOResult.gone
    }

    /// Writes a register of 16 bits (i2c_smbus_write_word_data).
    package func write(word: UInt16, register: UInt8) -> Int {
        let value = i2c_smbus_write_word_data(fd, register, word.byteSwapped)
        return value >= 0 ? Int(value) : IOResult.gone
    }
}
