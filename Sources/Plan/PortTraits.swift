import MIDI

/// The settings of a routing place: a port, or one group of a UMP port (U6).
///
/// The first place of a port has the index of the port in the box file. Further places, one for each group, have
/// indices after those of all ports. `UnsafePointer<Plan>.place(of:at:)` finds the place of a group.
package struct PortTraits: Sendable {
    package var receives = false
    package var sends = false
    /// The setting `active-sensing: pass` (S7).
    package var passesActiveSensing = false
    /// False for `clock-in: false`: clock and transport are dropped at the input (K5).
    package var clockIn = true
    /// The setting `low-half-first`: the LSB of a pair of Control Changes arrives before the MSB (R15).
    package var lowHalfFirst = false
    /// The setting `notes-off-on-unplug` (H9).
    package var releasesOnUnplug = true
    /// The setting `running-status` for the wire (S6).
    package var runningStatus = false
    /// Whether this is a network port: other messages may be sent between the pieces of a SysEx (N5).
    package var isNetwork = false
    /// Whether this is a Bluetooth port: while a peer takes nothing, values collapse and SysEx comes last (B10).
    package var isBluetooth = false
    /// The group that this place receives and sends, 0...15 (U6).
    package var group: UInt8 = 0
    /// The number of places of the port, 1...16, equal at each of them.
    package var groupCount: UInt8 = 1
    /// Whether this only place of its port receives every group: the port has neither `group:` nor places for its
    /// groups (U6).
    package var hearsAllGroups = true
    /// The first place of the same port; this place itself if the port has only one.
    package var first = PortIndex(0)
    /// The second place of the same port; further places follow it. Valid only if `groupCount` is above 1.
    package var second = PortIndex(0)
    /// The port that is opened for this place: the port itself, or the port whose device it is a group of. Equal at
    /// each place of a port.
    package var device = PortIndex(0)
    /// The next port that is a group of the same device; `none` after the last one.
    package var nextOfDevice = PortIndex.none
    /// The row of the last values common to all groups of the port, from `Limits.sources`; `PortTraits.none` if the
    /// port has one place.
    package var commonValues = PortTraits.none
    package static let none: UInt8 = 0xFF
    /// The setting `protocol:` (U2).
    package var wanted = ProtocolChoice.automatic
    /// Whether MIDI-CI is used at the port; false for `midi-ci: false` (U9, U10).
    package var offersCI = true
    package var name = Name()
    package init() {}
}
