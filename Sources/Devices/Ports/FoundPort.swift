import Settings

/// One direction of an existing MIDI port.
package struct FoundPort: Equatable, Sendable {
    package let address: PortAddress
    package let direction: Direction
    /// The index among the card's ports in this direction, from 1.
    package let index: Int
    /// The port's own name, like "Keystation 49 MIDI 1".
    package let name: String
    package let card: FoundCard
    /// The endpoint of a UMP port; nil for other ports.
    package let endpoint: UMPEndpoint?

    package init(
        address: PortAddress, direction: Direction, index: Int, name: String, card: FoundCard,
        endpoint: UMPEndpoint? = nil
    ) {
        self.address = address
        self.direction = direction
        self.index = index
        self.name = name
        self.card = card
        self.endpoint = endpoint
    }
}

/// The address for opening a port.
package enum PortAddress: Equatable, Sendable {
    /// Subdevice -1 means any free one.
    case rawMIDI(card: Int32, device: Int32, subdevice: Int32)
    case sequencer(client: Int32, port: Int32)
    /// A UMP device (U1).
    case umps(card: Int32, device: Int32)
    case uart(path: String)
    /// A sequencer port that the box makes.
    case virtual

    /// Whether the port belongs to a device of this machine. Any other port leads to a program, and the instrument
    /// behind that program is unknown: BlueZ offers Bluetooth MIDI as a sequencer client, rtpmidid network MIDI.
    package var isHardware: Bool {
        switch self {
        case .rawMIDI, .umps, .uart: true
        case .sequencer, .virtual: false
        }
    }

    /// The path by which the port is opened; nil if it has none.
    package var path: String? {
        switch self {
        case .uart(let path): path
        case .rawMIDI, .sequencer, .umps, .virtual: nil
        }
    }
}

/// The owner of ports: a sound card, or the sequencer client of another program.
package struct FoundCard: Equatable, Sendable {
    /// The number of the card or client, which may change when the device is plugged in again.
    package let number: Int32
    /// Whether the owner is a sequencer client, not a card.
    package let isClient: Bool
    /// ALSA's short id, like "Keystation"; for a client its name.
    package let id: String
    /// The driver, like "USB-Audio"; empty for a client.
    package let driver: String
    /// The name, like "Keystation 49".
    package let name: String
    /// The long name, like "M-Audio Keystation 49 at usb-0000:01:00.0-1.3, full speed"; for a client its name.
    package let longName: String
    /// Whether this is the box's own sound card for its USB device port (I9).
    package let isOwn: Bool
    /// The USB device of the card; nil if the card is not on USB.
    package let usb: USBIdentity?

    package init(
        number: Int32, isClient: Bool = false, id: String, driver: String, name: String, longName: String,
        usb: USBIdentity? = nil, isOwn: Bool = false
    ) {
        self.number = number
        self.isClient = isClient
        self.id = id
        self.driver = driver
        self.name = name
        self.longName = longName
        self.usb = usb
        self.isOwn = isOwn
    }

    /// Whether the card is a serial line of 31250 baud. Its output needs `RawMIDI.serialBuffer` and pacing, because
    /// snd-serial-generic passes all bytes at once to the buffer of the tty (rule S9).
    package var isSerial: Bool { driver == "SerialMIDI" || driver == "Serial" }

    /// Where the card is connected, as a name that stays the same when the card is plugged in again: the USB socket,
    /// `usb-device`, or the id of the card or client.
    package var place: String {
        if isOwn { return "usb-device" }
        if let usb { return "usb:" + usb.socket }
        return (isClient ? "client:" : "card:") + id
    }
}

/// The identity of a USB device in sysfs.
package struct USBIdentity: Equatable, Sendable {
    /// The socket: bus, then port by port, like "1-1.3".
    package let socket: String
    package let vendor: UInt16
    package let product: UInt16
    /// The serial number. Many devices have none, or share one number with all devices of their model.
    package let serialNumber: String?

    package init(socket: String, vendor: UInt16, product: UInt16, serialNumber: String?) {
        self.socket = socket
        self.vendor = vendor
        self.product = product
        self.serialNumber = serialNumber
    }
}
