import Testing

@testable import Plan
@testable import Routing

/// The sizes of types of which a large box has tens of thousands (docs/design/PERFORMANCE.md, "Memory").
@Suite struct LayoutTests {
    @Test func frequentTypesAreSmall() {
        #expect(MemoryLayout<Remap>.stride == 40)
        #expect(MemoryLayout<Condition>.stride == 32)
        #expect(MemoryLayout<Conditions.Listener>.stride == 4)
        #expect(MemoryLayout<Routing>.stride == 64)
        #expect(MemoryLayout<OnLoad>.stride == 8)
        #expect(MemoryLayout<DerivedInputs.State>.stride == 2)
        #expect(MemoryLayout<HeldNotes.Note>.stride == 16)
        #expect(MemoryLayout<HeldControllers.Path>.stride == 72)
    }

    /// `Router.destinations(of:from:)` reads them there.
    @Test func destinationsAreTheFirstFieldOfARouting() {
        var routing = Routing()
        for end in 0..<8 { routing.destinations[end] = PortIndex(end + 20) }
        let bytes = withUnsafeBytes(of: &routing) { Array($0.prefix(8)) }
        #expect(bytes == Array(20..<28))
    }

    /// Every position in a table is another index than `none`.
    @Test func indicesHaveRoomForTheirTables() {
        let last = [
            PresetIndex(Limits.presets - 1).isNone, RoutingIndex(Limits.routings - 1).isNone,
            PortIndex(Limits.ports - 1).isNone,
        ]
        #expect(last == [false, false, false])
        #expect(PresetIndex(Limits.presets - 1).position == Limits.presets - 1)
        #expect(PresetIndex.none.position >= Limits.presets)
        // One byte of a trace record holds the preset.
        #expect(Limits.presets <= 256)
    }

    /// Padding bytes could make the hashes of two equal states differ.
    @Test func statusHasNoPadding() {
        func size<T>(of type: T.Type) -> Int { MemoryLayout<T>.size }
        let parts = Mirror(reflecting: RouterStatus()).children.map { _openExistential(type(of: $0.value), do: size) }
        #expect(parts.reduce(0, +) == MemoryLayout<RouterStatus>.size)
        #expect(MemoryLayout<LEDs>.size == 4)
    }

    /// A change of any byte changes the hash, for every size.
    @Test func hashCoversEveryByte() {
        for count in 8..<25 {
            var bytes = [UInt8](repeating: 7, count: count)
            let hash = bytes.withUnsafeBytes { RouterStatus.hash(of: $0) }
            for place in 0..<count {
                bytes[place] = 8
                #expect(bytes.withUnsafeBytes { RouterStatus.hash(of: $0) } != hash)
                bytes[place] = 7
            }
            #expect(bytes.withUnsafeBytes { RouterStatus.hash(of: $0) } == hash)
        }
    }

    /// Fields that share a word keep their extreme values.
    @Test func modeKeepsEachOfItsFields() {
        for kind in [ValueMode.Kind.direct, .increment, .latch, .relative] {
            for edge in [ValueMode.Edge.rising, .falling, .both, .rearmed] {
                for (wraps, value) in [(true, Int32(0)), (false, 16383), (true, 16383), (false, 0)] {
                    var mode = ValueMode()
                    (mode.trigger, mode.by, mode.start, mode.end) = (value, -value, value, value)
                    (mode.kind, mode.edge, mode.wraps) = (kind, edge, wraps)
                    let input = ValueMode.Input(rawValue: (kind.rawValue + edge.rawValue) % 3)
                    mode.input = input ?? .other
                    #expect(mode.input == input)
                    #expect(mode.kind == kind && mode.edge == edge && mode.wraps == wraps)
                    #expect(mode.trigger == value && mode.by == -value && mode.start == value && mode.end == value)
                    (mode.trigger, mode.by, mode.start, mode.end) = (1, 2, 3, 4)
                    #expect(mode.kind == kind && mode.edge == edge && mode.wraps == wraps && mode.input == input)
                }
            }
        }
    }

    @Test func aConditionKeepsItsFlagsApart() {
        var condition = Condition()
        #expect(condition.startsFromLast && !condition.requiresInner && !condition.coarseInput && !condition.isFine)
        condition.requiresInner = true
        condition.isFine = true
        condition.startsFromLast = false
        #expect(!condition.startsFromLast && condition.requiresInner && !condition.coarseInput && condition.isFine)
        #expect(condition.latched == 16383)
    }
}
