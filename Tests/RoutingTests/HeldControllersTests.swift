import MIDI
import Testing

@testable import Plan
@testable import Routing

@Suite struct HeldControllersTests {
    private let table = TableMemory(HeldControllers.byteCount)

    private func path(
        _ controller: RetainedController, slot: UInt16 = 64, to destination: PortIndex = 8, channel: UInt8 = 0
    ) -> HeldControllers.Path {
        var path = HeldControllers.Path()
        path.input.slot = slot
        path.destination = destination
        path.outChannel = channel
        path.controller = controller
        return path
    }

    private func listed(_ held: HeldControllers) -> [RetainedController] {
        var controllers: [RetainedController] = []
        var slot = held.first(of: 0, 0)
        while !slot.isNone {
            if let controller = held[slot].controller { controllers.append(controller) }
            slot = held.next(after: slot)
        }
        return controllers
    }

    @Test func aPathIsFoundByInputDestinationChannelAndController() {
        var held = HeldControllers(&table.memory)
        held.add(path(.sustain))
        #expect(!held.find(path(.sustain)).isNone)
        for other in [
            path(.sostenuto), path(.sustain, slot: 1), path(.sustain, to: 9), path(.sustain, channel: 1),
        ] {
            #expect(held.find(other).isNone)
        }
    }

    /// R1: paths are in the order in which they began.
    @Test func pathsAreInOrderOfStart() {
        var held = HeldControllers(&table.memory)
        for controller in [RetainedController.pitchBend, .sustain, .channelPressure] { held.add(path(controller)) }
        #expect(listed(held) == [.pitchBend, .sustain, .channelPressure])
        held.remove(held.find(path(.sustain)))
        held.update(held.find(path(.pitchBend)), path(.pitchBend))
        held.add(path(.sustain))
        #expect(listed(held) == [.pitchBend, .channelPressure, .sustain])
    }

    @Test func fullTableReturnsTheOldest() {
        var held = HeldControllers(&table.memory)
        for index in 0..<Limits.heldControllers {
            #expect(!held.isFull)
            held.add(path(.sustain, slot: UInt16(index)))
        }
        #expect(held.isFull && held[held.oldest].input.slot == 0)
        held.remove(held.oldest)
        #expect(!held.isFull && held[held.oldest].input.slot == 1)
        while !held.isEmpty { held.remove(held.oldest) }
        #expect(held.newest.isNone && held.first(of: 0, 0).isNone)
    }

    /// H4, H5, H6: the controllers that are retained, and their rest values.
    @Test func onlyControllersThatCouldHangAreRetained() {
        let retained: [(String, String)] = [
            ("B3 40 05", "B3 40 00"), ("B3 42 05", "B3 42 00"), ("B3 45 05", "B3 45 00"), ("D3 05", "D3 00"),
            ("E3 05 05", "E3 00 40"),
        ]
        for (moved, rest) in retained {
            let controller = RetainedController(message(moved))
            #expect(controller.map { text($0.atRest(channel: 3)) } == rest)
            #expect(controller?.value(of: message(rest)) == controller?.rest)
        }
        for other in ["B3 01 05", "B3 41 05", "B3 43 05", "C3 05", "93 40 05", "A3 40 05"] {
            #expect(RetainedController(message(other)) == nil)
        }
    }

    /// When the table is full, the oldest controller is reset and counted.
    @Test func fullTableResetsTheOldestController() {
        // Each of 8 inputs sends three pedals to four destinations on 16 channels.
        let ways = (0..<4).map { Way(from: [0, 1, 2, 3, 4, 5, 6, 7], to: [PortIndex(8 + $0)]) }
        let rig = Rig([ways])
        var began = 0
        for controller in ["40", "42", "45"] {
            for source in UInt8(0)..<8 {
                for channel in 0..<16 where began < 256 {
                    rig.receive(
                        "B" + String(channel, radix: 16) + " \(controller) 7F", from: source,
                        at: UInt64(began) * 10_000_000)
                    began += 1
                }
            }
        }
        #expect(rig.dropped == 0)
        _ = rig.take()
        rig.receive("E0 00 50")
        #expect(rig.sent().first == "8 B0 40 00")
        #expect(rig.dropped == 4)
    }
}
