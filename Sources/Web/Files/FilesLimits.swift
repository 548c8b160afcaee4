/// The capacities of the API's files (docs/reference/API.md, "Limits").
enum FilesLimits {
    /// Files that `files` lists. More are left out.
    static let listed = 1024
    /// Levels of folders below the folder of the box file that are searched.
    static let levels = 8
    /// Values that are learnt at the same time. A further request gets 429.
    static let learners = 3
    /// Presets of a set list in a request; the language allows fewer.
    static let setListPlaces = 1000
    /// The size in bytes of a name in a request.
    static let nameBytes = 256
}
