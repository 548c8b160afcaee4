/// The port that an alias of the box file asks for.
package struct WantedPort: Equatable, Sendable {
    package let alias: String
    package let rule: Rule
    package let directions: Directions
    /// Set if this port is one group of another alias's device; nil if it has its own device.
    package var sharing: String?

    package init(alias: String, rule: Rule, directions: Directions = .both) {
        self.alias = alias
        self.rule = rule
        self.directions = directions
    }

    /// How the box file describes a port. `port` counts the ports of the device in one direction from 1.
    package enum Rule: Equatable, Sendable {
        /// A glob for the name or long name of the card, or for the name of the port. Without a number: the first port
        /// whose name matches, else the first port of the device.
        case match(Glob, port: Int? = nil)
        /// The device in a USB socket, like "1-1.3".
        case usb(String, port: Int = 1)
        /// The USB device with a serial number, in any socket.
        case serialNumber(String, port: Int = 1)
        /// A serial port by its path. Opening it shows whether it exists.
        case uart(String)
        /// A port that the box makes.
        case virtual
        /// Network MIDI. Its peers join by themselves (N3), so no device is searched for.
        case network
        /// The box's own USB device (I9), whose ports are groups.
        case usbDevice
    }
}

/// The port that was assigned to one direction of an alias.
package struct PortAssignment: Equatable, Sendable {
    package let alias: String
    package let direction: Direction
    package let address: PortAddress
    /// The place of the device (`FoundCard.place`); empty for a uart and a virtual port.
    package let place: String
    /// The serial number of the USB device; nil if there is none.
    package let serialNumber: String?

    package init(alias: String, direction: Direction, address: PortAddress, place: String, serialNumber: String? = nil)
    {
        self.alias = alias
        self.direction = direction
        self.address = address
        self.place = place
        self.serialNumber = serialNumber
    }
}

extension WantedPort.Rule {
    /// Returns the port of a device that matches this rule; nil for none.
    ///
    /// - Parameter ports: the ports of one device in one direction.
    func choose(_ ports: [FoundPort]) -> FoundPort? {
        // Only `usbDevice` matches the box itself; even the glob `*` does not.
        guard let card = ports.first?.card, card.isOwn == (self == .usbDevice) else { return nil }
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
        case .usbDevice:
            return ports.first
        case .uart, .virtual, .network:
            return nil
        }
    }

    /// Whether the rule can match one device only.
    var isExact: Bool {
        if case .match = self { return false }
        return true
    }
}
