import Loop

/// What the loop counts of a link (B16).
struct LinkCounts: Equatable {
    /// Messages that were dropped because the peer took nothing.
    var dropped: UInt32 = 0
    /// Packets with something malformed in them (B14).
    var malformed: UInt32 = 0
    /// Writes before the link was encrypted (B5).
    var ignored: UInt32 = 0
    /// The peer's time stamps do not go on with time (B12).
    var hasNoStamps = false
}

extension LinkCounts {
    init(_ report: LinkReport) {
        self.init(
            dropped: report.dropped, malformed: report.malformed, ignored: report.ignoredWrites,
            hasNoStamps: report.hasNoStamps)
    }
}
