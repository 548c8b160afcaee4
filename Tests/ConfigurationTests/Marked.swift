import Testing

@testable import Configuration

/// A box with faults; a `§` marks the place at which each must be reported.
struct Marked: Sendable, CustomTestStringConvertible {
    /// The part of a box around the marked text.
    enum Frame: Sendable {
        case box, port, footswitch, clock, preset, routing, remap, assignment, onLoad, condition
    }

    var frame: Frame
    var marked: String
    /// A part of each expected message, in order of place.
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

    /// The text without marks, and the places of the marks.
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

    /// Loads the box and compares the diagnostics with the marks.
    func check(files: [String: String] = [:]) {
        let (text, places) = unmarked
        let reported = diagnostics(text, files: files)
        #expect(reported.map { "\($0.line):\($0.column)" } == places, "\(text)\(reported.map { $0.text })")
        for (diagnostic, part) in zip(reported, parts) {
            #expect(diagnostic.message.contains(part))
        }
    }

    /// Loads the box and expects one diagnostic, which is in another file.
    func check(reporting place: String, _ part: String, files: [String: String]) {
        let reported = diagnostics(unmarked.text, files: files)
        #expect(reported.map { "\($0.file):\($0.line):\($0.column)" } == [place])
        #expect(reported.first?.message.contains(part) == true)
    }

    /// Loads the box and compares messages only, because the place of the whole mapping cannot be marked.
    func checkMessages() {
        let reported = diagnostics(text)
        #expect(reported.count == parts.count)
        for (diagnostic, part) in zip(reported, parts) { #expect(diagnostic.message.contains(part)) }
    }
}

/// Returns all errors and warnings of a box.
func diagnostics(_ text: String, files: [String: String] = [:]) -> [Diagnostic] {
    switch Configuration.load(text: text, files: files) {
    case .success(let configuration): configuration.diagnostics.list
    case .failure(let diagnostics): diagnostics.list
    }
}

/// Loads a box that must have no errors.
func loaded(_ text: String, files: [String: String] = [:]) throws -> CompiledConfiguration {
    let configuration = try Configuration.load(text: text, files: files).get()
    // Tests read its tables after their last use of the configuration, so it is never freed.
    _ = Unmanaged.passRetained(configuration)
    return configuration
}
