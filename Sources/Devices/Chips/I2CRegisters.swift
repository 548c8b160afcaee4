/// Access to the registers of a chip: `I2CDevice`, and in tests a chip with simulated failures.
///
/// Results are 0 or more, or `IOResult.gone` if the chip does not answer.
package protocol I2CRegisters {
    /// The name in messages, like "0x18 on /dev/i2c-1".
    var name: String { get }
    /// Reads a register: 0...255.
    func read(register: UInt8) -> Int
    func write(_ byte: UInt8, register: UInt8) -> Int
    /// Reads six registers from `register` on in one transfer, so that they belong to one sample.
    func readSix(register: UInt8) -> InlineArray<6, UInt8>?
    func close()
}
