import MIDI

/// The settings of a port that the loop uses.
public struct PortTraits: Sendable {
    public var receives = false
    public var sends = false
    /// `active-sensing: pass` (S7).
    public var passesActiveSensing = false
    /// `clock-in: false`: clock and transport are dropped at the input (K5).
    public var clockIn = true
    /// `notes-off-on-unplug` (H9).
    public var releasesOnUnplug = true
    /// `running-status` on the wire (S6).
    public var runningStatus = false
    /// Messages may go between the pieces of a SysEx (N5).
    public var isNetwork = false
    public var name = Name()
    public init() {}
}
