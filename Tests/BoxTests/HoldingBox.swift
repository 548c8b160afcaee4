import Foundation
import Testing

/// A box between two lines, with a held note that its loop has routed.
struct HoldingBox {
    let box: RunningBox
    let input: Line
    let output: Line
    private let file: TemporaryFile

    init(environment: [String: String] = [:]) throws {
        (input, output) = (try #require(Line()), try #require(Line()))
        file = try TemporaryFile(
            """
            treadle: 1
            ports: { keys: { uart: "\(input.path)", direction: in }, out: { uart: "\(output.path)", direction: out } }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out] }] }]

            """)
        box = try RunningBox(["run", "--no-realtime", file.path], lines: [input, output], environment: environment)
        try #require(box.says("keys: in at", "out: out at"), "\(box.said)")
        input.send([0x90, 60, 100])
        try #require(output.receive(3) == [0x90, 60, 100])
    }
}
