/// Bluetooth MIDI: how others see the box, and which devices may play it.
package struct BluetoothConfiguration: Equatable, Sendable {
    /// The name that others see, 1...29 bytes of UTF-8.
    package var name: String
    /// Whether others may connect to the box.
    package var isVisible: Bool
    /// Whether new devices may pair at any time, not only when the player says so.
    package var alwaysPairs = false
    /// Whether a device that connects to the box must encrypt.
    package var needsEncryption = true

    /// The size in bytes of the longest name: a scan response has no room for more.
    static let nameBytes = 29

    package init(name: String, isVisible: Bool) {
        (self.name, self.isVisible) = (name, isVisible)
    }
}
