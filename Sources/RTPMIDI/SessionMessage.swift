/// A message of the AppleMIDI session protocol, which shares its ports with RTP: 0xFFFF and two letters (N3, N4, N6).
///
/// All numbers are big-endian on the wire.
package enum SessionMessage: Equatable, BitwiseCopyable, Sendable {
    /// `IN`: the sender wants a session.
    case invitation(Invitation)
    /// `OK`: the sender accepts an invitation.
    case acceptance(Invitation)
    /// `NO`: the sender refuses an invitation.
    case refusal(Invitation)
    /// `BY`: the sender ends the session. Some peers leave the token out.
    case goodbye(token: UInt32?, ssrc: UInt32)
    /// `CK`: one step of a clock exchange.
    case clock(ClockExchangeMessage)
    /// `RS`: the sender has received packets up to `sequence`. The 16 bits of the sequence number are in the upper or
    /// the lower half of the word, depending on the peer.
    case feedback(ssrc: UInt32, sequence: UInt32)
    /// `RL`: the sender wants at most this many bits per second.
    case bitRate(ssrc: UInt32, limit: UInt32)

    /// The most bytes of a message that the box writes: an invitation with the longest name.
    package static let mostBytes = 16 + SessionName.capacity + 1

    /// Whether a packet belongs to the session protocol: RTP never begins with these 16 bits.
    @inlinable
    package static func isPresent(in bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 4 && bytes[0] == 0xFF && bytes[1] == 0xFF
    }
}

/// The content of an invitation or of an answer to it.
package struct Invitation: Equatable, BitwiseCopyable, Sendable {
    /// The version of the protocol; only 2 exists.
    package var version: UInt32 = 2
    /// A random number of the initiator, which the answer repeats.
    package var token: UInt32
    /// The sender's SSRC.
    package var ssrc: UInt32
    /// The sender's session name; empty in many refusals.
    package var name: SessionName

    package init(token: UInt32, ssrc: UInt32, name: SessionName = SessionName()) {
        (self.token, self.ssrc, self.name) = (token, ssrc, name)
    }
}

/// One step of a clock exchange (N4). Times are in 100 µs units of the clock of the peer that wrote them.
package struct ClockExchangeMessage: Equatable, BitwiseCopyable, Sendable {
    /// The sender's SSRC.
    package var ssrc: UInt32
    /// The step, 0...2: CK0 carries `t1`, CK1 `t1` and `t2`, CK2 all three.
    package var count: UInt8
    package var t1: UInt64
    package var t2: UInt64
    package var t3: UInt64

    package init(ssrc: UInt32, count: UInt8, t1: UInt64, t2: UInt64 = 0, t3: UInt64 = 0) {
        (self.ssrc, self.count, self.t1, self.t2, self.t3) = (ssrc, count, t1, t2, t3)
    }
}
