extension SessionMessage {
    /// The two letters of each message.
    fileprivate enum Letters {
        static let invitation: UInt16 = 0x494E
        static let acceptance: UInt16 = 0x4F4B
        static let refusal: UInt16 = 0x4E4F
        static let goodbye: UInt16 = 0x4259
        static let clock: UInt16 = 0x434B
        static let feedback: UInt16 = 0x5253
        static let bitRate: UInt16 = 0x524C
    }

    /// Reads a message. Returns nil for other packets, messages that are too short, unknown letters and versions.
    /// Ignores bytes after the message.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard SessionMessage.isPresent(in: bytes) else { return nil }
        switch bytes.word16(at: 2) {
        case Letters.invitation:
            guard let invitation = Invitation(bytes) else { return nil }
            self = .invitation(invitation)
        case Letters.acceptance:
            guard let invitation = Invitation(bytes) else { return nil }
            self = .acceptance(invitation)
        case Letters.refusal:
            guard let invitation = Invitation(bytes) else { return nil }
            self = .refusal(invitation)
        case Letters.goodbye:
            guard bytes.count >= 12, bytes.word32(at: 4) == 2 else { return nil }
            // With 12 bytes the SSRC follows the version: the token is missing.
            let hasToken = bytes.count >= 16
            self = .goodbye(
                token: hasToken ? bytes.word32(at: 8) : nil, ssrc: bytes.word32(at: hasToken ? 12 : 8))
        case Letters.clock:
            guard bytes.count >= 36, bytes[8] <= 2 else { return nil }
            self = .clock(
                ClockExchangeMessage(
                    ssrc: bytes.word32(at: 4), count: bytes[8], t1: bytes.word64(at: 12), t2: bytes.word64(at: 20),
                    t3: bytes.word64(at: 28)))
        case Letters.feedback:
            guard bytes.count >= 12 else { return nil }
            self = .feedback(ssrc: bytes.word32(at: 4), sequence: bytes.word32(at: 8))
        case Letters.bitRate:
            guard bytes.count >= 12 else { return nil }
            self = .bitRate(ssrc: bytes.word32(at: 4), limit: bytes.word32(at: 8))
        default: return nil
        }
    }

    /// Writes the message and returns the number of its bytes, at most `mostBytes`; 0 if it does not fit.
    package func write(to bytes: UnsafeMutableRawBufferPointer) -> Int {
        switch self {
        case .invitation(let invitation): return invitation.write(Letters.invitation, to: bytes)
        case .acceptance(let invitation): return invitation.write(Letters.acceptance, to: bytes)
        case .refusal(let invitation): return invitation.write(Letters.refusal, to: bytes)
        case .goodbye(let token, let ssrc):
            guard bytes.begin(Letters.goodbye, count: token == nil ? 12 : 16) else { return 0 }
            bytes.put(UInt32(2), at: 4)
            guard let token else {
                bytes.put(ssrc, at: 8)
                return 12
            }
            bytes.put(token, at: 8)
            bytes.put(ssrc, at: 12)
            return 16
        case .clock(let exchange):
            guard bytes.begin(Letters.clock, count: 36) else { return 0 }
            bytes.put(exchange.ssrc, at: 4)
            bytes.put(UInt32(exchange.count) << 24, at: 8)
            bytes.put(exchange.t1, at: 12)
            bytes.put(exchange.t2, at: 20)
            bytes.put(exchange.t3, at: 28)
            return 36
        case .feedback(let ssrc, let sequence): return bytes.put(Letters.feedback, ssrc, sequence)
        case .bitRate(let ssrc, let limit): return bytes.put(Letters.bitRate, ssrc, limit)
        }
    }
}

extension Invitation {
    /// Reads what follows the letters; the name may be missing, and its final zero too.
    fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 16, bytes.word32(at: 4) == 2 else { return nil }
        self.init(token: bytes.word32(at: 8), ssrc: bytes.word32(at: 12), name: SessionName(utf8: bytes, from: 16))
    }

    fileprivate func write(_ letters: UInt16, to bytes: UnsafeMutableRawBufferPointer) -> Int {
        // A refusal has no name, nor the zero that ends one.
        let hasName = letters != SessionMessage.Letters.refusal
        let count = 16 + (hasName ? name.count + 1 : 0)
        guard bytes.begin(letters, count: count) else { return 0 }
        bytes.put(version, at: 4)
        bytes.put(token, at: 8)
        bytes.put(ssrc, at: 12)
        if !hasName { return count }
        for index in 0..<name.count { bytes[16 + index] = name[index] }
        bytes[count - 1] = 0
        return count
    }
}
