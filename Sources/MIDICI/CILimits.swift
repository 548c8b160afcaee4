/// The capacities and times of MIDI-CI (U9, U10).
///
/// Each comment gives the unit, the reason for the number, what happens when full, and the counter.
package enum CILimits {
    /// Ports at once, as many as the box has routing places. Further ports have no MIDI-CI.
    package static let ports = 32
    /// Known peers. When full, a new peer replaces the one that was silent longest, among peers without pending
    /// inquiry, subscription or transfer. If there is none, the new peer is answered but not listed, which
    /// `unlistedPeers` counts.
    package static let peers = 64
    /// Messages that wait to be sent on one port. When full, answers are dropped, which `droppedOutputs` counts.
    package static let outputs = 64
    /// Inquiries on one port in a second that are answered. Further ones are dropped, which `droppedInquiries` counts.
    package static let inquiriesPerSecond = 200
    /// Property Exchange requests of one peer at once (M2-103-UM). Further ones are answered with status 343.
    package static let requestsAtOnce = 4
    /// Transfers of all peers at once, in each direction. When full, requests are answered with status 343.
    package static let transfers = 32
    /// Bytes of one property's data. Larger data and answers get status 413.
    package static let dataBytes = 65_536
    /// Bytes of one header, several times what a request of the standard needs. Longer ones are malformed.
    package static let headerBytes = 512
    /// Bytes of the longest message that the box sends, and that it announces to accept: enough for Property Exchange
    /// on each wire.
    package static let messageBytes = 512
    /// Bytes of a chunk that the box sends, unless its header needs more. Other messages of a port wait for a whole
    /// chunk, 41 ms at a DIN socket; a clock waits only while the chunk is handed over. The shortest maximum that a
    /// device may have.
    package static let chunkBytes = 128
    /// Bytes of a message that the box accepts from a peer that ignores `messageBytes`. Longer ones are malformed.
    package static let receivedBytes = 4096
    /// Subscriptions of all peers. When full, a new one is answered with status 341.
    package static let subscriptions = 64
    /// Requests to the box that wait for an answer. When full, the peer is answered with status 343.
    package static let requests = 32
    /// Messages of one MIDI Message Report, more than a port has controllers. Further ones are left out.
    package static let reportMessages = 4096
    /// Notices that the owner has not read. When full, the oldest is dropped: `peers` has the same information.
    package static let notices = 64
    /// Stored programs of one peer. Further ones are ignored.
    package static let programs = 1024
    /// Program lists of one peer. Further ones are ignored.
    static let programLists = 16
    /// Bytes of a name that a peer sends. The rest is cut off.
    package static let nameBytes = 64
    /// Nested arrays and objects in JSON. Deeper text is malformed.
    package static let jsonDepth = 8
    /// Entries of one answer to a `ProgramList` inquiry that the box sends as initiator.
    static let programsPerPage = 64
    /// Nanoseconds after which an unanswered inquiry is sent again, or given up, and after which a transfer without
    /// chunks ends (M2-103-UM).
    package static let timeout: UInt64 = 3_000_000_000
    /// How often an unanswered inquiry or update is sent.
    static let attempts = 2
    /// Nanoseconds that the box has to answer a request. After that the peer gets status 500 or NAK.
    static let answerTime: UInt64 = 2_000_000_000
    /// The shortest time in ns between two collisions that give a port another MUID, and between two Discoveries, so
    /// that two devices that echo each other do not go on for ever.
    static let collisionTime: UInt64 = 1_000_000_000
}
