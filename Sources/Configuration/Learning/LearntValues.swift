/// A value that can be learnt on the box (M7).
public struct Learnable: Equatable, Sendable {
    /// What it is called on the glass.
    public let name: String
    /// The preset it stands in, which may be one that is inserted.
    let preset: String
    /// Where in that, key by key.
    let path: [String]
}

/// What was learnt on the box and stands in no file yet (P5, M7): it is put into what the files say each time.
public struct LearntValues {
    struct Value: Equatable {
        /// The preset that ran, by its index: saving it writes the value.
        var running: Int32
        var learnable: Learnable
        var text: String
    }

    private var disk: ConfigurationFiles
    private let box: String
    private(set) var values: [Value] = []
    /// What there was before each of the last values was learnt, by the value's number, the newest last.
    private var steps: [(number: UInt32, before: [Value])] = []
    /// The number of the value that was learnt last; it is never used again.
    private var lastNumber: UInt32 = 0

    /// As many steps as `undo` knows.
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

    /// Where a value goes: in the files as the box has read them, with what was learnt before.
    ///
    /// - Parameter prints: what the files held then.
    public func place(
        of learnable: Learnable, asRead prints: [String: UInt64]
    ) throws(LearnPlace.Problem) -> LearnPlace {
        var files = disk
        try PresetSaving.check(files, box, asRead: prints)
        for value in values where value.learnable != learnable {
            files = try LearntValues.put(value, in: files, box).files
        }
        return try LearntValues.place(of: learnable, in: files, box)
    }

    /// Keeps a value that was learnt while a preset ran, in the place of an older one; returns its number.
    @discardableResult
    public mutating func keep(_ text: String, of learnable: Learnable, running: Int32) -> UInt32 {
        lastNumber += 1
        steps.append((lastNumber, values))
        if steps.count > LearntValues.stepLimit { steps.removeFirst() }
        values.removeAll { $0.learnable == learnable }
        values.append(Value(running: running, learnable: learnable, text: text))
        return lastNumber
    }

    /// Drops a value by its number and those that were learnt later; what they had taken the place of comes back. Returns the
    /// presets that they concern.
    public mutating func undo(_ number: UInt32) -> [Int32] {
        guard let index = steps.firstIndex(where: { $0.number == number }) else { return [] }
        let (old, new) = (values, steps[index].before)
        values = new
        steps.removeSubrange(index...)
        var presets: [Int32] = []
        for value in old + new where !presets.contains(value.running) {
            let running = value.running
            let isSame = old.filter { $0.running == running } == new.filter { $0.running == running }
            if !isSame { presets.append(running) }
        }
        return presets
    }

    /// Whether values that were learnt while a preset ran are in no file.
    public func isLearnt(running: Int32) -> Bool { values.contains { $0.running == running } }

    /// The configuration of the files as the box has read them, with these values.
    public func configuration(
        asRead prints: [String: UInt64]
    ) throws(LearnPlace.Problem) -> CompiledConfiguration {
        var files = disk
        try PresetSaving.check(files, box, asRead: prints)
        for value in values { files = try LearntValues.put(value, in: files, box).files }
        switch Configuration.load(files, box: box) {
        case .success(let configuration): return configuration
        case .failure(let diagnostics): throw LearnPlace.Problem(message: diagnostics.text)
        }
    }

    /// Counts the values of a preset as saved where nothing is written: `render` keeps them in memory.
    public mutating func settle(running: Int32, _ prints: inout [String: UInt64]) {
        for value in values where value.running == running {
            guard let (files, place) = try? LearntValues.put(value, in: disk, box) else { continue }
            disk = files
            prints[place.name] = place.print(with: value.text)
        }
        forget(running: running)
    }

    /// What was learnt while a preset ran; after it is saved it is to be forgotten.
    public func learnt(running: Int32) -> LearntValues {
        var few = self
        few.values.removeAll { $0.running != running }
        return few
    }

    /// Drops what was learnt while a preset ran: it is saved, or is not wanted any more.
    public mutating func forget(running: Int32) {
        values.removeAll { $0.running == running }
        for index in steps.indices { steps[index].before.removeAll { $0.running == running } }
    }

    /// Drops everything.
    public mutating func forgetAll() { (values, steps) = ([], []) }

    static func place(
        of learnable: Learnable, in files: ConfigurationFiles, _ box: String
    ) throws(LearnPlace.Problem) -> LearnPlace {
        try LearnPlace(files, box: box, ["presets", learnable.preset] + learnable.path, isExact: true)
    }

    /// The files with a value in its place, and which of them it is.
    static func put(
        _ value: Value, in files: ConfigurationFiles, _ box: String
    ) throws(LearnPlace.Problem) -> (files: ConfigurationFiles, place: LearnPlace) {
        let place = try place(of: value.learnable, in: files, box)
        return (.replacing(name: place.name, place.text(with: value.text), in: files), place)
    }
}
