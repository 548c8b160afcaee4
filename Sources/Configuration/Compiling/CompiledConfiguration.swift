import Plan

/// A valid configuration: the settings that `Box` needs, and the tables that the loop runs on.
///
/// Created and freed outside the loop. `plan`, and the memory that it points to, exist as long as this object.
package final class CompiledConfiguration: @unchecked Sendable {
    package let plan: UnsafePointer<Plan>
    package let box: BoxConfiguration
    /// The preset names by index in the plan; in alphabetical order (P4).
    package let presetNames: [String]
    /// The file that contains each preset, relative to the box file, by preset index; empty if there is none.
    package let presetFiles: [String]
    /// The colour of each preset, by preset index; nil for none.
    package let presetColours: [Colour?]
    /// The values that can be learnt on the box, by preset index.
    package let learnables: [[Learnable]]
    /// The routing names by routing number; numbers are unique in the whole box.
    package let routingNames: [String]
    /// The names of the set lists, in the order of the box file; empty for a set list without a name.
    package let setListNames: [String]
    /// The names of each preset's parts in listed order, by preset index (P9).
    package let partNames: [[String]]
    /// The number of `send` actions; they are numbered from 0.
    package let sendingCount: Int
    /// Warnings, and the errors of presets that were left out (E1); empty after `forgetDiagnostics()`.
    package private(set) var diagnostics: Diagnostics
    /// A hash of each file's content, by file name relative to the box file.
    package let fileHashes: [String: UInt64]
    /// A hash of each value list's content, by file name relative to the box file.
    package let listHashes: [String: UInt64]
    private let presetHashes: [UInt64?]
    /// A hash of the assignments; nil if they are too large to be compared (E1).
    package let assignmentsHash: UInt64?
    private let arenas: [Arena]

    init(_ compiler: Compiler, assignments: [Assignment], diagnostics: Diagnostics) {
        let arena = compiler.arena
        arenas = [arena]
        plan = arena.copy([compiler.plan(assignments)])
        box = compiler.reader.box
        presetNames = compiler.presets.isEmpty ? [Compiler.nothing.name] : compiler.presetNames
        presetFiles = compiler.presets.isEmpty ? [""] : compiler.presetFiles
        presetColours = compiler.presets.isEmpty ? [nil] : compiler.presets.map { $0.colour }
        learnables = compiler.presets.map { compiler.learnables(of: $0) }
        routingNames = compiler.reader.routingNames
        setListNames = compiler.reader.setLists.map { $0.name }
        partNames = compiler.presets.isEmpty ? [[]] : compiler.presets.map { $0.parts.map { $0.name } }
        sendingCount = compiler.reader.sendings.count
        fileHashes = compiler.reader.fileHashes
        listHashes = compiler.reader.listHashes
        presetHashes = compiler.presets.isEmpty ? [nil] : compiler.presets.map { compiler.contentHash(of: $0) }
        assignmentsHash = compiler.assignmentsHash
        self.diagnostics = diagnostics
        arena.close()
    }

    /// Returns the name of a preset.
    package func name(of preset: PresetIndex) -> String { presetNames[preset.position] }

    /// Returns the preset with a name; nil if there is none.
    package func preset(named name: String) -> PresetIndex? {
        presetNames.firstIndex(of: name).map { PresetIndex($0) }
    }

    /// Returns a hash of a preset; nil if the preset is too large to be compared (E1).
    package func hash(of preset: PresetIndex) -> UInt64? { presetHashes[preset.position] }

    /// Frees the diagnostics after they were reported.
    package func forgetDiagnostics() { diagnostics = Diagnostics(list: []) }

    /// Copies a configuration with empty last values, so that a second engine can run on the copy at the same time.
    package init(besides other: CompiledConfiguration) {
        let arena = Arena(isKept: true)
        arenas = other.arenas + [arena]
        var plan = other.plan.pointee
        plan.derived = plan.derived.map { derived in
            var derived = derived.pointee
            let rows = derived.rowCount
            derived.states = arena.table(rows * 16 * derived.count, DerivedInputs.State())
            derived.newest = arena.table(rows * derived.count, UInt8(0))
            return arena.copy([derived])
        }
        self.plan = arena.copy([plan])
        arena.close()
        (presetHashes, assignmentsHash) = (other.presetHashes, other.assignmentsHash)
        (box, presetNames, routingNames) = (other.box, other.presetNames, other.routingNames)
        (presetFiles, presetColours) = (other.presetFiles, other.presetColours)
        (setListNames, partNames) = (other.setListNames, other.partNames)
        sendingCount = other.sendingCount
        (diagnostics, learnables) = (other.diagnostics, other.learnables)
        (fileHashes, listHashes) = (other.fileHashes, other.listHashes)
    }
}
