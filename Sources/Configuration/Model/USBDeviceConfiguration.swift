/// What the box is to a computer at its USB device port, beside its MIDI ports (I9).
public struct USBDeviceConfiguration: Equatable, Sendable {
    /// The name by which the computer knows the box; nil: the name of the box.
    public var name: String?
    /// Whether the owner's partition is a drive of the computer.
    public var drive = false
    /// Whether the box is a network card of the computer.
    public var network = false

    /// The most ports: a UMP endpoint has 16 groups, and USB-MIDI 1.0 has 16 cables.
    public static let mostPorts = 16

    public init() {}
}

extension BoxConfiguration {
    /// The name by which a computer at the USB device port knows the box.
    public var usbDeviceName: String { usbDevice.name ?? name }

    /// Whether a computer at the USB device port sees anything.
    public var isUSBDevice: Bool { ports.contains { $0.isUSBDevice } || usbDevice.drive || usbDevice.network }
}

extension PortConfiguration {
    /// Whether it is a port of the box as a USB device.
    public var isUSBDevice: Bool { place == .usbDevice }
}
