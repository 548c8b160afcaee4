import CPlatform

/// Why a device cannot be used. `message` is for the owner of the box.
package enum DeviceError: Error, Equatable, Sendable {
    case missing(String, Facility)
    case denied(String, Facility)
    case busy(String, Facility)
    /// The path leads to a new pseudo-terminal that has the number of a closed one.
    case recycled(String)
    /// A virtual UMP port on a kernel without UMP.
    case withoutUMPs(String)
    /// A text that is not a valid address or name.
    case malformed(String, expected: String)
    /// Another chip answered: its identity register holds `found`.
    case otherChip(String, found: UInt8, expected: UInt8)
    /// The chip has lost its settings.
    case forgotten(String)
    /// The chip measures nothing new.
    case stuck(String)
    /// Any other system error, with the operation that failed.
    case failed(String, doing: String, code: Int32)

    /// The kind of device, for advice to the user.
    package enum Facility: Sendable {
        case sound, sequencer, serial, gpio, i2c, spi
        /// A chip on an existing I2C bus.
        case chip
    }

    /// Classifies a positive errno by what the user can do about it.
    package init(_ name: String, _ facility: Facility, doing: String, code: Int32) {
        self =
            switch code {
            case ENOENT, ENODEV, ENXIO: .missing(name, facility)
            case _ where facility == .chip && DeviceError.isSilence(code): .missing(name, facility)
            case EACCES, EPERM: .denied(name, facility)
            case EBUSY: .busy(name, facility)
            default: .failed(name, doing: doing, code: code)
            }
    }

    /// Whether an errno is one that I2C drivers report when no chip acknowledges.
    private static func isSilence(_ code: Int32) -> Bool {
        code == EREMOTEIO || code == ETIMEDOUT || code == EIO
    }
}

extension DeviceError {
    /// One line with the device, the problem and what to do.
    package var message: String {
        switch self {
        case .missing(let name, let facility): "\(name): not there; \(facility.whenMissing)"
        case .denied(let name, let facility):
            "\(name): permission denied; \(Permission().advice(name, facility.group))"
        case .busy(let name, let facility): "\(name): busy; \(facility.whenBusy)"
        case .recycled(let name):
            "\(name): another pseudo-terminal has this number now; start the box again to use it"
        case .withoutUMPs(let name):
            "\(name): this kernel's sequencer has no MIDI 2.0 (Linux 6.5 or newer has); 'protocol: midi-1.0' works here"
        case .malformed(let text, let expected): "\"\(text)\": expected \(expected)"
        case .otherChip(let name, let found, let expected):
            "\(name): another chip answers: it calls itself \(hex(found)), expected \(hex(expected))"
        case .forgotten(let name): "\(name): the chip has lost its settings, as without power; check the wires"
        case .stuck(let name): "\(name): the chip measures nothing; check the wires"
        case .failed(let name, let doing, let code): "\(name): \(doing): \(String(cString: strerror(code)))"
        }
    }
}

extension DeviceError.Facility {
    /// The user group that may open such devices on Debian and its derivatives.
    var group: String {
        switch self {
        case .sound, .sequencer: "audio"
        case .serial: "dialout"
        case .gpio: "gpio"
        case .i2c, .chip: "i2c"
        case .spi: "spi"
        }
    }

    var whenMissing: String {
        switch self {
        case .sound: "is it plugged in?"
        case .sequencer: "'sudo modprobe snd-seq' loads it"
        case .serial: "is this serial port switched on in the device tree?"
        case .gpio: "does this board have that GPIO chip and line? (gpiodetect lists them)"
        case .i2c: "is the bus switched on ('sudo raspi-config nonint do_i2c 0'), and 'sudo modprobe i2c-dev' done?"
        case .spi: "is the bus switched on ('sudo raspi-config nonint do_spi 0')?"
        case .chip: "nothing answers; check the wires, and the address with i2cdetect"
        }
    }

    var whenBusy: String {
        switch self {
        case .sound, .sequencer, .serial, .gpio, .spi: "another program has it open"
        case .i2c, .chip: "a driver of the kernel has this address"
        }
    }
}

/// Formats a byte with two hexadecimal digits, as in data sheets: `0x0F`.
package func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.utf8.count < 2 ? "0x0\(digits)" : "0x\(digits)"
}
