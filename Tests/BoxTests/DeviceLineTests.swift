import Testing

@testable import Box

/// U10: the line of a device between the box and its programs.
@Suite struct DeviceLineTests {
    @Test(arguments: [
        "montage: Yamaha Montage M6 2.0 (43 00 00, family 65, model 2, revision 1.0.0.0, 640 programs)",
        "a: Odd (name): 7, 8 (00 21 09, family 16383, model 0, revision 0.0.0.1)",
        "keys: a device (7D 00 00, family 1, model 1, revision 127.0.0.0, 0 programs)",
    ])
    func lineIsReadBack(text: String) throws { #expect(try #require(DeviceLine(text)).text == text) }

    @Test func detailsAreRead() throws {
        let line = try #require(
            DeviceLine("a: Odd (name): 7 (00 21 09, family 3, model 4, revision 1.2.3.4, 5 programs)"))
        #expect(line.alias == "a" && line.name == "Odd (name): 7" && line.manufacturer == "00 21 09")
        #expect(line.family == 3 && line.model == 4 && line.revision == "1.2.3.4" && line.programs == 5)
    }

    @Test(arguments: ["", "a", "a: b", "a: b ()", "a: (1, 2, 3)", "a: b (00, family x, model 1, revision 1)", ":()"])
    func otherTextIsNoDevice(text: String) { #expect(DeviceLine(text) == nil) }

    @Test func versionBecomesFourNumbers() {
        #expect(CIControl.revision("1.12.3") == 0x010C_0300)
        #expect(CIControl.revision("0.1.0-beta4") == 0x0001_0000)
        #expect(CIControl.revision("") == 0 && CIControl.revision("999.1") == 0x7F01_0000)
    }
}
