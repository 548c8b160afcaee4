import Plan

/// One bit for each key of each port.
struct KeyBits {
    private let words: UnsafeMutablePointer<UInt64>

    private static let wordsOfPort = 16 * 128 / 64
    private static let count = Limits.ports * wordsOfPort

    static let byteCount = Memory.byteCount(of: UInt64.self, count)

    init(_ memory: inout Memory) { words = memory.take(KeyBits.count, repeating: 0) }

    /// The index of a key of a source that is a port. Channel is 0...15, key 0...127.
    @inline(__always)
    static func index(_ source: UInt8, _ channel: UInt8, _ key: UInt8) -> Int {
        Int(source) << 11 | Int(channel) << 7 | Int(key)
    }

    /// - Parameter key: the key as `KeyBits.index`.
    @inline(__always)
    subscript(key: Int) -> Bool { words[key >> 6] & (1 &<< UInt64(truncatingIfNeeded: key)) != 0 }

    /// Sets or clears the bit of a key. Returns the previous value.
    @inline(__always)
    @discardableResult
    func set(_ key: Int, _ isSet: Bool) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: key)
        let before = words[key >> 6]
        words[key >> 6] = isSet ? before | bit : before & ~bit
        return before & bit != 0
    }

    /// The first key in `first..<end` whose bit is set; nil if there is none.
    func next(from first: Int, before end: Int) -> Int? {
        var key = first
        while key < end {
            let rest = words[key >> 6] &>> UInt64(truncatingIfNeeded: key & 63)
            if rest != 0 {
                let next = key + rest.trailingZeroBitCount
                return next < end ? next : nil
            }
            key = (key | 63) + 1
        }
        return nil
    }

    /// Clears the bits of all keys of a port.
    func clear(_ port: UInt8) {
        let first = Int(port) * KeyBits.wordsOfPort
        for word in first..<first + KeyBits.wordsOfPort { words[word] = 0 }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(words, KeyBits.count)) }
}
