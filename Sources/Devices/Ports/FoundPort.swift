/// One direction of an existing MIDI port.
public struct FoundPort: Equatable, Sendable {
    public let address: PortAddress
    public let direction: Direction
    /// The index among the card's ports in this direction, from 1.
    public let index: Int
    /// The port's own name, like "Keystation 49 MIDI 1".
    public let name: String
    public let card: FoundCard
    /// The endpoint of a port of packets; nil for other ports.
    public let endpoint: PacketEndpoint?

    public init(
        address: PortAddress, direction: Direction, index: Int, name: String, card: FoundCard,
        endpoint: PacketEndpoint? = nil
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
public enum PortAddress: Equatable, Sendable {
    /// Subdevice -1 means any free one.
    case rawMIDI(card: Int32, device: Int32, subdevice: Int32)
    case sequencer(client: Int32, port: Int32)
    /// A UMP device (U1).
    case packets(card: Int32, device: Int32)
    case uart(path: String)
    /// A sequencer port that the box makes.
    case virtual

    /// Whether it is a device of the machine. At the others another program is the other end, and who is behind that
    /// program is not known: BlueZ brings Bluetooth MIDI as a sequencer client, rtpmidid the network.
    public var isHardware: Bool {
        switch self {
        case .rawMIDI, .packets, .uart: true
        case .sequencer, .virtual: false
        }
    }
}

/// The owner of ports: a sound card, or the sequencer client of another program.
public struct FoundCard: Equatable, Sendable {
    /// The number of the card or client, which may change when it is plugged in again.
    public let number: Int32
    /// Whether it is a sequencer client and not a card.
    public let isClient: Bool
    /// ALSA's short id, like "Keystation"; for a client its name.
    public let id: String
    /// The driver, like "USB-Audio"; empty for a client.
    public let driver: String
    /// The name, like "Keystation 49".
    public let name: String
    /// The long name, like "M-Audio Keystation 49 at usb-0000:01:00.0-1.3, full speed"; for a client its name.
    public let longName: String
    /// Whether it is the box's own end of its USB device (I9).
    public let isOwn: Bool
    /// The USB device; nil if it is not on USB.
    public let usb: USBIdentity?

    public init(
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

    /// Whether it is a serial line of 31250 baud. Its output needs `RawMIDI.serialBuffer` and pacing, because
    /// snd-serial-generic passes all bytes at once to the buffer of the tty (rule S9).
    public var isSerial: Bool { driver == "SerialMIDI" || driver == "Serial" }

    /// A name of its place that does not change when it is plugged in again: the USB socket, `usb-device`, or the
    /// card's id.
    public var place: String {
        if isOwn { return "usb-device" }
        if let usb { return "usb:" + usb.socket }
        return (isClient ? "client:" : "card:") + id
    }
}

/// The identity of a USB device in sysfs.
public struct USBIdentity: Equatable, Sendable {
    /// The socket: bus, then port by port, like "1-1.3".
    public let socket: String
    public let vendor: UInt16
    public let product: UInt16
    /// The serial number. Many devices have none, or the same one as all others of their kind.
    public let serialNumber: String?

    public init(socket: String, vendor: UInt16, product: UInt16, serialNumber: String?) {
        self.socket = socket
        self.vendor = vendor
        self.product = product
        self.serialNumber = serialNumber
    }
}
