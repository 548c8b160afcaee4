import Glibc
import NetworkSupport

// Plays evenings over a bad network until so many packets were sent, and prints the seed of each that fails (N6, N7).
// Usage: soak [PACKETS [SEED]]

let wanted = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1_000_000 : 1_000_000
let first = CommandLine.arguments.count > 2 ? UInt64(CommandLine.arguments[2]) ?? 1 : 1
var (packets, evenings, failed, lost, seed) = (0, 0, 0, 0, first)
while packets < wanted {
    let evening = LossyEvening(seed: seed, moments: 2_000)
    if !evening.failures.isEmpty {
        for failure in LossyEvening(seed: seed, moments: 2_000, isDetailed: true).failures { print(failure) }
    }
    packets += max(evening.packets, 1)
    lost += Int(evening.lost)
    evenings += 1
    failed += evening.failures.isEmpty ? 0 : 1
    seed += 1
}
print("\(packets) packets, of which \(lost) were lost, in the evenings of the seeds \(first) to \(seed - 1)")
print("rtp: \(evenings - failed) passed, \(failed) failed")
exit(failed == 0 ? 0 : 1)
