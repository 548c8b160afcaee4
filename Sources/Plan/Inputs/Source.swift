import MIDI

/// The numbers of the sources of messages: 0..<32 for ports, then six for the box's own sources (R20).
package enum Source {
    package static let clock: UInt8 = 32
    package static let motion: UInt8 = 33
    package static let footswitches: UInt8 = 34
    package static let pedals: UInt8 = 35
    package static let knobs: UInt8 = 36
    package static let variables: UInt8 = 37

    /// Whether a source sends only the box's own controllers.
    package static func isOwn(_ source: UInt8) -> Bool { motion...variables ~= source }
}
