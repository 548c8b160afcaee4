/// A program of a peer's `ProgramList` (M2-105-UM).
public struct CIProgram: Equatable, Sendable {
    public var title: String
    /// 0 to 127 each.
    public var bankMSB: UInt8
    public var bankLSB: UInt8
    public var program: UInt8
}

/// A device that answered Discovery, or that sent one (U10).
public struct CIPeer: Equatable, Sendable {
    public internal(set) var port: Int
    public internal(set) var muid: MUID
    public internal(set) var identity: CIIdentity
    /// Message format: 1 or 2.
    public internal(set) var version: UInt8
    /// Bytes of SysEx that it takes, F0 and F7 included.
    public internal(set) var longest: Int
    public internal(set) var hasProfiles: Bool
    public internal(set) var hasProperties: Bool
    public internal(set) var hasProcessInquiry: Bool
    /// Property requests that it takes at once; nil: not known yet.
    public internal(set) var requestsAtOnce: Int?
    /// Empty until known, or if it has none.
    public internal(set) var productInstance: String = ""
    public internal(set) var manufacturerName: String = ""
    public internal(set) var familyName: String = ""
    public internal(set) var modelName: String = ""
    public internal(set) var versionName: String = ""
    public internal(set) var serialNumber: String = ""
    /// nil: it has no `ProgramList`, or it has not come whole.
    public internal(set) var programs: [CIProgram]?

    /// What the box asks it next, in this order.
    enum Step: UInt8 {
        case endpoint, capabilities, resources, deviceInfo, channels, programs, done
    }

    var step = Step.endpoint
    /// Whether its program lists have resource ids, which stand in its `ChannelList`.
    var hasListIds = false
    /// The resource ids of program lists that are to be asked for; empty: the only list, which has none.
    var lists: [String] = []
    var hasDeviceInfo = false
    /// Whether its `ProgramList` can be had in pages.
    var hasPages = false
    /// Programs of lists that came, how many of them are of whole lists, and the entries of pages of the current list.
    var pages: [CIProgram] = []
    var wholeCount = 0
    var entries = 0
    /// Whether a list has come whole.
    var hasWholeList = false
    /// How often the inquiry of `step` was sent, when its answer is late, and the request id of a property inquiry.
    var attempts = 0
    var due = UInt64.max
    var request: UInt8?
    /// When it last sent something.
    var heard: UInt64 = 0
}
