import Testing

@testable import Devices

@Suite struct SysFSTests {
    @Test func usbCardIsKnownBySocketAndSerialNumber() {
        let tree = tree(interface: "usb1/1-1/1-1.3/1-1.3:1.0")
        tree.file("devices/usb1/1-1/1-1.3/serial", "A1B2C3\n")
        tree.file("devices/usb1/1-1/1-1.3/idVendor", "0763\n")
        tree.file("devices/usb1/1-1/1-1.3/idProduct", "019b\n")
        #expect(
            SysFS(root: tree.path).usbIdentity(card: 2)
                == USBIdentity(socket: "1-1.3", vendor: 0x0763, product: 0x019B, serialNumber: "A1B2C3"))
    }

    @Test func usbCardWithoutSerialNumberHasNone() {
        let tree = tree(interface: "usb1/1-1/1-1:1.0")
        #expect(
            SysFS(root: tree.path).usbIdentity(card: 2)
                == USBIdentity(socket: "1-1", vendor: 0, product: 0, serialNumber: nil))
    }

    @Test func emptySerialNumberIsNone() {
        let tree = tree(interface: "usb1/1-1/1-1:1.0")
        tree.file("devices/usb1/1-1/serial", "\n")
        #expect(SysFS(root: tree.path).usbIdentity(card: 2)?.serialNumber == nil)
    }

    @Test func otherCardIsNotOnUSB() {
        let tree = tree(interface: "platform/snd_virmidi.0")
        #expect(SysFS(root: tree.path).usbIdentity(card: 2) == nil)
        #expect(SysFS(root: tree.path).usbIdentity(card: 7) == nil)
    }

    @Test(arguments: ["1-1", "1-1.3", "12-4.10.2"])
    func socketIsRecognised(name: String) {
        #expect(SysFS.isSocket(name[...]))
    }

    @Test(arguments: ["usb1", "1-1:1.0", "1-", "-1", "1-1.", "1", "1-a", "", "1-1-1", "0000:00:14.0"])
    func otherNamesAreNotSockets(name: String) {
        #expect(!SysFS.isSocket(name[...]))
    }

    /// Makes a tree whose card 2 is a link to a device.
    private func tree(interface: String) -> Scratch {
        let tree = Scratch()
        tree.directory("class/sound/card2")
        tree.directory("devices/" + interface)
        tree.link("class/sound/card2/device", to: "../../../devices/" + interface)
        return tree
    }
}
