import BLEMIDI
import MIDI
import TestSupport
import Testing

/// Random messages and packets; a failure names the seed that repeats it.
@Suite struct BLEPacketPropertyTests {
    /// A channel or system message.
    private func message(_ random: inout SplitMix) -> Message {
        let system = random.pick([Status.timeCode, Status.songPosition, Status.tuneRequest, Status.timingClock])
        let status = random.chance(70) ? 0x80 + UInt8(random.below(0x70)) : system
        let length = MessageLength.bytes(status: status)
        let data = (0..<2).map { place in place < length - 1 ? UInt8(random.below(128)) : 0 }
        return Message(status: status, data[0], data[1])
    }

    /// The pieces of a SysEx as the parser makes them.
    private func sysEx(_ random: inout SplitMix) -> [Message] {
        var (parser, pieces) = (StreamParser(), [Message]())
        let data = (0..<random.below(random.chance(20) ? 700 : 30)).map { _ in UInt8(random.below(128)) }
        for byte in [Status.sysEx] + data + [Status.sysExEnd] { parser.feed(byte) { pieces.append($0) } }
        return pieces
    }

    /// What a receiver gets in order, real-time apart, because it may overtake the rest of a SysEx.
    private func content(_ stream: [UInt8]) -> [[UInt8]] {
        [stream.filter { $0 < 0xF8 }, stream.filter { $0 >= 0xF8 }]
    }

    /// All that is written at any MTU is read back, in packets of the form of B9.
    @Test(arguments: SplitMix.seeds) func writtenMessagesAreReadBack(seed: UInt64) {
        var random = SplitMix(state: seed)
        // 100 seeds try each MTU.
        for mtu in (5 * seed..<5 * seed + 5).map({ 23 + Int($0 % 495) }) {
            var writing = Writing(mtu: mtu)
            let sent = play(into: &writing, &random)
            var reading = Reading()
            for packet in writing.packets {
                let before = reading.list.count
                reading.read(packet)
                #expect(hasForm(packet, reading, from: before, mtu: mtu), "seed \(seed), \(mtu): \(hex(packet))")
            }
            #expect(content(reading.stream) == content(sent), "seed \(seed), \(mtu)")
            #expect(reading.reader.malformed == 0, "seed \(seed), \(mtu)")
        }
    }

    /// Writes messages and SysEx of some minutes, and takes packets at any time. Returns the bytes of all.
    private func play(into writing: inout Writing, _ random: inout SplitMix) -> [UInt8] {
        var now = milliseconds(random.below(20_000))
        var sent: [UInt8] = []
        for _ in 0..<60 {
            now += milliseconds(random.below(random.chance(10) ? 9000 : 20))
            for piece in random.chance(20) ? sysEx(&random) : [message(&random)] {
                now += UInt64(random.below(3_000_000))
                // What has overtaken it has a later time.
                let time = now - min(now, UInt64(random.below(5_000_000)))
                if writing.write(piece, sentAt: time, now: now) { sent += bytes(hex(piece)) }
                let clock = Message(status: Status.timingClock)
                let later = now + UInt64(random.below(20_000_000))
                if random.chance(10) && writing.write(clock, sentAt: now, now: later) { sent += bytes(hex(clock)) }
                if random.chance(30) { writing.take() }
            }
        }
        writing.take()
        return sent
    }

    /// Whether a packet fits the MTU, spans at most 127 ms, has nothing beside SysEx, and one message while the upper
    /// bits are 0.
    ///
    /// - Parameter before: how many messages the reader had before this packet.
    private func hasForm(_ packet: [UInt8], _ reading: Reading, from before: Int, mtu: Int) -> Bool {
        let stamps = reading.list[before...].compactMap { Int($0.prefix { $0 != ":" }) }
        let isShort = zip(stamps, stamps.dropFirst()).allSatisfy { ($1 - $0 + 8192) % 8192 <= 127 }
        let pieces = reading.messages[before...].filter { $0.type == MessageType.sysEx }.count
        let others = reading.messages.count - before - pieces
        let isAlone = packet[0] & 0x3F != 0 || others <= 1
        return packet.count <= mtu - 3 && isShort && isAlone && (pieces == 0 || others == 0)
    }

    /// Bytes that packets begin with occur often.
    private func noise(_ random: inout SplitMix) -> [UInt8] {
        (0..<random.below(40)).map { place in
            if place == 0 && random.chance(80) { return 0x80 | UInt8(random.below(64)) }
            switch random.below(10) {
            case 0..<5: return UInt8(random.below(128))
            case 5..<8: return 0x80 | UInt8(random.below(128))
            default: return random.pick([0xF0, 0xF7, 0xF8, 0x90])
            }
        }
    }

    /// What comes out of any bytes is a well-formed stream, as B14 has it.
    @Test(arguments: SplitMix.seeds) func anyBytesGiveAWellFormedStream(seed: UInt64) {
        var random = SplitMix(state: seed)
        var reading = Reading()
        for _ in 0..<50 { reading.read(noise(&random)) }
        #expect(reading.parser.droppedBytes == 0, "seed \(seed)")
        // Outside SysEx each message is whole: a status with all its data, before anything else.
        var (missing, isInSysEx) = (0, false)
        for byte in reading.stream {
            if byte < 0x80 {
                #expect(isInSysEx || missing > 0, "seed \(seed)")
                missing = max(missing - 1, 0)
            } else {
                #expect(missing == 0, "seed \(seed)")
                if byte < 0xF8 {
                    isInSysEx = byte == Status.sysEx
                    missing = max(MessageLength.bytes(status: byte) - 1, 0)
                }
            }
        }
        #expect(missing == 0, "seed \(seed)")
    }

    /// The same messages with and without running status, with and without its time stamps, as B11 has them.
    @Test(arguments: SplitMix.seeds) func runningStatusGivesTheSameMessages(seed: UInt64) {
        var random = SplitMix(state: seed)
        var (full, running): ([UInt8], [UInt8]) = ([0x85], [0x85])
        var (status, last): (UInt8, UInt8) = (0, 0xFF)
        for _ in 0..<60 {
            let note = Message.noteOn(channel: 1, key: UInt8(random.below(128)), velocity: 9)
            let next = bytes(hex(random.chance(60) ? note : message(&random)))
            let stamp = last == 0xFF ? 0x80 : min(last + UInt8(random.below(3)), 0xFE)
            full += [stamp] + next
            let isRunning = next[0] == status && random.chance(80)
            if !isRunning || stamp != last || random.chance(50) { running.append(stamp) }
            running += isRunning ? next[1...] : next[...]
            if next[0] < 0xF0 { status = next[0] }
            last = stamp
        }
        var (one, other) = (Reading(), Reading())
        one.read(full)
        other.read(running)
        #expect(one.list == other.list, "seed \(seed): \(hex(running))")
        #expect(one.reader.malformed + other.reader.malformed == 0, "seed \(seed)")
    }
}
