import Settings

/// The port that an alias of the box file asks for.
package struct WantedPort: Equatable, Sendable {
    package let alias: String
    package let place: PortPlace
    package let directions: Directions
    /// Set if this port is one group of another alias's device; nil if it has its own device.
    package var sharing: String?

    package init(alias: String, place: PortPlace, directions: Directions = .both) {
        self.alias = alias
        self.place = place
        self.directions = directions
    }

    /// Whether the port is searched for among the devices. The peers of network MIDI join by themselves (N3).
    package var isSearched: Bool {
        if case .network = place { return false }
        return true
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

extension PortPlace {
    /// Returns the port of a device that is at this place; nil for none.
    ///
    /// - Parameter ports: the ports of one device in one direction.
    func choose(_ ports: [FoundPort]) -> FoundPort? {
        // Only `usbDevice` matches the box itself; even the glob `*` does not.
        guard let card = ports.first?.card, card.isOwn == (self == .usbDevice) else { return nil }
        switch self {
        case .match(let pattern, let number?):
            let glob = Glob(pattern)
            let isHere =
                glob.matches(card.name) || glob.matches(card.longName) || ports.contains { glob.matches($0.name) }
            return isHere ? ports.first { $0.index == number } : nil
        case .match(let pattern, nil):
            let glob = Glob(pattern)
            if let named = ports.first(where: { glob.matches($0.name) }) { return named }
            return glob.matches(card.name) || glob.matches(card.longName) ? ports.first : nil
        case .usb(let socket, let number):
            return card.usb?.socket == socket ? ports.first { $0.index == number } : nil
        case .serialNumber(let wanted, let number):
            return card.usb?.serialNumber == wanted ? ports.first { $0.index == number } : nil
        case .usbDevice:
            return ports.first
        case .uart, .virtual, .network, .bluetooth, .nowhere:
            return nil
        }
    }

    /// Whether one device only can be at the place.
    var isExact: Bool {
        if case .match = self { return false }
        return true
    }
}
