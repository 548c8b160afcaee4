/// The capacities of backups and updates.
package enum UpkeepLimits {
    /// Bytes of a backup (E6). A larger one is neither written nor restored.
    package static let archiveBytes = 64 << 20
    /// Bytes of a file in a backup. A larger one is refused by name.
    static let archivedFileBytes = 16 << 20
    /// Bytes of a slot's image in an update (I5). A larger one is refused as damaged.
    static let slotBytes = 1 << 30
    /// Bytes of the signature at the end of an update. A longer one is refused as damaged.
    static let updateSignature = 1024
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
}
