import Settings
import CPlatform
import Testing

@testable import Devices

@Suite struct DeviceErrorTests {
    @Test(arguments: [
        (
            DeviceError("/dev/i2c-99", .i2c, doing: "opening", code: EACCES),
            "/dev/i2c-99: permission denied; its group is 'i2c': 'sudo usermod -aG i2c $USER', then log in again"
        ),
        (
            DeviceError("/dev/snd/seq", .sequencer, doing: "opening", code: ENOENT),
            "/dev/snd/seq: not there; 'sudo modprobe snd-seq' loads it"
        ),
        (
            DeviceError("/dev/snd/midiC1D0", .sound, doing: "opening", code: EBUSY),
            "/dev/snd/midiC1D0: busy; another program has it open"
        ),
        (
            DeviceError("/dev/ttyAMA3", .serial, doing: "opening", code: ENOENT),
            "/dev/ttyAMA3: not there; is this serial port switched on in the device tree?"
        ),
        (
            DeviceError("0x27 on /dev/i2c-1", .chip, doing: "writing", code: EREMOTEIO),
            "0x27 on /dev/i2c-1: not there; nothing answers; check the wires, and the address with i2cdetect"
        ),
        (
            DeviceError.otherChip("0x18 on /dev/i2c-1", found: 0, expected: 0x33),
            "0x18 on /dev/i2c-1: another chip answers: it calls itself 0x00, expected 0x33"
        ),
        (
            DeviceError.forgotten("0x18 on /dev/i2c-1"),
            "0x18 on /dev/i2c-1: the chip has lost its settings, as without power; check the wires"
        ),
        (DeviceError.stuck("0x18 on /dev/i2c-1"), "0x18 on /dev/i2c-1: the chip measures nothing; check the wires"),
        (
            DeviceError("/dev/ttyS0", .serial, doing: "setting 31250 baud", code: EIO),
            "/dev/ttyS0: setting 31250 baud: Input/output error"
        ),
    ])
    func messageSaysWhatToDo(error: DeviceError, message: String) {
        #expect(error.message == message)
    }

    @Test func absentDevicesAreMissingNotBroken() {
        #expect(throws: DeviceError.missing("/dev/i2c-99", .i2c)) { try I2CDevice(bus: "/dev/i2c-99", address: 0x27) }
        #expect(throws: DeviceError.malformed("0x07", expected: "an I2C address, 0x08 to 0x77")) {
            try I2CDevice(bus: "/dev/i2c-99", address: 0x07)
        }
        #expect(throws: DeviceError.missing("/dev/gpiochip99", .gpio)) {
            try GPIOInput(chip: "gpiochip99", line: 0, activeLow: true, pull: .up)
        }
        #expect(throws: DeviceError.missing("/dev/snd/midiC31D7", .sound)) {
            try RawMIDI(card: 31, device: 7, subdevice: 0, direction: .input)
        }
    }
}
