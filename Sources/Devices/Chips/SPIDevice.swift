import CPlatform

/// The output line of an SPI bus (spidev); answers are not read. Not for the loop: a transfer waits for its last bit.
package struct SPIDevice: Sendable {
    private let fd: Int32

    /// Opens the bus.
    ///
    /// - Parameters:
    ///   - bus: the path of the bus, like "/dev/spidev0.0".
    ///   - frequency: the clock of the bus in Hz. Few buses reach the value exactly.
    package init(bus: String, frequency: UInt32) throws(DeviceError) {
        let opened = treadle_open(bus, O_RDWR)
        guard opened >= 0 else { throw DeviceError(bus, .spi, doing: "opening", code: treadle_errno()) }
        guard treadle_spi_set_up(opened, frequency) == 0 else {
            let code = treadle_errno()
            CPlatform.close(opened)
            throw DeviceError(bus, .spi, doing: "setting up", code: code)
        }
        fd = opened
    }

    /// Sends bytes in one transfer. Returns 0, or `IOResult.gone` if not all were sent.
    package func write(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { CPlatform.write(fd, $0.baseAddress, $0.count) } == bytes.count ? 0 : IOResult.gone
    }

    package func close() { CPlatform.close(fd) }
}
