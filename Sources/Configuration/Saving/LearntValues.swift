import Settings
import Plan

/// The values that were learnt on the box but are not saved yet (P5, M7). They are written to the files in memory
/// whenever the configuration is compiled.
package struct LearntValues {
    struct Value: Equatable {
        /// The preset that ran when the value was learnt; saving that preset writes the value.
        var running: PresetIndex
        var learnable: Learnable
        var text: String
    }

    /// The files as read, with the drafts in force.
    private(set) var disk: ConfigurationFiles
    let box: String
    private(set) var values: [Value] = []
    /// For undo: all values as they were before a value was learnt, and the number of that value. Oldest first.
    private(set) var steps: [(number: UInt32, before: [Value])] = []
    /// The number of the last learnt value; numbers are never reused.
    private var lastNumber: UInt32 = 0

    /// How many of the last learnt values `undo` can remove.
    private static let stepLimit = 8

    /// - Parameter path: a folder or a box file.
    package init(path: String) {
        let (files, box) = ConfigurationFiles.open(path)
        self.init(files, box: box)
    }

    /// Takes other drafts, which are read in the place of the files on disk (W13).
    package mutating func lay(_ drafts: DraftFiles?, path: String) {
        disk = ConfigurationFiles.open(path, drafts: drafts).files
    }

    init(_ disk: ConfigurationFiles, box: String) {
        self.disk = disk
        self.box = box
    }

    /// Returns the place of a value in the files as read, with the other learnt values applied.
    ///
    /// - Parameter hashes: hashes of the files as read.
    package func place(
        of learnable: Learnable, asRead hashes: [String: UInt64]
    ) throws(LearnPlace.Problem) -> LearnPlace {
        var files = disk
        try PresetSaving.check(files, box, asRead: hashes)
        for value in values where value.learnable != learnable {
            files = try LearntValues.put(value, in: files, box).files
        }
        return try LearntValues.place(of: learnable, in: files, box)
    }

    /// Stores a value that was learnt while a preset ran, replacing an older one of the same place; returns its
    /// number.
    @discardableResult
    package mutating func keep(_ text: String, of learnable: Learnable, running: PresetIndex) -> UInt32 {
        lastNumber += 1
        steps.append((lastNumber, values))
        if steps.count > LearntValues.stepLimit { steps.removeFirst() }
        values.removeAll { $0.learnable == learnable }
        values.append(Value(running: running, learnable: learnable, text: text))
        return lastNumber
    }

    /// Removes the value with a number and all values learnt later, and restores the values that they replaced.
    /// Returns the presets whose values changed.
    package mutating func undo(_ number: UInt32) -> [PresetIndex] {
        guard let index = steps.firstIndex(where: { $0.number == number }) else { return [] }
        let (old, new) = (values, steps[index].before)
        values = new
        steps.removeSubrange(index...)
        var presets: [PresetIndex] = []
        for value in old + new where !presets.contains(value.running) {
            let running = value.running
            let isSame = old.filter { $0.running == running } == new.filter { $0.running == running }
            if !isSame { presets.append(running) }
        }
        return presets
    }

    /// Whether a preset has unsaved values that were learnt while it ran.
    package func isLearnt(running: PresetIndex) -> Bool { values.contains { $0.running == running } }

    /// Whether there are unsaved values besides those that belong to a preset's own routings and were learnt while it
    /// ran.
    ///
    /// - Parameter name: the name of the preset; nil counts all values.
    package func hasOthers(than name: String?, running: PresetIndex) -> Bool {
        values.contains { $0.running != running || $0.learnable.preset != name }
    }

    /// Compiles the configuration from the files as read, with these values applied.
    ///
    /// - Parameter knownGroups: the known number of groups of a device, by alias (U6).
    package func configuration(
        asRead hashes: [String: UInt64], knownGroups: [String: Int] = [:]
    ) throws(LearnPlace.Problem) -> CompiledConfiguration {
        var files = disk
        try PresetSaving.check(files, box, asRead: hashes)
        for value in values { files = try LearntValues.put(value, in: files, box).files }
        switch Configuration.load(files, box: box, knownGroups: knownGroups) {
        case .success(let configuration): return configuration
        case .failure(let diagnostics): throw LearnPlace.Problem(message: diagnostics.text)
        }
    }

    /// Marks the values of a preset as saved without writing files, because `render` stores them in memory only.
    package mutating func settle(running: PresetIndex, _ hashes: inout [String: UInt64]) {
        for value in values where value.running == running {
            guard let (files, place) = try? LearntValues.put(value, in: disk, box) else { continue }
            disk = files
            hashes[place.name] = place.hash(with: value.text)
        }
        forget(running: running)
    }

    /// Returns only the values that were learnt while a preset ran.
    package func learnt(running: PresetIndex) -> LearntValues {
        var few = self
        few.values.removeAll { $0.running != running }
        return few
    }

    /// Removes the values that were learnt while a preset ran, because they were saved or discarded.
    package mutating func forget(running: PresetIndex) {
        values.removeAll { $0.running == running }
        for index in steps.indices { steps[index].before.removeAll { $0.running == running } }
    }

    /// Removes all values.
    package mutating func forgetAll() { (values, steps) = ([], []) }

    static func place(
        of learnable: Learnable, in files: ConfigurationFiles, _ box: String
    ) throws(LearnPlace.Problem) -> LearnPlace {
        try LearnPlace(files, box: box, ["presets", learnable.preset] + learnable.path, isExact: true)
    }

    /// Returns the files with a value applied, and the place of the value.
    static func put(
        _ value: Value, in files: ConfigurationFiles, _ box: String
    ) throws(LearnPlace.Problem) -> (files: ConfigurationFiles, place: LearnPlace) {
        let place = try place(of: value.learnable, in: files, box)
        return (.replacing(name: place.name, place.text(with: value.text), in: files), place)
    }
}
