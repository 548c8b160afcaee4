import CPlatform
import Configuration
import Devices
import Glibc
import MIDI
import Plan
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// S8: what programs play and send is taken in portions. The port is one end of a socket.
@Suite struct InjectionTests {
    private let rig: UMPRig
    private let dump: [UInt8] = [0xF0] + (0..<4000).map { UInt8($0 % 128) } + [0xF7]

    init() throws {
        rig = try UMPRig()
        var port = AttachedPort(port: 1)
        port.output = .uart(UART(fd: rig.synth.box))
        rig.loop.attach(port, at: treadle_now())
        port = AttachedPort(port: 0)
        port.input = .uart(UART(fd: rig.keys.box))
        rig.loop.attach(port, at: treadle_now())
        _ = heard()
    }

    private func heard() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(rig.synth.far, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Turns until the box has sent something: while an event is due soon, injections wait (U9).
    private func turnUntilHeard() -> [UInt8] {
        var sent: [UInt8] = []
        while sent.isEmpty {
            rig.turn()
            sent = heard()
        }
        return sent
    }

    private func give(_ bytes: [UInt8], _ way: Injection.Way, port: PortIndex) -> Int {
        var parser = StreamParser()
        var pieces: [Injection] = []
        for byte in bytes { parser.feed(byte) { pieces.append(Injection($0, way, port: port)) } }
        return rig.loop.injections.push(all: pieces) ? pieces.count : 0
    }

    @Test func aLongSysExIsSentInPortions() {
        let pieces = give(dump, .send, port: 1)
        let started = treadle_now()
        var sent = turnUntilHeard()
        let portion = LoopLimits.injectionPortion * Message.sysExCapacity
        // Less if something was due meanwhile (U9).
        #expect(1...1 + portion ~= sent.count, "\(sent.count)")
        // Nothing else wakes the loop.
        var turns = 1
        while !rig.loop.injections.isEmpty {
            rig.turn()
            turns += 1
            sent += heard()
        }
        #expect(sent == dump && rig.loop.engine.displayState.drops == 0)
        let portions = (pieces + LoopLimits.injectionPortion - 1) / LoopLimits.injectionPortion
        #expect(turns >= portions)
        #expect(treadle_now() - started >= UInt64(portions - 1) * LoopLimits.injectionPause)
    }

    @Test func aNoteGoesBetweenTwoPortionsAndLeavesBehindTheLast() {
        _ = give(dump, .send, port: 1)
        let begun = turnUntilHeard()
        let note: [UInt8] = [0x90, 60, 100, 0xF8]
        _ = note.withUnsafeBytes { write(rig.keys.far, $0.baseAddress, $0.count) }
        var sent: [UInt8] = []
        while !rig.loop.injections.isEmpty {
            rig.turn()
            sent += heard()
        }
        let tick = sent.firstIndex(of: 0xF8) ?? sent.count
        #expect(tick <= LoopLimits.injectionPortion * Message.sysExCapacity, "\(tick)")
        sent.removeAll { $0 == 0xF8 }
        #expect(begun + sent == dump + note.dropLast())
    }

    @Test func manyShortMessagesAreTakenInPortions() {
        for key in UInt8(0)..<100 { _ = give([0xC0, key], .send, port: 1) }
        let sent = turnUntilHeard()
        #expect(2...2 * LoopLimits.injectionPortion ~= sent.count, "\(sent.count)")
    }

    /// The port itself could send a SysEx between two pieces.
    @Test func aSysExThatIsPlayedIsTakenAtOnce() {
        _ = give(dump, .play, port: 0)
        #expect(turnUntilHeard() == dump && rig.loop.injections.isEmpty)
    }

    /// E5: the end closes what a program was sending.
    @Test func theEndClosesASysEx() {
        _ = give(dump, .send, port: 1)
        let begun = turnUntilHeard()
        rig.loop.end()
        let sent = begun + heard()
        let end = sent.firstIndex(of: 0xF7) ?? 0
        #expect(1..<dump.count - 1 ~= end && sent.prefix(end) == dump.prefix(end), "\(sent.suffix(20))")
    }
}
