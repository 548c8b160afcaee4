extension Reader {
    /// Reads `usb-device:` of the box file (I9).
    func readUSBDevice(_ node: YAMLNode) {
        var fields = fields(node, "the USB device", such: "drive: true")
        if let name = name(fields.take("name")) { box.usbDevice.name = name.string }
        if let drive = boolean(fields.take("drive")) { box.usbDevice.drive = drive }
        if let network = boolean(fields.take("network")) { box.usbDevice.network = network }
        fields.finish(log)
    }

    /// Reads `usb-device:` of a port; returns the group in which the computer sees the port, 0...15 (I9).
    func usbDeviceGroup(_ entry: YAMLNode.Entry, _ groups: YAMLNode.Entry?) -> UInt8? {
        if let groups {
            log.error(
                groups.place,
                "a `usb-device` port is one group, that of its number; write a port for each group")
        }
        let ports = 1...USBDeviceConfiguration.mostPorts
        return integer(entry, ports, "the number of the port at the computer,").map { UInt8($0 - 1) }
    }
}
