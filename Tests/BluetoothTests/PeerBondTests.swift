import TestSupport
import Testing

@testable import Bluetooth

/// Bonds and their records (B4).
@Suite struct PeerBondTests {
    @Test func recordsAreReadAsTheyAreWritten() throws {
        var bond = PeerBond(DirectedRadio.phone)
        (bond.name, bond.wasCentral, bond.lastUse) = ("Pad", true, 77)
        bond.add(DirectedRadio.key(DirectedRadio.phone, kind: 0, isCentral: 0))
        bond.add(DirectedRadio.key(DirectedRadio.phone, kind: 0, isCentral: 1))
        #expect(bond.keys.count == 2 && bond.record.count == 14 + 2 * 36)
        #expect(try #require(PeerBond(bond.record, name: "Pad")) == bond)
        bond.identity = IdentityKey((DirectedRadio.phone.bytes + [UInt8](repeating: 5, count: 16))[...])
        #expect(bond.record.count == 14 + 2 * 36 + 23)
        #expect(try #require(PeerBond(bond.record, name: "Pad")) == bond)
    }

    @Test func recordBeginsWithVersionAddressFlagsAndUse() {
        var bond = PeerBond(DirectedRadio.phone)
        bond.lastUse = 0x0102_0304
        #expect(RadioWords.hex(bond.record) == "01" + "0100000000C0" + "01" + "00" + "04030201" + "00")
    }

    @Test(arguments: [
        "", "01", "02 0100000000C0 01 00 04030201 00", "01 0100000000C0 02 00 04030201 00",
        "01 0100000000C0 01 00 04030201 03", "01 0100000000C0 01 00 04030201 01 0203",
        "01 0100000000C0 01 00 04030201 00 AA",
    ])
    func malformedRecordsAreRefused(_ hex: String) {
        #expect(PeerBond(ManagementTests.bytes(hex), name: "") == nil)
    }

    @Test func keyOfSecureConnectionsReplacesAllOthers() {
        var bond = PeerBond(DirectedRadio.phone)
        bond.add(DirectedRadio.key(DirectedRadio.phone, kind: 0, isCentral: 0))
        bond.add(DirectedRadio.key(DirectedRadio.phone, kind: 0, isCentral: 1))
        bond.add(DirectedRadio.key(DirectedRadio.phone, kind: 2))
        #expect(bond.keys == [DirectedRadio.key(DirectedRadio.phone, kind: 2)])
        bond.add(DirectedRadio.key(DirectedRadio.phone, kind: 1, isCentral: 1))
        #expect(bond.keys == [DirectedRadio.key(DirectedRadio.phone, kind: 1, isCentral: 1)])
    }

    private static func address(_ number: Int) -> RadioAddress {
        RadioAddress(bits: UInt64(number) | 0xC000_0000_0000, isRandom: true)
    }

    @Test func bondLongestUnusedGoes() {
        var store = BondStore()
        for number in 0..<16 { #expect(store.change(Self.address(number)) { _ in }.gone == nil) }
        #expect(store.use(Self.address(0)) && !store.use(Self.address(0)))
        #expect(store.change(Self.address(16)) { _ in }.gone == Self.address(1))
        #expect(store.bonds.count == 16 && store.byUse.first?.address == Self.address(16))
    }

    @Test func tooManyKeysForTheKernelAreThoseOfBondsLongUnused() {
        var store = BondStore()
        for number in 0..<16 {
            _ = store.change(Self.address(number)) {
                $0.add(DirectedRadio.key(Self.address(number), kind: 0, isCentral: 0))
                $0.add(DirectedRadio.key(Self.address(number), kind: 0, isCentral: 1))
            }
        }
        #expect(store.longTermKeys.count == 28)
        #expect(store.longTermKeys.first == DirectedRadio.key(Self.address(15), kind: 0, isCentral: 0).record)
    }
}
