import MIDI

extension RecordRing {
    /// The kind of an entry.
    package enum Kind: UInt8 {
        /// Input bytes. `detail` holds their number, and whether more follow in the next entry.
        case bytes = 1
        case contact, level
        /// A tilt sample: three numbers of 32 bits in two entries, in millionths of g.
        case motion
        case perform
        /// A direction of a port was attached or detached, or a panic was sent to the port. `detail` of `outputCame`:
        /// bit 0 is set for a paced wire, the bits above hold the protocol; of `outputWent`: 1 if recent output counts
        /// as unheard.
        case inputCame, inputWent, outputCame, outputWent, silence
        case stall, flow
        case breakOff
        /// A sent message, and a piece of a sent SysEx.
        case message, piece
        /// A message that a client plays, and a piece of a SysEx that a client plays.
        case play, playPiece
        /// A message that a client sends, and a piece of a SysEx that a client sends.
        case send, sendPiece
        /// A word of received UMPs. `detail` is `goesOn` if more words of the same read follow.
        case words
        /// A word of a UMP: sent, played by a client, or sent by a client. `detail` is `goesOn` if more words of
        /// the UMP follow.
        case ump, playUMP, sendUMP
        /// A reading of a pedal, in eighths of a millivolt.
        case pedal
        /// An edge of a knob's contact. `port` is 2 * knob for contact a, 2 * knob + 1 for contact b.
        case knob
        /// Programs hold a footswitch, or hold it no more.
        case hold
    }

    /// One record of 16 bytes: time and kind, six bytes of payload, a detail, and a port or switch.
    package struct Entry: BitwiseCopyable {
        private let head: UInt64
        private let body: UInt64

        /// Bytes of an input that one entry holds.
        package static let capacity = 6
        /// Flag in `detail`: more bytes follow in the next entry.
        package static let goesOn: UInt8 = 0x80

        @inline(__always)
        package init(_ kind: UInt8, port: UInt8, detail: UInt8, _ payload: UInt64, at time: UInt64) {
            head = time << 8 | UInt64(kind)
            body = payload << 16 | UInt64(detail) << 8 | UInt64(port)
        }

        @inline(__always)
        package init(_ message: Message, _ kind: Kind, port: UInt8, at time: UInt64) {
            if message.type != MessageType.sysEx {
                self.init(kind.rawValue, port: port, detail: 0, UInt64(message.word0), at: time)
            } else {
                let payload = UInt64(message.word0 & 0xFFFF) << 32 | UInt64(message.word1)
                let detail = UInt8(truncatingIfNeeded: message.word0 >> 16)
                self.init(kind.rawValue + 1, port: port, detail: detail, payload, at: time)
            }
        }

        package var time: UInt64 { head >> 8 }
        package var kind: UInt8 { UInt8(truncatingIfNeeded: head) }
        package var port: UInt8 { UInt8(truncatingIfNeeded: body) }
        package var detail: UInt8 { UInt8(truncatingIfNeeded: body >> 8) }
        /// The payload, 48 bits.
        package var payload: UInt64 { body >> 16 }
    }
}
