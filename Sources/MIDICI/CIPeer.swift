/// A program of a peer's `ProgramList` (M2-105-UM).
package struct CIProgram: Equatable, Sendable {
    package var title: String
    /// Bank and program, 0...127 each.
    package var bankMSB: UInt8
    package var bankLSB: UInt8
    package var program: UInt8
}

/// A device that answered Discovery, or that sent one (U10).
package struct CIPeer: Equatable, Sendable {
    package internal(set) var port: Int
    package internal(set) var muid: MUID
    package internal(set) var identity: CIIdentity
    /// The version of the message format: 1 or 2.
    package internal(set) var version: UInt8
    /// The longest SysEx that the peer accepts, in bytes, F0 and F7 included.
    package internal(set) var longest: Int
    package internal(set) var hasProfiles: Bool
    package internal(set) var hasProperties: Bool
    package internal(set) var hasProcessInquiry: Bool
    /// The number of property requests that the peer accepts at once; nil if not known yet.
    package internal(set) var requestsAtOnce: Int?
    /// Texts by which the peer describes itself; empty until known, or if the peer has none.
    package internal(set) var productInstance: String = ""
    package internal(set) var manufacturerName: String = ""
    package internal(set) var familyName: String = ""
    package internal(set) var modelName: String = ""
    package internal(set) var versionName: String = ""
    package internal(set) var serialNumber: String = ""
    /// The programs; nil if the peer has no `ProgramList`, or no list has arrived whole.
    package internal(set) var programs: [CIProgram]?

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
