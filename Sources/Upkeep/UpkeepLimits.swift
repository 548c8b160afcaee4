/// The capacities of backups and updates.
package enum UpkeepLimits {
    /// Bytes of a backup (E6). A larger one is neither written nor restored.
    package static let archiveBytes = 64 << 20
    /// Bytes of a file in a backup. A larger one is refused by name.
    static let archivedFileBytes = 16 << 20
    /// Bytes of a slot's image in an update (I5). A larger one is refused as damaged.
    package static let slotBytes = 1 << 30
    /// Bytes of the signature at the end of an update. A longer one is refused as damaged.
    package static let updateSignature = 1024
    /// Bytes of an update that are read, written and read back at once.
    static let updatePiece = 256 << 10
    /// Files of a backup. More are refused.
    static let archivedFiles = 2048
    /// Levels of nested folders in a backup. Deeper folders are refused.
    static let archivedLevels = 8
    /// Bytes of a path in a backup. A longer one is refused.
    static let archivedPath = 1024
    /// Number of the last backup on a USB stick (I12). A further one is refused until the older ones are removed.
    static let stickBackups = 9999
    /// Steps of drafts that can be undone (W13). When full, the oldest is dropped and cannot be undone any more.
    package static let draftSteps = 64
    /// Files of a configuration that have drafts at the same time, and files of one step. More are refused.
    package static let draftFiles = 256
    /// Bytes of all drafts, with those that steps of undo go back to. Old steps are dropped for new ones; a step that
    /// is larger by itself is refused.
    package static let draftBytes = 24 << 20
    /// Bytes of the path of a draft. A longer one is refused.
    static let draftPath = 255
    /// Levels of folders in the path of a draft. More are refused.
    static let draftLevels = 8
}
