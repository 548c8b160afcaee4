import Foundation

extension SplitMix {
    /// The seeds of the property tests: `TREADLE_SEED=n` repeats one; `TREADLE_SEEDS=n` tries so many.
    package static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TREADLE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        return Array(1...(environment["TREADLE_SEEDS"].flatMap { UInt64($0) } ?? 300))
    }()
}
