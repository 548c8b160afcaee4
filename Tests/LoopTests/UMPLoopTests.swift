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

/// Ports of UMPs in the loop.
@Suite struct UMPLoopTests {
    private let rig: UMPRig

    init() throws { rig = try UMPRig() }

    /// U3, and one write for all that a wake brings.
    @Test func umpsOfOneReadLeaveInOneWriteBitForBit() {
        rig.attachBoth()
        rig.give(UMPRig.note + UMPRig.note, to: rig.keys.far)
        rig.loop.readUMPs(0, at: 0)
        var now = treadle_now()
        rig.loop.flushAll(&now)
        #expect(rig.taken(at: rig.synth.far) == UMPRig.note + UMPRig.note)
    }

    /// U2: what the destination speaks decides.
    @Test func groupThatSpeaksMIDI1GetsMIDI1UMPs() {
        rig.attachBoth(midi2: false)
        rig.give([0x4090_3C00, 0x8000_0000], to: rig.keys.far)
        rig.turn()
        #expect(rig.taken(at: rig.synth.far) == [0x2090_3C40])
    }

    /// S8: nothing is lost or changes places while a device does not read.
    @Test func blockedDeviceGetsEverythingInOrderLater() {
        var size: Int32 = 1
        _ = setsockopt(rig.synth.box, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        rig.attachBoth()
        var expected: [UInt32] = []
        // Different controllers, which no queue may merge, until the socket is full; then some more.
        var more = 20
        var count: UInt32 = 0
        while more > 0 {
            for _ in 0..<8 {
                let ump = [0x40B0_4600 | (count & 15) << 16 | (count >> 4 & 15) << 8, count << 20 | 1]
                rig.give(ump, to: rig.keys.far)
                expected += ump
                count += 1
            }
            rig.readAll()
            if rig.loop.outputs.ports[1].isBlocked { more -= 1 }
        }
        var found: [UInt32] = []
        for _ in 0..<10_000 where found.count < expected.count {
            found += rig.taken(at: rig.synth.far, most: 64)
            rig.loop.writable(1, at: treadle_now())
            var now = treadle_now()
            rig.loop.flushAll(&now)
        }
        #expect(found == expected)
    }

    /// H9: the port goes with all it had, and its descriptor comes back once.
    @Test func deviceThatGoesIsDetachedAndItsNotesEnd() {
        rig.attachBoth()
        rig.give([0x4090_3C00, 0x8000_0000], to: rig.keys.far)
        rig.turn()
        _ = rig.taken(at: rig.synth.far)
        rig.loop.detach(0, isLost: true, at: treadle_now())
        var now = treadle_now()
        rig.loop.flushAll(&now)
        let end = rig.taken(at: rig.synth.far)
        #expect(end.first.map { $0 & 0xFFFF_FF00 } == 0x4080_3C00)
        guard case .umps(let device) = rig.loop.reports.detached[0].read().input else {
            Issue.record("no device came back")
            return
        }
        #expect(device.fd == rig.keys.box)
    }

    /// U2.
    @Test func streamMessageOfADeviceIsReported() {
        rig.attachBoth()
        let before = rig.loop.reports.streamNews.read()
        // Cut in the middle; what looks like a stream message inside a note is none.
        rig.give([0x4090_3C00, 0xF006_0200, 0xF006_0200, 0], to: rig.keys.far)
        rig.turn()
        #expect(rig.loop.reports.streamNews.read() == before)
        rig.give([0, 0], to: rig.keys.far)
        rig.turn()
        #expect(rig.loop.reports.streamNews.read() == before + 1)
        #expect(rig.taken(at: rig.synth.far) == [0x4090_3C00, 0xF006_0200])
    }

    /// U8.
    @Test func endpointOfTheBoxAnswersDiscovery() {
        var endpoint = UMPEndpoint()
        endpoint.name = "daw"
        endpoint.speaks = .midi2
        endpoint.blocks = [FunctionBlock(0, "daw", .both, first: 0, count: 1)]
        var port = AttachedPort(port: 0)
        port.input = .umpClient(UMPClient(fd: rig.keys.box, endpoint))
        port.output = port.input
        port.midi2Groups = endpoint.midi2Groups
        rig.loop.attach(port, at: treadle_now())
        _ = rig.taken(at: rig.keys.far)
        // An event of the sequencer: flags, then the UMP in its second half. Name and stream configuration.
        rig.give([0x0000_2000, 0, 0, 0, 0xF000_0101, 0b10100, 0, 0], to: rig.keys.far)
        rig.turn()
        let events = rig.taken(at: rig.keys.far)
        #expect(events.count == 16)
        #expect(events.dropFirst(4).prefix(2) == [0xF003_6461, 0x7700_0000])
        #expect(events.dropFirst(12).prefix(2) == [0xF006_0200, 0])
    }
}

/// U6: a port with four groups has four places and one device.
@Suite struct UMPGroupLoopTests {
    private let rig: UMPRig

