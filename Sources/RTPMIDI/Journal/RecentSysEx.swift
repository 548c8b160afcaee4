/// The last SysEx of a peer that have ended, without Full Frames, to be compared with chapter X (RFC 6295, B.5).
struct RecentSysEx: BitwiseCopyable {
    private struct Entry: BitwiseCopyable {
        /// A hash of the data.
        var hash: UInt64 = 0
        /// The packet in which the SysEx ended.
        var packet: UInt16 = 0
        /// The number of the SysEx as counted here.
        var number: UInt8 = 0
    }

    private var entries = InlineArray<16, Entry>(repeating: Entry())
    /// The place of the next entry.
    private var next = 0
    /// The number of entries, at most 16.
    private var count = 0
    /// The newest entries whose number is in doubt, at most 16.
    private var doubted = 0

    mutating func append(_ hash: UInt64, number: UInt8, in packet: UInt16) {
        entries[next] = Entry(hash: hash, packet: packet, number: number)
        next = (next + 1) % 16
        (count, doubted) = (min(16, count + 1), min(16, doubted + 1))
    }

    /// Whether a recent SysEx has data with this hash.
    func has(_ hash: UInt64) -> Bool {
        for back in 1..<count + 1 where entry(back).hash == hash { return true }
        return false
    }

    /// Whether the newest SysEx has data with this hash.
    func newestHas(_ hash: UInt64) -> Bool { count > 0 && entry(1).hash == hash }

    /// Whether the number of the newest SysEx is in doubt.
    var isNewestInDoubt: Bool { doubted > 0 }

    /// Marks the numbers of all SysEx so far as known.
    mutating func settle() { doubted = 0 }

    /// How far back the oldest SysEx is whose number is in doubt and which a journal from `checkpoint` on can list; 0:
    /// none.
    func firstDoubted(from checkpoint: UInt16) -> Int {
        var back = doubted
        while back > 0 && Int16(bitPattern: entry(back).packet &- checkpoint) < 0 { back -= 1 }
        return back
    }

    /// Finds the SysEx of a journal's log among those in doubt, which the journal lists in the same order.
    ///
    /// - Parameter back: how far back the oldest SysEx is that no earlier log matched; afterwards, the one after the
    ///   found one.
    /// - Returns: by how much the log's number is higher than the number counted here; nil if no SysEx matches.
    func find(_ hash: UInt64, number: UInt8, from back: inout Int) -> UInt8? {
        var place = back
        while place > 0 {
            let entry = entry(place)
            let difference = number &- entry.number
            if entry.hash == hash && difference < 128 {
                back = place - 1
                return difference
            }
            place -= 1
        }
        return nil
    }

    /// The SysEx `back` places back; 1 is the newest.
    private func entry(_ back: Int) -> Entry { entries[(next + 16 - back) % 16] }
}
