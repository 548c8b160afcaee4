import Settings

/// The address of a peer, and whether it is a random one: `AA:BB:CC:DD:EE:FF/random`.
struct RadioAddress: Equatable {
    let address: BluetoothAddress
    let isRandom: Bool

    init(bits: UInt64, isRandom: Bool) {
        (address, self.isRandom) = (BluetoothAddress(bits: bits), isRandom)
    }

    /// Parses an address; nil if the text is none.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "public" || parts[1] == "random" else { return nil }
        let bytes = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard bytes.count == 6 else { return nil }
        var bits: UInt64 = 0
        for byte in bytes {
            let digits = byte.utf8.compactMap { Digits.value(ofHex: $0) }
            guard byte.utf8.count == 2, digits.count == 2 else { return nil }
            bits = bits << 8 | UInt64(digits[0] << 4 | digits[1])
        }
        self.init(bits: bits, isRandom: parts[1] == "random")
    }

    /// The address as lines between box and process have it.
    var text: String { "\(address.text)/\(isRandom ? "random" : "public")" }
}
