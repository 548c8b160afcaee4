/// A value list of `treadle list`: an output for each input (docs/reference/CONFIGURATION.md, "Value lists").
package struct ValueList: Sendable {
    /// The use of the list.
    package enum Use: Sendable {
        case controllers
        /// Curves return at least 1 for every velocity above 0 (R7).
        case velocities
        /// A number outside 0..127 drops the note.
        case notes
    }

    /// The length of a list and the range of its numbers.
    package struct Shape: Sendable {
        package var use = Use.controllers
        /// The highest input, 127 or 16383.
        package var inTop = 127
        /// The highest output, 127 or 16383.
        package var outTop = 127

        package init() {}

        var count: Int { inTop + 1 }
        /// The allowed numbers; nil if any number is allowed.
        var range: ClosedRange<Int>? { use == .notes ? nil : 0...outTop }
    }

    package let shape: Shape
    /// Outputs by input, from 0; −1 drops a note.
    package let values: [Int]
    /// The warnings; with errors there is no list.
    package let diagnostics: Diagnostics

    /// Creates a list; nil if the log has an error, or no values were read.
    init?(_ values: [Int]?, _ shape: Shape, _ log: DiagnosticLog, _ files: ConfigurationFiles? = nil) {
        guard let values, log.errorCount == 0 else { return nil }
        self.shape = shape
        self.values = shape.use == .notes ? values.map { 0...127 ~= $0 ? $0 : -1 } : values
        diagnostics = log.sorted(showing: files)
    }

    /// The list as the content of a file, with one number a line.
    package var text: String {
        var text = ""
        for value in values { text += "\(value)\n" }
        return text
    }
}
