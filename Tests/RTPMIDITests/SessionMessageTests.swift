import RTPMIDI
import Testing

/// The bytes of the session protocol (N3, N4, N6).
@Suite struct SessionMessageTests {
    static let invitation = Invitation(token: 0x1122_3344, ssrc: 0xAABB_CCDD, name: SessionName(utf8: "Box".utf8))
    static let head: [UInt8] = [0, 0, 0, 2, 0x11, 0x22, 0x33, 0x44, 0xAA, 0xBB, 0xCC, 0xDD]
    static let messages: [(SessionMessage, [UInt8])] = [
        (.invitation(invitation), [0xFF, 0xFF, 0x49, 0x4E] + head + [0x42, 0x6F, 0x78, 0]),
        (.acceptance(invitation), [0xFF, 0xFF, 0x4F, 0x4B] + head + [0x42, 0x6F, 0x78, 0]),
        (.refusal(Invitation(token: 0x1122_3344, ssrc: 0xAABB_CCDD)), [0xFF, 0xFF, 0x4E, 0x4F] + head),
        (.goodbye(token: 0x1122_3344, ssrc: 0xAABB_CCDD), [0xFF, 0xFF, 0x42, 0x59] + head),
        (
            .goodbye(token: nil, ssrc: 0xAABB_CCDD),
            [0xFF, 0xFF, 0x42, 0x59, 0, 0, 0, 2, 0xAA, 0xBB, 0xCC, 0xDD]
        ),
        (
            .clock(ClockExchangeMessage(ssrc: 1, count: 2, t1: 0x0102_0304_0506_0708, t2: 9, t3: UInt64.max)),
            [0xFF, 0xFF, 0x43, 0x4B, 0, 0, 0, 1, 2, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 9]
                + [UInt8](repeating: 0xFF, count: 8)
        ),
        (.feedback(ssrc: 1, sequence: 0x0203_0405), [0xFF, 0xFF, 0x52, 0x53, 0, 0, 0, 1, 2, 3, 4, 5]),
        (.bitRate(ssrc: 1, limit: 0x0203_0405), [0xFF, 0xFF, 0x52, 0x4C, 0, 0, 0, 1, 2, 3, 4, 5]),
    ]

    static func written(_ message: SessionMessage, room: Int = SessionMessage.mostBytes) -> [UInt8] {
        var bytes = [UInt8](repeating: 0x55, count: room)
        let count = bytes.withUnsafeMutableBytes { message.write(to: $0) }
        return Array(bytes.prefix(count))
    }

    static func read(_ bytes: [UInt8]) -> SessionMessage? { bytes.withUnsafeBytes { SessionMessage($0) } }

    @Test func eachMessageHasTheBytesOfTheProtocol() {
        for (message, bytes) in Self.messages { #expect(Self.written(message) == bytes) }
    }

    @Test func eachMessageIsReadFromItsBytes() {
        for (message, bytes) in Self.messages { #expect(Self.read(bytes) == message) }
    }

    /// N9: the bytes stand at the end of their memory, so that a read behind them would find other bytes.
    @Test func aCutMessageIsNone() {
        for (message, bytes) in Self.messages {
            let least =
                switch message {
                case .clock: 36
                case .invitation, .acceptance, .refusal: 16
                default: 12
                }
            for count in 0..<least { #expect(Self.read(Array(bytes.prefix(count))) == nil, "\(message) \(count)") }
        }
    }

    @Test func messagesThatDoNotFitAreNotWritten() {
        for (message, bytes) in Self.messages {
            #expect(Self.written(message, room: bytes.count - 1) == [])
            #expect(Self.written(message, room: bytes.count) == bytes)
        }
    }

    @Test func aMissingNameIsEmpty() {
        let bytes = [0xFF, 0xFF, 0x4E, 0x4F] + Self.head
        #expect(Self.read(bytes) == .refusal(Invitation(token: 0x1122_3344, ssrc: 0xAABB_CCDD)))
        #expect(Self.read(bytes + [0, 0, 0]) == .refusal(Invitation(token: 0x1122_3344, ssrc: 0xAABB_CCDD)))
    }

    @Test func aNameWithoutFinalZeroIsRead() {
        #expect(Self.read([0xFF, 0xFF, 0x49, 0x4E] + Self.head + Array("Box".utf8)) == .invitation(Self.invitation))
    }

    @Test func otherPacketsAreNone() {
        #expect(Self.read([0x80, 0x61] + [UInt8](repeating: 0, count: 40)) == nil)
        #expect(Self.read([0xFF, 0xFF, 0x5A, 0x5A] + [UInt8](repeating: 0, count: 40)) == nil)
    }

    @Test func anotherVersionIsNone() {
        var bytes = Self.written(.invitation(Self.invitation))
        bytes[7] = 3
        #expect(Self.read(bytes) == nil)
    }

    @Test func aFourthStepOfAClockExchangeIsNone() {
        var bytes = Self.written(.clock(ClockExchangeMessage(ssrc: 1, count: 2, t1: 1)))
        bytes[8] = 3
        #expect(Self.read(bytes) == nil)
    }
}
