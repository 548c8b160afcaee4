/// What an alias of the box file asks for.
public struct WantedPort: Equatable, Sendable {
    public let alias: String
    public let rule: Rule
    public let directions: Directions

    public init(alias: String, rule: Rule, directions: Directions = .both) {
        self.alias = alias
        self.rule = rule
        self.directions = directions
    }

    /// How the box file names a port. `port` counts the device's ports of one direction from 1.
    public enum Rule: Equatable, Sendable {
        /// Glob on the card's name or long name, or on the port's name. Without a number: the first of the ports whose
        /// own name matches, else the device's first.
        case match(Glob, port: Int? = nil)
        /// What sits in that USB socket, like "1-1.3".
        case usb(String, port: Int = 1)
        /// The USB device with that serial number, in whatever socket.
        case serialNumber(String, port: Int = 1)
        /// A serial port by its path; taken as there, opening it tells.
        case uart(String)
        /// A port of our own.
        case virtual
    }
}

/// Which port one direction of an alias has.
public struct PortAssignment: Equatable, Sendable {
    public let alias: String
    public let direction: Direction
    public let address: PortAddress
    /// Where its device is, as `FoundCard.place`; empty for a uart and a virtual port.
    public let place: String
    /// The serial number of its USB device.
    public let serialNumber: String?

    public init(alias: String, direction: Direction, address: PortAddress, place: String, serialNumber: String? = nil) {
        self.alias = alias
        self.direction = direction
        self.address = address
        self.place = place
        self.serialNumber = serialNumber
    }
}

extension WantedPort.Rule {
    /// Which port of a device this rule means, for one direction; nil for none.
    ///
    /// - Parameter ports: those of one device in one direction.
    func choose(_ ports: [FoundPort]) -> FoundPort? {
        guard let card = ports.first?.card else { return nil }
        switch self {
        case .match(let glob, let number):
            let named = ports.filter { glob.matches($0.name) }
            let matching =
                !named.isEmpty ? named : glob.matches(card.name) || glob.matches(card.longName) ? ports : []
            return number.map { number in matching.first { $0.index == number } } ?? matching.first
        case .usb(let socket, let number):
            return card.usb?.socket == socket ? ports.first { $0.index == number } : nil
        case .serialNumber(let wanted, let number):
            return card.usb?.serialNumber == wanted ? ports.first { $0.index == number } : nil
        case .uart, .virtual:
            return nil
        }
    }

    /// Names one device and no other.
    var isExact: Bool {
        if case .match = self { return false }
        return true
    }
}
