import Testing

@testable import Box

/// The places of the simulator's parts, on screens of all sizes.
@Suite struct SimulatorLayoutTests {
    private static let boxes: [SimulatorLayout.Parts] = [
        .init(lcd: (16, 2), switches: 2, ports: 2, hasKeyboard: true),
        .init(lcd: (20, 4), switches: 6, ports: 3, hasKeyboard: true),
        .init(lcd: (20, 4), switches: 16, ports: 32, hasKeyboard: true),
        .init(lcd: (16, 2), switches: 0, ports: 0, hasKeyboard: false),
    ]

    private func areas(_ layout: SimulatorLayout) -> [ScreenArea] {
        [
            layout.title, layout.lcd, layout.switches, layout.status, layout.ports, layout.piano, layout.messages,
            layout.keys,
        ].compactMap { $0 }
    }

    @Test func noPartDrawsWhereAnotherDoes() {
        for parts in SimulatorLayoutTests.boxes {
            for (columns, rows) in (1...50).flatMap({ rows in (1...130).map { ($0, rows) } }) {
                let areas = areas(SimulatorLayout(columns: columns, rows: rows, parts))
                let fit = areas.allSatisfy { area in
                    area.row >= 0 && area.column >= 0 && area.row + area.rows <= rows
                        && area.column + area.columns <= columns
                }
                #expect(fit, "\(columns)x\(rows) of \(parts)")
                for (index, one) in areas.enumerated() {
                    let overlaps = areas[..<index].contains { other in
                        one.row < other.row + other.rows && other.row < one.row + one.rows
                            && one.column < other.column + other.columns && other.column < one.column + one.columns
                    }
                    if overlaps { Issue.record("\(columns)x\(rows) of \(parts): \(one)") }
                }
            }
        }
    }

    /// The keys have the last row of every screen, and the parts go in a fixed order while it shrinks.
    @Test func partsDropOutInAFixedOrder() {
        for parts in SimulatorLayoutTests.boxes {
            var last: [Bool] = []
            for rows in (1...60).reversed() {
                let layout = SimulatorLayout(columns: 80, rows: rows, parts)
                #expect((layout.keys.map { $0.row + $0.rows }) == rows)
                let there =
                    [
                        layout.lcd != nil, layout.status != nil, layout.messages != nil, layout.title != nil,
                    ] + (parts.ports > 0 ? [layout.ports != nil] : [])
                    + (parts.hasKeyboard ? [layout.piano != nil] : [])
                // A part that needs fewer rows than the LCD may stay where the LCD has gone.
                if there[0] {
                    #expect(!zip(there, there.dropFirst()).contains { !$0 && $1 }, "\(rows) rows: \(there)")
                    #expect(last.isEmpty || !zip(last, there).contains { !$0 && $1 }, "\(rows) rows: \(there)")
                    last = there
                }
            }
        }
    }
}
