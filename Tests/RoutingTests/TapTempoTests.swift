import Testing

@testable import Plan
@testable import Routing

/// Tempo by foot (K3).
@Suite struct TapTempoTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var taps: Int
        /// Milliseconds.
        var timeout: UInt64 = 2000
        /// Times in milliseconds, and the mean interval that each gives, or nil.
        var given: [(at: UInt64, mean: Double?)]

        var testDescription: String { "\(taps) taps: \(given.map { $0.at })" }
    }

    @Test(arguments: [
        Row(taps: 2, given: [(0, nil), (500, 500), (1000, 500)]),
        Row(taps: 3, given: [(0, nil), (500, nil), (1100, 550)]),
        Row(taps: 4, given: [(0, nil), (500, nil), (1000, nil), (1600, 1600.0 / 3), (2100, 1600.0 / 3)]),
        // Four taps count, more only if more are required.
        Row(taps: 2, given: [(0, nil), (600, 600), (1200, 600), (1800, 600), (2300, 1700.0 / 3), (2800, 1600.0 / 3)]),
        Row(
            taps: 8,
            given: [
                (0, nil), (500, nil), (1000, nil), (1500, nil), (2000, nil), (2500, nil), (3000, nil),
                (3600, 3600.0 / 7), (4100, 3600.0 / 7),
            ]),
        // An interval equal to the timeout still counts.
        Row(taps: 2, given: [(0, nil), (2000, 2000), (4001, nil), (4501, 500)]),
        Row(taps: 2, timeout: 300, given: [(0, nil), (300, 300), (601, nil), (901, 300)]),
        // An interval may differ by 35 % from the mean of those before.
        Row(taps: 2, given: [(0, nil), (1000, 1000), (2350, 1175)]),
        Row(taps: 2, given: [(0, nil), (1000, 1000), (2351, nil), (3351, 1000)]),
        Row(taps: 2, given: [(0, nil), (1000, 1000), (1650, 825)]),
        Row(taps: 2, given: [(0, nil), (1000, 1000), (1649, nil), (2649, 1000)]),
        Row(taps: 2, given: [(0, nil), (400, 400), (900, 450), (1507, 1507.0 / 3)]),
        // A tap that is earlier than the last one does not count.
        Row(taps: 2, given: [(0, nil), (500, 500), (400, nil), (1000, 500)]),
        // An outlier is the first tap of a new series.
        Row(taps: 3, given: [(0, nil), (500, nil), (1000, 500), (2000, nil), (2400, nil), (2800, 400)]),
    ])
    func tapsGiveTheMeanOfTheLastIntervals(row: Row) {
        var taps = TapTempo()
        taps.needed = row.taps
        taps.timeout = row.timeout * 1_000_000
        for (at, mean) in row.given {
            let tempo = taps.tap(at: (10_000 + at) * 1_000_000)
            guard let tempo, let mean else {
                #expect((tempo == nil) == (mean == nil), "at \(at)")
                continue
            }
            #expect(abs(tempo - 60_000 / mean) < 1e-9, "at \(at)")
        }
    }

    /// P5: a series of taps is one step, until a new series or an undo.
    @Test func seriesChangesTheTempoForTheFirstTimeOnce() {
        var taps = TapTempo()
        var tempos: [Double?] = []
        var first: [Bool] = []
        for (at, undone) in [(0, false), (500, false), (1000, false), (1500, true), (9000, false)] {
            if undone { taps.endSeries() }
            tempos.append(taps.tap(at: UInt64(at) * 1_000_000))
            first.append(taps.isFirstChange)
            if tempos.last! != nil { taps.hasChanged() }
        }
        #expect(tempos == [nil, 120, 120, 120, nil])
        #expect(first == [true, true, false, true, true])
    }
}
