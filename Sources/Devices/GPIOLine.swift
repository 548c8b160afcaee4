import CPlatform

/// A GPIO line as the box file writes it: "gpiochip0:17".
public struct GPIOLine: Equatable, Sendable {
    /// The chip's device name, without /dev/.
    public let chip: String
    /// The number of the line on its chip, from 0.
    public let offset: UInt32

    public init(chip: String, offset: UInt32) {
        self.chip = chip
        self.offset = offset
    }

    public init(_ text: String) throws(DeviceError) {
        let halves = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, let offset = UInt32(String(Substring(halves[1]))) else {
            throw DeviceError.malformed(text, expected: "a chip and a line, like gpiochip0:17")
        }
        self.init(chip: String(Substring(halves[0])), offset: offset)
    }

    /// Opens the chip and finds the line (gpiod_chip_open_by_name, gpiod_chip_get_line).
    func open() throws(DeviceError) -> GPIOHandle {
        let name = "/dev/\(chip)"
        guard let opened = gpiod_chip_open_by_name(chip) else {
            throw DeviceError(name, .gpio, doing: "opening", code: treadle_errno())
        }
        guard let line = gpiod_chip_get_line(opened, offset) else {
            gpiod_chip_close(opened)
            // EINVAL: the chip has no such line.
            throw DeviceError.missing("\(name) line \(offset)", .gpio)
        }
        return GPIOHandle(chip: opened, line: line)
    }

    /// Why a line was not given to us, read from errno.
    func refusal() -> DeviceError {
        DeviceError("/dev/\(chip) line \(offset)", .gpio, doing: "requesting", code: treadle_errno())
    }

    /// What other programs see as the user of the line.
    static let consumer = "treadle"
}

/// A line and the chip that owns its memory.
struct GPIOHandle: BitwiseCopyable, @unchecked Sendable {
    let chip: OpaquePointer
    let line: OpaquePointer

    /// Gives the line back (gpiod_line_release) and frees both.
    func close() {
        gpiod_line_release(line)
        gpiod_chip_close(chip)
    }
}
