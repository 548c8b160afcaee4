/// How a port is found.
package enum PortPlace: Equatable, Sendable {
    /// A glob for the name or long name of the ALSA card, or for the name of the port: the first port whose name
    /// matches, else the first port of the device; or with a number the n-th port of a direction, from 1.
    case match(String, port: Int? = nil)
    /// The n-th port of a direction, from 1, of the device in a USB socket such as "1-1.3".
    case usb(socket: String, port: Int = 1)
    /// The n-th port of a direction, from 1, of the USB device with a serial number, in any socket.
    case serialNumber(String, port: Int = 1)
    /// The path of a tty. Opening it shows whether it exists.
    case uart(String)
    /// A port that other programs on this machine can connect to.
    case virtual
    /// The matching peers of network MIDI.
    case network(PeerRule)
    /// The matching peers of Bluetooth MIDI.
    case bluetooth(BluetoothRule)
    /// A port that the box offers to a computer as a USB device (I9).
    case usbDevice
    /// No place was written, which is an error.
    case nowhere
}
