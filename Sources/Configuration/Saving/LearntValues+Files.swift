extension LearntValues {
    /// A file with its learnt values.
    package struct File {
        /// The name relative to the box file.
        package let name: String
        package let new: [UInt8]
    }

    package var isEmpty: Bool { values.isEmpty }

    /// Returns the files that change if all values are written into them, each once.
    ///
    /// - Parameter hashes: hashes of the files as read.
    package func files(asRead hashes: [String: UInt64]) throws(LearnPlace.Problem) -> [File] {
        try PresetSaving.check(disk, box, asRead: hashes)
        var (files, changed) = (disk, [File]())
        for value in values {
            let (after, place) = try LearntValues.put(value, in: files, box)
            files = after
            changed.removeAll { $0.name == place.name }
            changed.append(File(name: place.name, new: place.text(with: value.text)))
        }
        return changed
    }

    /// The number of the value that was learnt last; nil if there is none that can be undone.
    package var newestStep: UInt32? { isEmpty ? nil : steps.last?.number }
}
