import Program

/// What is stored of a preset in the place of what its tables say.
struct StoredPreset {
    var states = SavedStates()
    var isValid = false
    /// Whoever writes files has not taken it yet.
    var isNews = false
    /// It could not be written, so that it differs from what the file has (P5).
    var isUnwritten = false
    /// A value of it was learnt on the box and has not been saved since (P5).
    var isLearnt = false
    /// What was learnt is to be dropped, and nobody knows yet.
    var isReverted = false
    /// What the file has where it is unwritten.
    var written = SavedStates()

    var isModified: Bool { isUnwritten || isLearnt }
}
