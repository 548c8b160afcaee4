import Testing

@testable import Configuration

/// A box whose faults are marked: `§` stands where each must be reported.
struct Marked: Sendable, CustomTestStringConvertible {
    /// What stands around the marked text.
    enum Frame: Sendable {
        case box, port, footswitch, clock, preset, routing, remap, assignment, onLoad, condition
    }

    var frame: Frame
    var marked: String
    /// A part of each message, in order of place.
    var parts: [String]

    init(_ frame: Frame, _ marked: String, _ parts: String...) {
        self.frame = frame
        self.marked = marked
        self.parts = parts
    }

    var testDescription: String { marked }

    private static let ports = """
        treadle: 1
        ports: {keys: {match: "k"}, module: {match: "m", channel: 3}, out: {match: "o"}}
        footswitches: {A: {line: "gpio:1"}, B: {line: "gpio:2"}}

        """

    private var text: String {
        switch frame {
        case .box: marked
        case .port: "treadle: 1\nports:\n  other: {match: x}\n  keys: {\(marked)}\n"
        case .footswitch: "treadle: 1\nfootswitches:\n  A: {\(marked)}\n"
        case .clock: "treadle: 1\nclock: {\(marked)}\n"
        case .preset: Marked.ports + "presets:\n- {\(marked)}\n"
        case .routing: Marked.ports + "presets: [{name: P, routings: [{from: [keys], to: [out], \(marked)}]}]\n"
        case .remap:
            Marked.ports + "presets: [{name: P, routings: [{from: [keys, motion, footswitches], to: [out], "
                + "controllers: {remap: [{\(marked)}]}}]}]\n"
        case .onLoad:
            Marked.ports + "presets: [{name: P, routings: [{from: [keys], to: [out], on-load: [{\(marked)}]}]}]\n"
        case .condition:
            Marked.ports + "presets: [{name: P, routings: [{from: [keys], to: [out], "
                + "restrict: {conditions: {of: [{\(marked)}]}}}]}]\n"
        case .assignment: Marked.ports + "assignments: [{\(marked)}]\npresets: [{name: P, number: 1}]\n"
        }
    }

    /// The text without marks, and the places they stood at.
    var unmarked: (text: String, places: [String]) {
        var (result, places, line, column) = ("", [String](), 1, 1)
        for character in text.unicodeScalars {
            if character == "§" {
                places.append("\(line):\(column)")
                continue
            }
            result.unicodeScalars.append(character)
            column += 1
            if character == "\n" { (line, column) = (line + 1, 1) }
        }
        return (result, places)
    }

    /// Loads it and holds what is said against the marks.
    func check(files: [String: String] = [:]) {
        let (text, places) = unmarked
        let said = diagnostics(text, files: files)
        #expect(said.map { "\($0.line):\($0.column)" } == places, "\(text)\(said.map { $0.text })")
        for (diagnostic, part) in zip(said, parts) {
            #expect(diagnostic.message.contains(part))
        }
    }

    /// The same where one thing is wrong, in another file.
    func check(saying place: String, _ part: String, files: [String: String]) {
        let said = diagnostics(unmarked.text, files: files)
        #expect(said.map { "\($0.file):\($0.line):\($0.column)" } == [place])
        #expect(said.first?.message.contains(part) == true)
    }

    /// The same where the place is that of the whole mapping, which cannot be marked.
    func checkMessages() {
        let said = diagnostics(text)
        #expect(said.count == parts.count)
        for (diagnostic, part) in zip(said, parts) { #expect(diagnostic.message.contains(part)) }
    }
}

/// Everything said about a box, warnings included.
func diagnostics(_ text: String, files: [String: String] = [:]) -> [Diagnostic] {
    switch Configuration.load(text: text, files: files) {
    case .success(let configuration): configuration.diagnostics.list
    case .failure(let diagnostics): diagnostics.list
    }
}

/// A box that must load.
func loaded(_ text: String, files: [String: String] = [:]) throws -> CompiledConfiguration {
    let configuration = try Configuration.load(text: text, files: files).get()
    // What a test looks at in its tables may outlive the last mention of the configuration, so it stays.
    _ = Unmanaged.passRetained(configuration)
    return configuration
}
