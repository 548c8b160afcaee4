/// A program of a peer's `ProgramList` (M2-105-UM).
public struct CIProgram: Equatable, Sendable {
    public var title: String
    /// Bank and program, 0...127 each.
    public var bankMSB: UInt8
    public var bankLSB: UInt8
    public var program: UInt8
}

/// A device that answered Discovery, or that sent one (U10).
public struct CIPeer: Equatable, Sendable {
    public internal(set) var port: Int
    public internal(set) var muid: MUID
    public internal(set) var identity: CIIdentity
    /// The version of the message format: 1 or 2.
    public internal(set) var version: UInt8
    /// The longest SysEx that the peer accepts, in bytes, F0 and F7 included.
    public internal(set) var longest: Int
    public internal(set) var hasProfiles: Bool
    public internal(set) var hasProperties: Bool
    public internal(set) var hasProcessInquiry: Bool
    /// The number of property requests that the peer accepts at once; nil if not known yet.
    public internal(set) var requestsAtOnce: Int?
    /// Texts by which the peer describes itself; empty until known, or if the peer has none.
    public internal(set) var productInstance: String = ""
    public internal(set) var manufacturerName: String = ""
    public internal(set) var familyName: String = ""
    public internal(set) var modelName: String = ""
    public internal(set) var versionName: String = ""
    public internal(set) var serialNumber: String = ""
    /// The programs; nil if the peer has no `ProgramList`, or no list has arrived whole.
    public internal(set) var programs: [CIProgram]?

    /// The inquiries of the box to a peer, in their order.
    enum Step: UInt8 {
        case endpoint, capabilities, resources, deviceInfo, channels, programs, done
    }

    var step = Step.endpoint
    /// Whether the peer's program lists have resource ids, which are in its `ChannelList`.
    var hasListIds = false
    /// The resource ids of program lists that are still to be requested; an empty id means the only list, which has
    /// none.
    var lists: [String] = []
    var hasDeviceInfo = false
    /// Whether the peer can send its `ProgramList` in pages.
    var hasPages = false
    /// The programs that have arrived so far.
    var pages: [CIProgram] = []
    /// How many of `pages` belong to whole lists.
    var wholeCount = 0
    /// How many entries of the current list have arrived.
    var entries = 0
    /// Whether at least one list has arrived whole.
    var hasWholeList = false
    /// How often the inquiry of `step` was sent.
    var attempts = 0
    /// When the answer to the inquiry is late, in ns.
    var due = UInt64.max
    /// The request id of a property inquiry.
    var request: UInt8?
    /// When the peer last sent a message, in ns.
    var heard: UInt64 = 0
}
