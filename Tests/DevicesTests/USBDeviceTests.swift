import Testing

@testable import Devices

/// The box as a USB device (I9), in folders that stand for the kernel's. `Tests/Board/test_usb_device.py` has a kernel.
@Suite struct USBDeviceTests {
    private var description: USBDeviceDescription {
        var description = USBDeviceDescription(name: "Stage board", serialNumber: "10000000abcdef")
        description.ports = [.init(group: 0, name: "daw"), .init(group: 15, name: "synths")]
        return description
    }

    private func values(_ description: USBDeviceDescription) -> [String: String] {
        var values: [String: String] = [:]
        for case .value(let path, let value) in description.steps { values[path] = value }
        return values
    }

    @Test func eachPortIsABlockOfOneGroupWithItsName() {
        let values = values(description)
        let blocks = (0..<2).map { "functions/midi2.treadle/ep.0/block.\($0)" }
        #expect(blocks.map { values[$0 + "/name"] } == ["daw", "synths"])
        for key in ["first_group", "midi1_first_group"] {
            #expect(blocks.map { values["\($0)/\(key)"] } == ["0", "15"])
        }
        for key in ["num_groups", "midi1_num_groups"] { #expect(blocks.allSatisfy { values["\($0)/\(key)"] == "1" }) }
        let folders = description.steps.filter { $0 == .folder(blocks[0]) || $0 == .folder(blocks[1]) }
        #expect(folders == [.folder(blocks[1])], "the kernel makes the first block")
    }

    @Test func functionTakesNoValuesOnceItIsUsed() throws {
        var description = description
        (description.hasDrive, description.hasNetwork) = (true, true)
        let steps = description.steps
        for function in ["midi2", "mass_storage", "ncm"] {
            let use = try #require(steps.firstIndex(of: .use("functions/\(function).treadle")))
            let last = steps.lastIndex {
                if case .value(let path, _) = $0 { path.hasPrefix("functions/\(function)") } else { false }
            }
            #expect(last ?? 0 < use)
        }
    }

    @Test func protocolIsWhatTheComputerMayChange() {
        let endpoint = "functions/midi2.treadle/ep.0"
        var description = description
        #expect(values(description)[endpoint + "/protocol"] == "1")
        #expect(values(description)[endpoint + "/protocol_caps"] == "3")
        description.speaksMIDI2 = true
        #expect(values(description)[endpoint + "/protocol"] == "2")
        (description.speaksMIDI2, description.allowsMIDI2) = (false, false)
        #expect(values(description)[endpoint + "/protocol_caps"] == "1")
    }

    @Test func otherFunctionsAreAnotherRelease() {
        var drive = description
        drive.hasDrive = true
        #expect(values(description)["bcdDevice"] == "0x101" && values(drive)["bcdDevice"] == "0x103")
    }

    @Test func longNamesAreCutBetweenCharacters() {
        var description = USBDeviceDescription(name: String(repeating: "ä", count: 70), serialNumber: "1")
        description.ports = [.init(group: 0, name: String(repeating: "ド", count: 40))]
        let values = values(description)
        #expect(values["strings/0x409/product"] == String(repeating: "ä", count: 31))
        #expect(values["functions/midi2.treadle/ep.0/block.0/name"] == String(repeating: "ド", count: 21))
    }

    /// A computer keeps the network of a box that it has seen before.
    @Test func networkAddressesFollowFromTheSerialNumber() {
        func addresses(_ serialNumber: String) -> [String?] {
            var description = USBDeviceDescription(name: "Box", serialNumber: serialNumber)
            description.hasNetwork = true
            let values = values(description)
            return ["dev_addr", "host_addr"].map { values["functions/ncm.treadle/" + $0] }
        }
        #expect(addresses("1") == addresses("1") && addresses("1") != addresses("2"))
        #expect(addresses("1")[0]?.hasPrefix("02:") == true && addresses("1")[1]?.hasPrefix("06:") == true)
        #expect(addresses("1").allSatisfy { $0?.utf8.count == 17 })
    }

    @Test func onlyTheCardOfTheOwnDeviceIsTheBox() {
        let tree = Scratch()
        tree.directory("devices/dummy_udc.1/gadget.1/sound/card3")
        tree.directory("devices/dummy_udc.0/gadget.0/sound/card2")
        for number in 0...1 {
            tree.directory("class/udc/dummy_udc.\(number)")
            tree.link("class/udc/dummy_udc.\(number)/device", to: "../../../devices/dummy_udc.\(number)")
        }
        let sysfs = SysFS(root: tree.path)
        #expect(!sysfs.isOwn(card: 3), "the box has no USB device")
        tree.directory("kernel/config/usb_gadget/treadle")
        tree.file("kernel/config/usb_gadget/treadle/UDC", "dummy_udc.1\n")
        #expect(sysfs.isOwn(card: 3) && !sysfs.isOwn(card: 2))
        tree.file("kernel/config/usb_gadget/treadle/UDC", "\n")
        #expect(!sysfs.isOwn(card: 3), "it is at no controller")
        #expect(USBDevicePort.controllers(root: tree.path) == ["dummy_udc.0", "dummy_udc.1"])
    }

    @Test func machineWithoutGadgetsSaysWhy() {
        let folder = USBDeviceFolder(sysfs: Scratch().path)
        #expect(folder.absence?.contains("modprobe libcomposite") == true)
        #expect(!folder.stands(as: description))
    }
}
