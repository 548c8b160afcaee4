import CPlatform

/// An address of this machine.
package struct InterfaceAddress: Equatable, Sendable {
    /// The interface, such as `eth0`.
    package var interface: String
    /// The address. Its `scope` is the number of the interface, its port is 0.
    package var address: PeerAddress
    package var isLoopback: Bool
    /// Whether the interface has a link, such as a plugged-in cable.
    package var isRunning: Bool

    /// Whether this machine has an interface of that name, up or not.
    package static func exists(_ interface: String) -> Bool { treadle_interface_exists(interface) != 0 }

    /// The addresses of all interfaces that are up, at most 64.
    package static func all() -> [InterfaceAddress] {
        var found = [treadle_interface_address](repeating: treadle_interface_address(), count: 64)
        let count = treadle_interface_addresses(&found, Int32(found.count))
        return found.prefix(Int(max(count, 0))).map { raw in
            let name = withUnsafeBytes(of: raw.interface) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return InterfaceAddress(
                interface: name, address: PeerAddress(raw.address), isLoopback: raw.is_loopback != 0,
                isRunning: raw.is_running != 0)
        }
    }
}

/// Reports to the control thread when an address or link of this machine appears or disappears (rtnetlink).
package struct AddressWatch: Sendable {
    /// The descriptor. When it is readable, call `drain`.
    package let fd: Int32

    package init() throws(DeviceError) {
        fd = treadle_address_watch_open()
        if fd < 0 { throw .failed("network addresses", doing: "watching", code: -fd) }
    }

    /// Reads all pending changes and returns whether there was one.
    package func drain() -> Bool { treadle_address_watch_drain(fd) != 0 }

    package func close() { CPlatform.close(fd) }
}
