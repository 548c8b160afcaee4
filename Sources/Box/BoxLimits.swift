import Host

/// The capacities of the threads that may wait.
enum BoxLimits {
    /// Programs that are connected to a running box through its socket. A further connection is refused with a message.
    static let controlClients = 8
    /// Bytes of one line from a connected program. A longer line ends the connection.
    static let controlLine = 8192
    /// Bytes of one SysEx from a connected program. A longer SysEx is refused.
    static let controlSysEx = 65536
    /// Bytes of answers that a connected program has not read yet. When full, further monitor lines are counted but not
    /// sent.
    static let controlBacklog = 262_144
    /// Moments in the flight recorder at which a replay can begin, spread over its length. When full, the oldest is
    /// overwritten.
    static let recordedMoments = 4
    /// Recordings that are kept in files (M10). When full, the oldest is removed for the new one, with a message.
    static let savedRecordings = 16
    /// Input ports that a command opens itself if no box runs: with the sequencer, the signals and standard input they
    /// fill `descriptors`. Further ports are not opened.
    static let heardInputs = HostLimits.descriptors - 3
    /// Bytes of a SysEx that the monitor shows. The rest of a longer SysEx is left out.
    static let shownSysEx = 65_536
    /// Lines of the simulator's monitor that can be scrolled back to. When full, the oldest are dropped.
    static let simulatorLines = 2000
    /// Bytes of a backup (E6). A larger one is neither written nor restored.
    static let archiveBytes = 64 << 20
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
