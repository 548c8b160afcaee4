/// A value list as `treadle list` makes it: an output for each input (docs/reference/CONFIGURATION.md, "Value lists").
public struct ValueList: Sendable {
    /// What the list is for.
    public enum Use: Sendable {
        case controllers
        /// Curves give at least 1 for what sounds (R7).
        case velocities
        /// A number outside 0..127 drops the note.
        case notes
    }

    /// How long a list is and what its numbers may be.
    public struct Shape: Sendable {
        public var use = Use.controllers
        /// The highest input, 127 or 16383.
        public var inTop = 127
        /// The highest output, 127 or 16383.
        public var outTop = 127

        public init() {}

        var count: Int { inTop + 1 }
        /// What a number may be; nil where any is good.
        var range: ClosedRange<Int>? { use == .notes ? nil : 0...outTop }
    }

    public let shape: Shape
    /// By input, from 0; what drops a note is −1.
    public let values: [Int]
    /// Warnings; what has errors is no list.
    public let diagnostics: Diagnostics

    /// Nil where the log has an error, or nothing was read.
    init?(_ values: [Int]?, _ shape: Shape, _ log: DiagnosticLog) {
        guard let values, log.errorCount == 0 else { return nil }
        self.shape = shape
        self.values = shape.use == .notes ? values.map { 0...127 ~= $0 ? $0 : -1 } : values
        diagnostics = log.sorted()
    }

    /// The list as its file holds it, one number a line.
    public var text: String {
        var text = ""
        for value in values { text += "\(value)\n" }
        return text
    }
}
