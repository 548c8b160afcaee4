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
    struct Value {
        /// The preset that ran, by its index: saving it writes the value.
        var running: Int32
        var learnable: Learnable
        var text: String
    }

    private let disk: ConfigurationFiles
    private let box: String
    private(set) var values: [Value] = []

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

    /// A value was learnt while a preset ran; it takes the place of an older one.
    public mutating func keep(_ text: String, of learnable: Learnable, running: Int32) {
        values.removeAll { $0.learnable == learnable }
        values.append(Value(running: running, learnable: learnable, text: text))
    }

    /// What was learnt while a preset ran; after it is saved it is to be forgotten.
    public func learnt(running: Int32) -> LearntValues {
        var few = self
        few.values.removeAll { $0.running != running }
        return few
    }

    public mutating func forget(running: Int32) { values.removeAll { $0.running == running } }

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
