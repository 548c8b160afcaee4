/// The registers of a chip, as a driver needs them: `I2CDevice`, and in tests a chip that fails as it is told.
///
/// Results are a value from 0 up, or `IOResult.gone` when the chip does not answer.
public protocol I2CRegisters {
    /// For messages: "0x18 on /dev/i2c-1".
    var name: String { get }
    /// 0...255.
    func read(register: UInt8) -> Int
    func write(_ byte: UInt8, register: UInt8) -> Int
    /// Six registers from one on, in one transfer, so that they belong together.
    func readSix(register: UInt8) -> InlineArray<6, UInt8>?
    func close()
}
