import Program

/// The values that were learnt on the box and are not saved yet (P5, M7). They are applied to the files in memory each
/// time the configuration is compiled.
public struct LearntValues {
    struct Value: Equatable {
        /// The preset that ran; saving that preset writes the value.
        var running: PresetIndex
        var learnable: Learnable
        var text: String
    }

    private var disk: ConfigurationFiles
    private let box: String
    private(set) var values: [Value] = []
    /// The values before each of the last learnt values, with the learnt value's number, newest last.
    private var steps: [(number: UInt32, before: [Value])] = []
    /// The number of the value that was learnt last; numbers are never reused.
    private var lastNumber: UInt32 = 0

    /// Number of values that `undo` can drop.
    private static let stepLimit = 8

    /// - Parameter path: a folder or a box file.
    public init(path: String) {
        let (files, box) = ConfigurationFiles.open(path)
        self.init(files, box: box)
    }

    init(_ disk: ConfigurationFiles, box: String) {
        self.disk = disk
        self.box = box
    }

    /// Returns the place of a value, in the files as read with the other learnt values applied.
    ///
    /// - Parameter hashes: hashes of the files as read.
    public func place(
        of learnable: Learnable, asRead hashes: [String: UInt64]
    ) throws(LearnPlace.Problem) -> LearnPlace {
        var files = disk
        try PresetSaving.check(files, box, asRead: hashes)
        for value in values where value.learnable != learnable {
            files = try LearntValues.put(value, in: files, box).files
        }
        return try LearntValues.place(of: learnable, in: files, box)
    }

    /// Keeps a value that was learnt while a preset ran, and drops an older one of the same place; returns its number.
    @discardableResult
    public mutating func keep(_ text: String, of learnable: Learnable, running: PresetIndex) -> UInt32 {
        lastNumber += 1
        steps.append((lastNumber, values))
        if steps.count > LearntValues.stepLimit { steps.removeFirst() }
        values.removeAll { $0.learnable == learnable }
        values.append(Value(running: running, learnable: learnable, text: text))
        return lastNumber
    }

    /// Drops a value by its number and all values learnt later, and restores the values they replaced. Returns the
    /// presets that change.
    public mutating func undo(_ number: UInt32) -> [PresetIndex] {
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

    /// Whether there are unsaved values that were learnt while a preset ran.
    public func isLearnt(running: PresetIndex) -> Bool { values.contains { $0.running == running } }

    /// Whether there are unsaved values besides those of the running preset in its own routings.
    ///
    /// - Parameter name: of the preset; nil: whether there is any.
    public func hasOthers(than name: String?, running: PresetIndex) -> Bool {
        values.contains { $0.running != running || $0.learnable.preset != name }
    }

    /// Compiles the configuration of the files as read, with these values applied.
    ///
    /// - Parameter knownGroups: how many groups the device of an alias is known to have (U6).
    public func configuration(
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

    /// Marks the values of a preset as saved without writing files, for `render`, which keeps them in memory.
    public mutating func settle(running: PresetIndex, _ hashes: inout [String: UInt64]) {
        for value in values where value.running == running {
            guard let (files, place) = try? LearntValues.put(value, in: disk, box) else { continue }
            disk = files
            hashes[place.name] = place.hash(with: value.text)
        }
        forget(running: running)
    }

    /// Returns only the values that were learnt while a preset ran.
    public func learnt(running: PresetIndex) -> LearntValues {
        var few = self
        few.values.removeAll { $0.running != running }
        return few
    }

    /// Drops the values that were learnt while a preset ran, because they are saved or not wanted.
    public mutating func forget(running: PresetIndex) {
        values.removeAll { $0.running == running }
        for index in steps.indices { steps[index].before.removeAll { $0.running == running } }
    }

    /// Drops all values.
    public mutating func forgetAll() { (values, steps) = ([], []) }

    static func place(
        of learnable: Learnable, in files: ConfigurationFiles, _ box: String
    ) throws(LearnPlace.Problem) -> LearnPlace {
        try LearnPlace(files, box: box, ["presets", learnable.preset] + learnable.path, isExact: true)
    }

    /// Returns the files with a value applied, and its place.
    static func put(
        _ value: Value, in files: ConfigurationFiles, _ box: String
    ) throws(LearnPlace.Problem) -> (files: ConfigurationFiles, place: LearnPlace) {
        let place = try place(of: value.learnable, in: files, box)
        return (.replacing(name: place.name, place.text(with: value.text), in: files), place)
    }
}
