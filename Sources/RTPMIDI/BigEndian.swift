// Network byte order. The caller has checked that there are enough bytes.
extension UnsafeRawBufferPointer {
    func word16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func word32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func word64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes 0xFFFF and the letters; returns false if `count` bytes do not fit.
    func begin(_ letters: UInt16, count: Int) -> Bool {
        guard self.count >= count else { return false }
        storeBytes(of: UInt16.max, as: UInt16.self)
        storeBytes(of: letters.bigEndian, toByteOffset: 2, as: UInt16.self)
        return true
    }

    func put(_ word: UInt16, at offset: Int) {
        storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt16.self)
    }

    func put(_ word: UInt32, at offset: Int) {
        storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt32.self)
    }

    func put(_ word: UInt64, at offset: Int) {
        storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Writes a session message of an SSRC and one more word. Returns its length, 12 bytes; 0 if it does not fit.
    func put(_ letters: UInt16, _ ssrc: UInt32, _ word: UInt32) -> Int {
        guard begin(letters, count: 12) else { return 0 }
        put(ssrc, at: 4)
        put(word, at: 8)
        return 12
    }
}
