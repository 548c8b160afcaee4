import MIDI
import Testing

@Suite struct ControllerNamesTests {
    private func controller(_ name: String) -> UInt8? {
        let bytes = Array(name.utf8)
        return ControllerNames.controller(bytes.span)
    }

    @Test func everyNameIsReadBackAsItsOwn() {
        for number in UInt8(0)...127 {
            if let name = ControllerNames.name(number) { #expect(controller(name.description) == number) }
        }
    }

    @Test func undefinedControllersHaveNoName() {
        let undefined = (UInt8(0)...127).filter { ControllerNames.name($0) == nil }
        let pairs = [3, 9, 14, 15] + Array(20...31)
        #expect(undefined == (pairs + pairs.map { $0 + 32 } + [85, 86, 87, 89, 90] + Array(102...119)).map(UInt8.init))
    }

    @Test(arguments: [
        ("bank", 0), ("modulation", 1), ("breath", 2), ("foot", 4), ("portamento-time", 5), ("data-entry", 6),
        ("volume", 7), ("balance", 8), ("pan", 10), ("expression", 11), ("effect-1", 12), ("general-4", 19),
        ("bank-lsb", 32), ("modulation-lsb", 33), ("general-4-lsb", 51), ("sustain", 64), ("portamento", 65),
        ("sostenuto", 66), ("soft", 67), ("legato", 68), ("hold-2", 69), ("variation", 70), ("timbre", 71),
        ("release", 72), ("attack", 73), ("brightness", 74), ("decay", 75), ("vibrato-delay", 78), ("general-5", 80),
        ("portamento-control", 84), ("reverb", 91), ("chorus", 93), ("phaser", 95), ("data-increment", 96),
        ("nrpn-lsb", 98), ("nrpn-msb", 99), ("rpn-lsb", 100), ("rpn-msb", 101), ("all-sound-off", 120),
        ("all-notes-off", 123), ("poly", 127),
    ])
    func namesOfTheTableAreRead(name: String, expected: UInt8) {
        #expect(controller(name) == expected)
    }

    @Test(arguments: [
        ("channel-volume", 7), ("main-volume", 7), ("modulation-msb", 1), ("bank-select", 0), ("bank-select-lsb", 32),
        ("channel-volume-lsb", 39), ("damper", 64), ("hold-1", 64), ("resonance", 71), ("celeste", 94),
        ("sound-controller-5", 74), ("sound-controller-10", 79), ("effect-1-depth", 91),
    ])
    func alternativeNamesAreRead(name: String, expected: UInt8) {
        #expect(controller(name) == expected)
    }

    @Test(arguments: [
        "", "-lsb", "lsb", "sustain-lsb", "sustain-msb", "bank-lsb-lsb", "nrpn", "Volume", "volume ", "volum",
        "volumes", "7", "nrpn-lsb-lsb",
    ])
    func unknownNamesAreRefused(name: String) {
        #expect(controller(name) == nil)
    }
}
