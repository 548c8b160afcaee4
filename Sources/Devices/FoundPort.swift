/// One direction of one MIDI port that is there at the moment.
public struct FoundPort: Equatable, Sendable {
    public let address: PortAddress
    public let direction: Direction
    /// Which of the card's ports in this direction it is, from 1.
    public let index: Int
    /// The port's own name, like "Keystation 49 MIDI 1".
    public let name: String
    public let card: FoundCard

    public init(address: PortAddress, direction: Direction, index: Int, name: String, card: FoundCard) {
        self.address = address
        self.direction = direction
        self.index = index
        self.name = name
        self.card = card
    }
}

/// How to open a port.
public enum PortAddress: Equatable, Sendable {
    /// Subdevice -1: any that is free, they are all the same.
    case rawMIDI(card: Int32, device: Int32, subdevice: Int32)
    case sequencer(client: Int32, port: Int32)
    case uart(path: String)
    /// To be made: a sequencer port of our own.
    case virtual
}

/// What ports belong to: a sound card, or another program's client of the sequencer.
public struct FoundCard: Equatable, Sendable {
    /// The card's or client's number; changes from plug to plug.
    public let number: Int32
    /// A client of the sequencer, not a card.
    public let isClient: Bool
    /// ALSA's short id, like "Keystation"; a client has its name.
    public let id: String
    /// Like "USB-Audio"; empty for a client.
    public let driver: String
    /// Like "Keystation 49".
    public let name: String
    /// Like "M-Audio Keystation 49 at usb-0000:01:00.0-1.3, full speed"; a client has its name.
    public let longName: String
    /// Nil when it is not on USB.
    public let usb: USBIdentity?

    public init(
        number: Int32, isClient: Bool = false, id: String, driver: String, name: String, longName: String,
        usb: USBIdentity? = nil
    ) {
        self.number = number
        self.isClient = isClient
        self.id = id
        self.driver = driver
        self.name = name
        self.longName = longName
        self.usb = usb
    }

    /// Behind a wire of 31250 baud: its output wants `RawMIDI.serialBuffer`, and to be paced, because snd-serial-generic
    /// passes on at once to the tty's buffer whatever it is given (rule S9).
    public var isSerial: Bool { driver == "SerialMIDI" || driver == "Serial" }

    /// Where it is, in words that stay the same from plug to plug: the USB socket, or the card's id.
    public var place: String {
        if let usb { return "usb:" + usb.socket }
        return (isClient ? "client:" : "card:") + id
    }
}

/// What sysfs knows of a USB device.
public struct USBIdentity: Equatable, Sendable {
    /// Where it is plugged in: bus, then port by port, like "1-1.3".
    public let socket: String
    public let vendor: UInt16
    public let product: UInt16
    /// Many devices have none, or all of a kind have the same.
    public let serialNumber: String?

    public init(socket: String, vendor: UInt16, product: UInt16, serialNumber: String?) {
        self.socket = socket
        self.vendor = vendor
        self.product = product
        self.serialNumber = serialNumber
    }
}
