import CPlatform

/// A BLAKE2b-512 hash of bytes that are added in pieces.
struct UpdateHash: ~Copyable {
    private var state: UnsafeMutableRawPointer?

    /// Begins a hash; nil without memory.
    init?() {
        guard let state = treadle_hash_new() else { return nil }
        self.state = state
    }

    deinit { if let state { treadle_hash_end(state, nil) } }

    func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { treadle_hash_add(state, $0.baseAddress, $0.count) }
    }

    /// Ends the hash and returns it. No bytes can be added afterwards.
    mutating func end() -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: TREADLE_HASH_BYTES)
        treadle_hash_end(state, &hash)
        state = nil
        return hash
    }
}
