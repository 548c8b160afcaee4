import Devices
import Loop
import Panel

/// Whether other programs listen at the simulated outputs. Where none does, nothing can be heard.
struct SimulatedListeners {
    /// A port for output, and what programs open to hear it.
    struct Output {
        var port: Int
        var endpoint: Endpoint
    }

    private let outputs: [Output]
    private let sequencer: Sequencer?
    private var nextLook: UInt64 = 0
    /// The first output, if no program listens at any.
    private(set) var silent: Int?

    /// Nanoseconds between two looks: nothing tells when a program comes.
    private static let lookTime: UInt64 = 1_000_000_000

    init(_ outputs: [Output] = [], _ sequencer: Sequencer? = nil) {
        (self.outputs, self.sequencer) = (outputs, sequencer)
    }

    /// When to look next, in ns.
    var nextAt: UInt64 { outputs.isEmpty ? never : nextLook }

    /// Looks for programs, at most once a second. Returns whether something has changed.
    mutating func look(at now: UInt64) -> Bool {
        if now < nextLook || outputs.isEmpty { return false }
        nextLook = now + SimulatedListeners.lookTime
        let last = silent
        silent = outputs.contains { isHeard($0.endpoint) } ? nil : outputs[0].port
        return silent != last
    }

    private func isHeard(_ endpoint: Endpoint) -> Bool {
        switch endpoint {
        case .terminal(let terminal): terminal.isUsed
        case .sequencer(let port): sequencer?.isHeard(port) ?? true
        // Of other endpoints it is unknown.
        default: true
        }
    }

    /// How a synthesizer listens at an output whose place is known, in lines of at most 62 columns.
    static func advice(for place: String) -> [String] {
        let packages = "(Debian: fluidsynth, timgm6mb-soundfont)"
        if place.hasPrefix("/") { return ["fluidsynth -m oss -o midi.oss.device=\(place)", packages] }
        guard place.hasPrefix(sequencerPort) else { return [] }
        return ["fluidsynth -m alsa_seq \(packages)", "aconnect \(place.dropFirst(sequencerPort.count)) 'FLUID Synth'"]
    }

    /// What stands before the number in the place of a port of the sequencer.
    static let sequencerPort = "sequencer port "
}
