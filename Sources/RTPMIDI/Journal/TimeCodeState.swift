/// The tape position that MIDI Time Code has reported (RFC 6295, B.4).
struct TimeCodeState: Equatable, BitwiseCopyable {
    /// A series of quarter frames that is under way.
    enum Series: UInt8 {
        case none
        /// Types 0 up to 7: the tape runs forwards.
        case forward
        /// Types 7 down to 0: the tape runs backwards.
        case reverse
    }

    /// The last complete frame, in the form of the COMPLETE field; nil before the first.
    private(set) var frame: UInt32?
    /// Whether the time arrived in quarter frames (the Q bit), not in a Full Frame.
    private(set) var isFrameOfQuarters = false
    private(set) var isReverse = false
    private(set) var series = Series.none
    /// The type of the last quarter frame of the series, 0...7.
    private(set) var point: UInt8 = 0
    /// The nibbles of the series, type 0 in the top four bits.
    private(set) var nibbles: UInt32 = 0

    /// Records the data byte of a quarter frame. Returns whether it completes a frame.
    mutating func quarterFrame(_ data: UInt8) -> Bool {
        let type = data >> 4 & 7
        advance(to: type)
        if series == .none { return false }
        point = type
        nibbles |= UInt32(data & 0x0F) << UInt32(28 - 4 * type)
        if type != (isReverse ? 0 : 7) { return false }
        // Sending a frame as quarter frames takes two frames (B.4, COMPLETE).
        frame = isReverse ? nibbles : TimeCodeFrame(nibbles: nibbles).moved(by: 2).nibbles
        (isFrameOfQuarters, series) = (true, .none)
        return true
    }

    /// Records a Full Frame: hours, minutes, seconds and frames, one byte each.
    mutating func fullFrame(_ time: UInt32) { self = TimeCodeState(frame: time) }

    /// How many of the `length` quarter frames of another series are already in this one.
    ///
    /// - Returns: at most `length`; 0 if this series runs in the other direction, is longer, or differs.
    func known(of other: UInt32, isReverse: Bool, length: UInt8) -> UInt8 {
        if series == .none || isReverse != self.isReverse { return 0 }
        let count = isReverse ? 8 - point : point + 1
        let bits = UInt32.max << UInt32(32 - 4 * count)
        let mask = isReverse ? ~(UInt32.max << UInt32(4 * count)) : bits
        return count <= length && (other ^ nibbles) & mask == 0 ? count : 0
    }

    private mutating func advance(to type: UInt8) {
        if series == .forward && type == point + 1 || series == .reverse && type + 1 == point { return }
        nibbles = 0
        switch type {
        case 0: (series, isReverse) = (.forward, false)
        case 7: (series, isReverse) = (.reverse, true)
        default: series = .none
        }
    }
}

extension TimeCodeState {
    private init(frame: UInt32) { self.frame = frame }
}

/// Bits of chapter F (RFC 6295, B.4).
enum TimeCodeBits {
    static let complete: UInt8 = 0x40
    static let partial: UInt8 = 0x20
    static let quarters: UInt8 = 0x10
    static let reverse: UInt8 = 0x08
}

extension TimeCodeState {
    /// Writes chapter F.
    func write(of packet: UInt32, hasFrame: Bool, into writer: inout JournalWriter) {
        var bits = isReverse ? TimeCodeBits.reverse : 0
        let isPartial = series != .none
        bits |= isPartial ? point : (isReverse ? 0 : 7)
        if isPartial { bits |= TimeCodeBits.partial }
        if hasFrame { bits |= TimeCodeBits.complete | (isFrameOfQuarters ? TimeCodeBits.quarters : 0) }
        writer.put(bits, of: packet)
        if hasFrame { writer.put(word: frame ?? 0) }
        if isPartial { writer.put(word: nibbles) }
    }
}

extension JournalWriter {
    mutating func put(word: UInt32) {
        for shift in 0..<4 { put(UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * shift))) }
    }
}
