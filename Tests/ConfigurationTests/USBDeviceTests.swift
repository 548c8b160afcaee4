import Testing

@testable import Configuration

/// What the box file says of the box as a USB device (I9).
struct USBDeviceTests {
    private let whole = """
        treadle: 1
        name: Stage board
        ports:
          keys: { match: "k" }
          daw: { usb-device: 1 }
          synths: { usb-device: 16, direction: out }
        usb-device: { drive: true, network: true }

        """

    /// All ports of the USB device are groups of one UMP device, which is opened once (U6).
    @Test func portsAreGroupsOfOneDevice() throws {
        let box = try loaded(whole).box
        #expect(box.ports.map { $0.place } == [.match("k"), .usbDevice, .usbDevice])
        #expect(box.ports.map { $0.group } == [nil, 0, 15])
        #expect(box.ports.map { $0.sharedWith } == [nil, nil, 1])
        #expect(box.ports[1].sharesOutput && !box.ports[1].sharesInput)
        #expect(box.usbDevice.drive && box.usbDevice.network && box.isUSBDevice)
        #expect(box.usbDeviceName == "Stage board")
    }

    @Test func nameIsThatOfTheBoxUnlessWritten() throws {
        let box = try loaded("treadle: 1\nname: Stage\nusb-device: { name: At the desk }\n").box
        #expect(box.usbDeviceName == "At the desk")
        #expect(!box.isUSBDevice, "a name alone is nothing that a computer would see")
    }

    @Test func summaryShowsTheUSBDevice() throws {
        let summary = try loaded(whole).summary
        #expect(summary.contains("port daw: usb-device 1, in and out\nport synths: usb-device 16, out\n"))
        #expect(summary.contains("usb device: Stage board, 2 ports, a drive, a network\n"))
        #expect(try !loaded("treadle: 1\n").summary.contains("usb device"))
    }

    @Test(arguments: [
        Marked(.port, "usb-device: §0", "the number of the port at the computer, 1..16"),
        Marked(.port, "usb-device: §17", "the number of the port at the computer, 1..16"),
        Marked(.port, "usb-device: §both", "the number of the port at the computer, 1..16"),
        Marked(.port, "match: a, §usb-device: 1", "`usb-device` and `match` exclude each other"),
        Marked(.port, "usb-device: 1, §port: 1", "it goes with `match`, `usb` or `serial-number`"),
        Marked(.port, "usb-device: 1, §group: 2", "a `usb-device` port is one group, that of its number"),
        Marked(.port, "usb-device: 1, §groups: 2", "a `usb-device` port is one group, that of its number"),
        Marked(
            .box, "treadle: 1\nports:\n  a: {usb-device: 2}\n  b: {usb-device: 1}\n  §c: {usb-device: 2}\n",
            "`usb-device: 2` is already the port `a`"),
        Marked(
            .box, "treadle: 1\nports:\n  a: {usb-device: 2}\n  §b: {usb-device: 1, protocol: midi-2.0}\n",
            "`protocol` is that of the device, which `a` names too"),
        Marked(.box, "treadle: 1\nusb-device: §true\n", "a mapping", "such as { drive: true }"),
        Marked(.box, "treadle: 1\nusb-device: {drive: §yes}\n", "true or false"),
        Marked(.box, "treadle: 1\nusb-device: {network: §usb0}\n", "true or false"),
        Marked(.box, "treadle: 1\nusb-device: {name: §\"\"}\n", "a name"),
        Marked(.box, "treadle: 1\nusb-device: {§drvie: true}\n", "did you mean `drive`?"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }
}
