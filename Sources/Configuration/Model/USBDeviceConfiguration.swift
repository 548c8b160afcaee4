import Settings

/// What a computer at the USB device port gets from the box besides MIDI ports (I9).
package struct USBDeviceConfiguration: Equatable, Sendable {
    /// The name that the computer shows; nil: the name of the box.
    package var name: String?
    /// Whether the computer gets the owner's partition as a drive.
    package var drive = false
    /// Whether the computer gets the box as a network card.
    package var network = false

    /// The largest number of ports: a UMP endpoint has 16 groups, and USB-MIDI 1.0 has 16 cables.
    package static let mostPorts = 16

    package init() {}
}

extension BoxConfiguration {
    /// The name of the box for a computer at the USB device port.
    package var usbDeviceName: String { usbDevice.name ?? name }

    /// Whether the box offers ports, a drive or a network to a computer.
    package var isUSBDevice: Bool { ports.contains { $0.isUSBDevice } || usbDevice.drive || usbDevice.network }
}

extension PortConfiguration {
    /// Whether the port is one that the box offers to a computer as a USB device.
    package var isUSBDevice: Bool { place == .usbDevice }
}