    init() throws { rig = try UMPRig(", groups: 4") }

    @Test func eachGroupGoesToItsGroupByOneDevice() {
        rig.attachBoth()
        let played: [UInt32] = [
            0x4390_3C00, 0x8000_0000, 0x4090_3C00, 0x8001_0000, 0x4380_3C00, 0, 0x4080_3C00, 0,
            // Group 10 is no group of the destination.
            0x4990_3C00, 0x8000_0000,
        ]
        rig.give(played, to: rig.keys.far)
        rig.readAll()
        #expect(rig.taken(at: rig.synth.far) == Array(played.dropLast(2)))
    }

    /// H9.
    @Test func unplugEndsTheNotesOfAllGroups() {
        rig.attachBoth()
        rig.give([0x4390_3C00, 0x8000_0000, 0x4090_3D00, 0x8000_0000], to: rig.keys.far)
        rig.readAll()
        _ = rig.taken(at: rig.synth.far)
        rig.loop.detach(0, isLost: true, at: treadle_now())
        var now = treadle_now()
        rig.loop.flushAll(&now)
        let words = rig.taken(at: rig.synth.far)
        let ends = stride(from: 0, to: words.count, by: 2).map { words[$0] & 0xFFFF_FF00 }
        #expect(Set(ends) == [0x4380_3C00, 0x4080_3D00])
    }

    /// S8: a device that takes words again is offered what waits for each of its groups.
    @Test func blockedDeviceGetsWhatWaitsForEveryGroup() {
        var size: Int32 = 1
        _ = setsockopt(rig.synth.box, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        rig.attachBoth()
        var count: UInt32 = 0
        while !rig.loop.outputs.ports[1].isBlocked {
            rig.give([0x40B0_4600 | (count & 15) << 16 | (count >> 4 & 15) << 8, count << 20 | 1], to: rig.keys.far)
            rig.readAll()
            count += 1
        }
        rig.give([0x4190_3C00, 0x8000_0000, 0x4290_3C00, 0x8000_0000, 0x4390_3C00, 0x8000_0000], to: rig.keys.far)
        rig.readAll()
        var found: [UInt32] = []
        for _ in 0..<10_000 where found.last != 0x8000_0000 || !found.contains(0x4190_3C00) {
            found += rig.taken(at: rig.synth.far, most: 64)
            rig.loop.writable(1, at: treadle_now())
            var now = treadle_now()
            rig.loop.flushAll(&now)
        }
        #expect([0x4190_3C00, 0x4290_3C00, 0x4390_3C00].allSatisfy(found.contains))
    }

    /// The groups of a device that is known later become places while it is attached.
    @Test func placesComeWithAProgramThatHasThem() throws {
        let one = try UMPRig()
        one.attachBoth()
        let more = try Configuration.load(text: UMPRig.text(), knownGroups: ["keys": 4, "synth": 4]).get()
        let plan = UnsafePointer(more.plan)
        let handed = HandedPlan(plan: plan, saves: Snapshot(SavedPresets(plan)))
        #expect(one.loop.commands.push(.adopt(handed, preset: more.plan.pointee.startPreset)))
        one.loop.obey(at: treadle_now())
        one.give([0x4390_3C00, 0x8000_0000], to: one.keys.far)
        one.readAll()
        #expect(one.taken(at: one.synth.far) == [0x4390_3C00, 0x8000_0000])
        withExtendedLifetime(more) {}
    }
}
