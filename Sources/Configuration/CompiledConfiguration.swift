import Routing

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
    /// Warnings; what has errors is not compiled.
    public let diagnostics: Diagnostics
    /// A number for what each file held, by its name relative to the box file.
    public let prints: [String: UInt64]
    private let arena: Arena

    init(_ compiler: Compiler, assignments: [Assignment], diagnostics: Diagnostics) {
        arena = compiler.arena
        program = arena.copy([compiler.program(assignments)])
        box = compiler.reader.box
        presetNames = compiler.presets.isEmpty ? [Compiler.nothing.name] : compiler.presetNames
        learnables = compiler.presets.map { compiler.learnables(of: $0) }
        routingNames = compiler.reader.routingNames
        prints = compiler.reader.prints
        self.diagnostics = diagnostics
    }
}
