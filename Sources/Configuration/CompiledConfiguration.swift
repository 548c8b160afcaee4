import Program

/// A configuration that is good: what the shell needs to know of it, and the tables the loop runs on.
///
/// It is made and freed outside the loop; `program` and all it points to live exactly as long as this does.
public final class CompiledConfiguration: @unchecked Sendable {
    public let program: UnsafePointer<Program>
    public let box: BoxConfiguration
    /// Names of presets by index into the program, which is alphabetical (P4).
    public let presetNames: [String]
    /// What can be learnt on the box, by index of the preset.
    public let learnables: [[Learnable]]
    /// Names of routings by their number, all over the box.
    public let routingNames: [String]
    /// How many `send` actions there are; their numbers are below it.
    public let sendingCount: Int
    /// Warnings and, where faulty presets were left out (E1), their errors, until they are forgotten.
    public private(set) var diagnostics: Diagnostics
    /// A number for what each file held, by its name relative to the box file.
    public let prints: [String: UInt64]
    /// Numbers for what the presets say, by index, and for the assignments; nil: too much to be compared (E1).
    public let presetHashes: [UInt64?]
    public let assignmentsHash: UInt64?
    private let arenas: [Arena]

    init(_ compiler: Compiler, assignments: [Assignment], diagnostics: Diagnostics) {
        let arena = compiler.arena
        arenas = [arena]
        program = arena.copy([compiler.program(assignments)])
        box = compiler.reader.box
        presetNames = compiler.presets.isEmpty ? [Compiler.nothing.name] : compiler.presetNames
        learnables = compiler.presets.map { compiler.learnables(of: $0) }
        routingNames = compiler.reader.routingNames
        sendingCount = compiler.reader.sendings.count
        prints = compiler.reader.prints
        presetHashes = compiler.presets.isEmpty ? [nil] : compiler.presets.map { compiler.contentHash(of: $0) }
        assignmentsHash = compiler.assignmentsHash
        self.diagnostics = diagnostics
        arena.close()
    }

    /// They are said, and need no more room.
    public func forgetDiagnostics() { diagnostics = Diagnostics(list: []) }

    /// The same configuration with last values of its own: another engine may run on it beside the one that runs already.
    public init(besides other: CompiledConfiguration) {
        let arena = Arena(isKept: true)
        arenas = other.arenas + [arena]
        var program = other.program.pointee
        program.derived = program.derived.map { derived in
            var derived = derived.pointee
            let rows = derived.rowCount
            derived.states = arena.table(rows * 16 * derived.count, DerivedInputs.State())
            derived.newest = arena.table(rows * derived.count, UInt8(0))
            return arena.copy([derived])
        }
        self.program = arena.copy([program])
        arena.close()
        (presetHashes, assignmentsHash) = (other.presetHashes, other.assignmentsHash)
        (box, presetNames, routingNames) = (other.box, other.presetNames, other.routingNames)
        sendingCount = other.sendingCount
        (diagnostics, prints, learnables) = (other.diagnostics, other.prints, other.learnables)
    }
}
