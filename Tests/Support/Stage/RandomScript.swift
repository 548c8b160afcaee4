import Plan
import TestSupport

/// What happens to a box at one instant.
package enum Happening {
    case bytes(port: UInt8, [UInt8])
    case contact(Int, Bool)
    /// Programs hold a footswitch, or hold it no more.
    case hold(Int, Bool)
    case motion(Double, Double, Double)
    case action(Action)
    case plugInput(UInt8, Bool)
    case plugOutput(UInt8, Bool)
    /// The driver of an output takes nothing, or takes it again.
    case block(UInt8, Bool)
}

package struct TimedHappening {
    package var at: UInt64
    package var what: Happening

    package init(at: UInt64, what: Happening) { (self.at, self.what) = (at, what) }
}

/// A random evening, at whose end everything is released.
package struct RandomScript {
    package private(set) var happenings: [TimedHappening] = []
    /// Outputs, by port number, that are connected at the end.
    package private(set) var connected: Set<UInt8> = [3, 4, 5]
    private var now: UInt64 = 0

    package init(_ random: inout SplitMix, routingNames: Int) {
        for _ in 0..<40 + random.below(80) {
            now += UInt64(random.below(random.chance(5) ? 1_600_000_000 : 8_000_000))
            add(RandomScript.happening(&random, routingNames))
        }
        for port in UInt8(3)..<6 { add(.block(port, false)) }
        connected = connected.filter { _ in random.chance(80) }
        releaseAll(leaving: connected)
    }

    private mutating func add(_ what: Happening) { happenings.append(TimedHappening(at: now, what: what)) }

    private static func happening(_ random: inout SplitMix, _ routingNames: Int) -> Happening {
        let input = UInt8(random.below(3))
        let name = UInt16(random.below(max(routingNames, 1)))
        let switching = random.pick([Action.Switching.on, .off, .toggle])
        switch random.below(32) {
        case 0, 1: return .action(.load(PresetIndex(random.below(RandomBox.presets))))
        case 2: return .action(random.chance(50) ? .nextPreset : .previousPreset)
        case 3, 4: return .action(routingNames == 0 ? .none : .mute(name, switching))
        case 5, 6: return .action(routingNames == 0 ? .none : .bypass(name, switching))
        case 7: return .action(random.chance(30) ? .panic : .none)
        case 8: return .plugInput(input, random.chance(60))
        case 9: return .plugOutput(3 + UInt8(random.below(3)), random.chance(60))
        case 10: return .block(3 + UInt8(random.below(3)), random.chance(40))
        case 18: return .hold(random.below(2), random.chance(50))
        case 11, 12: return .contact(random.below(2), random.chance(50))
        case 13: return .motion(0, Double(random.below(21) - 10) / 10, 0.5)
        case 14: return .action(.setList(UInt8(random.below(2))))
        case 15: return .action(random.chance(70) ? .nextPart : .previousPart)
        case 17: return .action(.release(routingNames == 0 || random.chance(30) ? .max : name))
        case 16: return .action(.transposeBy(Int8(random.below(9)) - 4))
        default: return .bytes(port: input, stream(&random))
        }
    }

    /// Some messages, whole, cut or broken.
    private static func stream(_ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0...random.below(4) {
            let channel = UInt8(random.below(3))
            let key = UInt8(56 + random.below(12))
            let value = random.pick([0, 0, UInt8(random.below(128)), 127])
            switch random.below(24) {
            case 20, 21: bytes += [0xB0 | channel, random.pick([20, 52, 21, 53]), value]
            case 22, 23: bytes += parameter(&random, channel, value)
            case 0...5: bytes += [0x90 | channel, key, value]
            case 6, 7: bytes += [0x80 | channel, key, value]
            case 8: bytes += [0xA0 | channel, key, value]
            case 9, 10: bytes += [0xB0 | channel, random.pick([1, 2, 3, 7, 64, 66, 69]), value]
            case 11, 12: bytes += [0xE0 | channel, 0, random.pick([64, value])]
            case 13: bytes += [0xD0 | channel, value]
            case 14: bytes += [0xC0 | channel, UInt8(random.below(6))]
            case 15: bytes.append(random.pick([0xF8, 0xFA, 0xFC, 0xFE, 0xFF, 0xF6, 0xF4, 0xF9]))
            case 16: bytes.append(UInt8(random.below(128)))
            default: bytes += sysEx(&random)
            }
        }
        return bytes
    }

    /// A few of the messages of RPN and NRPN, seldom all of them.
    private static func parameter(_ random: inout SplitMix, _ channel: UInt8, _ value: UInt8) -> [UInt8] {
        let selections: [[(UInt8, UInt8)]] = [
            [(101, 0), (100, 1)], [(101, 0), (100, 2)], [(99, 1), (98, 8)], [(99, 1), (98, 9)],
            [(101, 127), (100, 127)],
        ]
        let messages = random.pick(selections) + [(6, value), (38, value), (96, 0), (97, 0)]
        return messages.filter { _ in random.chance(60) }.flatMap { [0xB0 | channel, $0.0, $0.1] }
    }

    private static func sysEx(_ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8] = random.chance(70) ? [0xF0] : []
        if random.chance(60) {
            // What the box listens for, or begins like that; sometimes cut.
            let value = UInt8(random.below(128))
            let command = [0x7F, random.pick([5, 4, 0x7F]), 6, UInt8(1 + random.below(2))]
            let known: [[UInt8]] = [
                [0x7D, UInt8(random.below(3)), value], [0x7D, 1, 2, 3, 4, 5, 6, value], command, [],
            ]
            bytes += random.pick(known)
            if random.chance(70) { return bytes + [0xF7] }
            if random.chance(30) { bytes.removeLast(min(bytes.count, random.below(4))) }
        }
        for _ in 0..<random.below(20) { bytes.append(UInt8(random.below(128))) }
        if random.chance(10) { bytes.append(0xF8) }
        if random.chance(60) { bytes.append(0xF7) }
        return bytes
    }

    /// Everything that could have been touched comes to rest, after all inputs are there again.
    private mutating func releaseAll(leaving connected: Set<UInt8>) {
        now += 10_000_000
        for port in UInt8(3)..<6 { add(.plugOutput(port, connected.contains(port))) }
        for port in UInt8(0)..<3 { add(.plugInput(port, true)) }
        now += 100_000_000
        for index in 0..<2 {
            add(.contact(index, false))
            add(.hold(index, false))
        }
        add(.motion(0, -1, 0))
        for port in UInt8(0)..<3 {
            add(.bytes(port: port, [0xF7]))
            // Whatever channel stands in it.
            add(.bytes(port: port, (UInt8(0)..<16).flatMap { [0xF0, 0x7D, $0, 0, 0xF7] }))
            add(.bytes(port: port, [0xF0, 0x7D, 1, 2, 3, 4, 5, 6, 0, 0xF7]))
            for channel in UInt8(0)..<3 {
                // All keys: stray data bytes make notes of their own under running status.
                add(.bytes(port: port, (UInt8(0)..<128).flatMap { [0x80 | channel, $0, 64] }))
                for controller: UInt8 in [1, 3, 64, 66, 69] {
                    add(.bytes(port: port, [0xB0 | channel, controller, 0]))
                }
                add(.bytes(port: port, [0xB0 | channel, 20, 0, 52, 0, 21, 64, 53, 0]))
                for (selection, data) in [([101, 0, 100, 1], 0), ([101, 0, 100, 2], 0), ([99, 1, 98, 8], 64)] {
                    add(.bytes(port: port, [0xB0 | channel] + selection.map { UInt8($0) } + [6, UInt8(data), 38, 0]))
                }
                add(.bytes(port: port, [0xB0 | channel, 2, 64, 0xE0 | channel, 0, 64, 0xD0 | channel, 0]))
            }
        }
        now += 100_000_000
        // Last, since a program may load a preset.
        for port in UInt8(0)..<3 {
            for channel in UInt8(0)..<3 { add(.bytes(port: port, [0xC0 | channel, 0])) }
        }
        // What routings hold beyond the release of its keys (R28).
        add(.action(.release(.max)))
        now += 5_000_000_000
        add(.action(.load(PresetIndex(RandomBox.presets))))
        // What that sends takes its time on a wire.
        now += 5_000_000_000
        add(.action(.none))
    }
}
