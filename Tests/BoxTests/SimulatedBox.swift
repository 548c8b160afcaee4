import CPlatform
import Foundation
import Testing

/// A simulated box whose two ports, `keys` in and `module` out, are pseudo-terminals.
///
/// Tests of it carry `.enabled(if: SimulatedBox.hasTerminals)`.
struct SimulatedBox {
    let box: RunningBox
    /// Where the ports are.
    let keys: String
    let module: String
    private let file: TemporaryFile

    static let text = """
        treadle: 1
        name: Simulated
        ports: { keys: { match: "*", direction: in }, module: { match: "*", direction: out } }
        clock: { send-when-stopped: false }
        presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [module] }] }]

        """

    /// Whether simulated ports are pseudo-terminals: the machine has no sequencer, whose ports they would be.
    static let hasTerminals: Bool = {
        let sequencer = open("/dev/snd/seq", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if sequencer < 0 { return true }
        close(sequencer)
        return false
    }()

    init() throws {
        file = try TemporaryFile(SimulatedBox.text)
        box = try RunningBox(["run", "--simulate", file.path])
        try #require(box.says("keys: in at ", "module: out at "), "\(box.said)")
        let lines = box.said.components(separatedBy: "\n")
        let places = ["keys", "module"].compactMap { alias in
            lines.first { $0.contains("\(alias): ") }?.components(separatedBy: " at ").last
        }
        try #require(places.count == 2 && places.allSatisfy { $0.hasPrefix("/dev/pts/") }, "\(box.said)")
        (keys, module) = (places[0], places[1])
    }

    /// Opens both ports as another program does.
    func connect() throws -> (keys: PortProgram, module: PortProgram) {
        (try #require(PortProgram(keys)), try #require(PortProgram(module)))
    }
}
