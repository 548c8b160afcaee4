import MIDI

/// The settings of a place: a port, or one group of a port of packets (U6).
///
/// The first place of a port has the number of the port in the box file. Its further places, one a group, have numbers
/// behind those of all ports. `UnsafePointer<Program>.place(of:at:)` finds the place of a group.
public struct PortTraits: Sendable {
    public var receives = false
    public var sends = false
    /// `active-sensing: pass` (S7).
    public var passesActiveSensing = false
    /// `clock-in: false`: clock and transport are dropped at the input (K5).
    public var clockIn = true
    /// `low-half-first`: of a pair of Control Changes the LSB comes first (R15).
    public var lowHalfFirst = false
    /// `notes-off-on-unplug` (H9).
    public var releasesOnUnplug = true
    /// `running-status` on the wire (S6).
    public var runningStatus = false
    /// Messages may go between the pieces of a SysEx (N5).
    public var isNetwork = false
    /// The group that this place hears and speaks, 0...15 (U6).
    public var group: UInt8 = 0
    /// The places of the port, 1...16: the same number at each of them.
    public var groupCount: UInt8 = 1
    /// The only place of its port hears every group: the port has neither `group:` nor places for its groups (U6).
    public var hearsAllGroups = true
    /// The first place of the same port: itself where the port has one.
    public var first = PortIndex(0)
    /// The second place of the same port, which the others follow. It means something where `groupCount` is above 1.
    public var second = PortIndex(0)
    /// The port that is opened for this place: itself, or the one whose device it is a group of, at each place of it.
    public var device = PortIndex(0)
    /// The next port that is a group of the same device, `none` behind the last.
    public var nextOfDevice = PortIndex.none
    /// The row of the last values of all groups of the port together, from `Limits.sources`; `PortTraits.none` where the
    /// port has one place.
    public var commonValues = PortTraits.none
    public static let none: UInt8 = 0xFF
    /// `protocol:` (U2).
    public var wanted = ProtocolChoice.automatic
    /// MIDI-CI is spoken there: not with `midi-ci: false` (U9, U10).
    public var offersCI = true
    public var name = Name()
    public init() {}
}
