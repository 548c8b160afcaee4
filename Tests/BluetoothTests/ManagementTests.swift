import TestSupport
import Testing

@testable import Bluetooth

/// The kernel's commands and events, as bytes.
@Suite struct ManagementTests {
    static let phone = "010000 0000C0 02"

    static func bytes(_ hex: String) -> [UInt8] {
        var words = RadioWords(Array(hex.utf8.filter { $0 != 32 })[...])
        return words.hex() ?? []
    }

    @Test(arguments: [
        (ManagementCommand(.readControllers), "0300 FFFF 0000"),
        (ManagementCommand(.setPowered, true), "0500 0200 0100 01"),
        (.setCapability(.menu), "1800 0200 0100 01"), (.setCapability(.display), "1800 0200 0100 00"),
        (.setCapability(.none), "1800 0200 0100 03"),
        (ManagementCommand(.disconnect, DirectedRadio.phone), "1400 0200 0700 010000 0000C0 02"),
        (ManagementCommand(.unpair, DirectedRadio.piano, [1]), "1B00 0200 0800 030201 2C3AD4 01 01"),
        (.discovery(.startDiscovery), "2300 0200 0100 06"),
        // B6: 7.5 to 15 ms, latency 0, 2 s.
        (.linkDefaults, "4C00 0200 1400 1700 02 0600 1800 02 0C00 1900 02 0000 1A00 02 C800"),
        // B3: 30 to 50 ms.
        (.advertisingDefaults(BluetoothLimits.fastAdvertising), "4C00 0200 0A00 0A00 02 3000 0B00 02 5000"),
        (.load(.loadIdentityKeys, []), "3000 0200 0200 0000"),
        // B3: general discoverable, the service in the advertisement, the name in the scan response.
        (
            .addAdvertising(name: "Box"),
            "3E00 0200 2200 01 0B000000 0000 0000 12 05 11 07 00C7C44EE36C51A7334BE8ED5A0EB803 04 09 426F78"
        ),
    ] as [(ManagementCommand, String)])
    func commandsHaveTheirBytes(_ command: ManagementCommand, _ hex: String) {
        #expect(command.bytes(for: 2) == Self.bytes(hex))
    }

    @Test(arguments: [
        ("0100 0200 0500 0500 00 AABB", .answer(.setPowered, status: 0, [0xAA, 0xBB])),
        ("0200 0200 0300 0500 0B", .answer(.setPowered, status: 11, [])),
        ("0400 0200 0000", .controllerAdded), ("0500 0200 0000", .controllerRemoved),
        ("0600 0200 0400 01000000", .settings(1)),
        ("0C00 0200 0800 010000 0000C0 02 03", .disconnected(DirectedRadio.phone, reason: 3)),
        (
            "0F00 0200 0C00 010000 0000C0 02 00 40E20100",
            .confirm(DirectedRadio.phone, isPermission: false, digits: 123456)
        ),
        ("0F00 0200 0C00 010000 0000C0 02 01 00000000", .confirm(DirectedRadio.phone, isPermission: true, digits: 0)),
        ("1000 0200 0700 010000 0000C0 02", .type(DirectedRadio.phone)),
        ("1100 0200 0800 010000 0000C0 02 05", .authenticationFailed(DirectedRadio.phone, status: 5)),
        ("1300 0200 0200 06 01", .discovering(true)),
        ("1700 0200 0C00 010000 0000C0 02 40E20100 00", .show(DirectedRadio.phone, digits: 123456)),
        // Cut, and a length beyond the end.
        ("0F00 0200 0800 010000 0000C0 02 00", .other), ("0600 0200 0400 0100", .other), ("0C", .other),
    ] as [(String, ManagementEvent)])
    func eventsAreRead(_ hex: String, _ event: ManagementEvent) {
        #expect(ManagementEvent.read(Self.bytes(hex)[...]).event == event)
    }

    @Test func advertisementsTellNameAndService() {
        let data = AdvertisingData((AdvertisingData.service + AdvertisingData.response(name: "FP-30X"))[...])
        #expect(data.name == "FP-30X" && data.hasMIDI)
        let short = AdvertisingData(Self.bytes("03 08 46 50 00")[...])
        #expect(short.name == "FP" && !short.hasMIDI)
        // The complete name counts, whichever comes first; a structure beyond the end does not.
        #expect(AdvertisingData(Self.bytes("02 09 41 02 08 42 09 09 43")[...]).name == "A")
    }

    @Test(arguments: [
        (
            "04 3E 13 01 00 4000 01 01 010000 0000C0 2400 0000 C800 00",
            .connected(handle: 64, isCentral: false, DirectedRadio.phone, interval: 36)
        ),
        ("04 3E 0A 03 00 4000 0C00 0000 C800", .interval(handle: 64, 12)),
        ("04 08 04 00 4000 01", .encryption(handle: 64, isOn: true)),
        ("04 08 04 06 4000 00", .encryption(handle: 64, isOn: false)),
        ("04 30 03 00 4000", .encryption(handle: 64, isOn: true)),
        ("04 05 04 00 4000 13", .disconnected(handle: 64)), ("04 0E 04 01 0110 00", .alive),
        ("02 4020 0B00 0700 0600 01 03 00 0D 10 07 07", .capability(handle: 64, isCentral: true, 3)),
        ("02 4000 0B00 0700 0600 02 01 00 0D 10 07 07", .capability(handle: 64, isCentral: false, 1)),
        ("02 4000 0B00 0700 0400 02 01", .other), ("02 4000", .other),
        ("04 0E 04 01 0310 00", .other), ("04 3E 13 01 0C 4000", .other), ("", .other),
    ] as [(String, ControllerEvent)])
    func eventsOfTheControllerAreRead(_ hex: String, _ event: ControllerEvent) {
        #expect(ControllerEvent(Self.bytes(hex)[...]) == event)
    }

    @Test func packetsAskForShortIntervals() {
        // B6: as central 7.5 to 15 ms, as peripheral 15 ms as the only wish.
        #expect(
            ControllerPacket.update(handle: 64)
                == Self.bytes("01 1320 0E 4000 0600 0C00 0000 C800 0000 0000"))
        #expect(
            ControllerPacket.request(handle: 64)
                == Self.bytes("02 4000 1000 0C00 0500 12 C8 0800 0C00 0C00 0000 C800"))
    }

    @Test(arguments: SplitMix.seeds) func randomBytesAreReadWithoutTraps(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        for _ in 0..<50 {
            var bytes = (0..<random.below(80)).map { _ in UInt8(random.below(256)) }
            if bytes.count > 6 && random.chance(80) {
                bytes[0] = UInt8(random.below(0x20))
                (bytes[1], bytes[4], bytes[5]) = (0, UInt8(bytes.count - 6), 0)
            }
            _ = ManagementEvent.read(bytes[...])
            _ = ControllerEvent(bytes[...])
            _ = ControllerEvent(([4, random.pick([5, 8, 0x0E, 0x30, 0x3E]), UInt8(bytes.count)] + bytes)[...])
            _ = AdvertisingData(bytes[...])
            _ = PeerBond([1] + bytes, name: "")
        }
    }
}
