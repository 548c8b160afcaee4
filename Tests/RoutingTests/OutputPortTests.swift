import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

@Suite struct OutputPortTests {
    private struct Model {
        var isPresent = false
        var isBlocked = false
        var isTraced = false
        var isOwned = false
        var isWire = false
        var waiting: [Slot] = []

        var isClear: Bool { isPresent && !isBlocked && !isTraced && waiting.isEmpty }
        var takesAll: Bool { isClear && !isWire && !isOwned }
    }

    /// Two flags of the fast paths stand for six conditions. They must be false whenever a condition is false.
    @Test(arguments: UInt64(1)...30)
    func portFastPathMatchesItsConditions(seed: UInt64) {
        var random = SplitMix(state: seed)
        let table = TableMemory(SlotPool<Outbox.Waiting>.byteCount(8))
        var pool = SlotPool<Outbox.Waiting>(&table.memory, capacity: 8, repeating: Outbox.Waiting())
        var (port, model) = (OutputPort(), Model())
        for step in 0..<400 {
            switch random.below(9) {
            case 0, 1:
                model.isWire = random.chance(20)
                let isNew = port.appear(by: WireTiming(byteTime: model.isWire ? 320_000 : 0))
                #expect(isNew == !model.isPresent, "seed \(seed), step \(step)")
                (model.isPresent, model.isBlocked) = (true, false)
            case 2:
                port.vanish()
                model.isPresent = false
            case 3:
                port.block(for: message("90 3C 64"))
                model.isBlocked = true
            case 4:
                port.unblock()
                model.isBlocked = false
            case 5:
                model.isOwned = random.chance(40)
                port.own(by: model.isOwned ? Slot(3) : .none)
            case 6:
                model.isTraced = random.chance(30)
                port.setTraced(model.isTraced)
            case 7:
                let slot = pool.take()
                if slot.isNone { continue }
                port.append(slot, to: .other, by: pool)
                model.waiting.append(slot)
            default:
                while let slot = model.waiting.popLast() {
                    port.remove(slot, from: .other, by: pool)
                    pool.giveBack(slot)
                    if random.chance(20) { break }
                }
            }
            #expect(port.takesAll == model.takesAll && port.isClear == model.isClear, "seed \(seed), step \(step)")
            #expect(port.isIdle == model.waiting.isEmpty, "seed \(seed), step \(step)")
        }
    }
}
