import Foundation

extension SplitMix {
    /// The seeds of the property tests: `TREADLE_SEED=n` repeats one; `TREADLE_SEEDS=n` tries so many, from
    /// `TREADLE_FIRST=n` on, or from 1.
    package static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TREADLE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let first = environment["TREADLE_FIRST"].flatMap { UInt64($0) } ?? 1
        return Array(first..<first + (environment["TREADLE_SEEDS"].flatMap { UInt64($0) } ?? 100))
    }()
}
