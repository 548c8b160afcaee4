import Host

/// The capacities of the threads that may wait.
enum BoxLimits {
    /// Clients connected to a running box through its socket. A further connection is refused with a message.
    static let controlClients = 8
    /// Nanoseconds in which the lines of the page's process are served before others have their turn. The rest waits
    /// for the next turn.
    static let pageTurn: UInt64 = 2_000_000
    /// Bytes of one line from a connected client. A longer line ends the connection.
    static let controlLine = 8192
    /// Bytes of one SysEx from a connected client. A longer SysEx is refused.
    static let controlSysEx = 65536
    /// Bytes of answers that a connected client has not read yet. When full, further monitor lines are counted but not
    /// sent.
    static let controlBacklog = 262_144
    /// Clients that follow the state of the box, each of which costs a comparison of states 20 times a second. A
    /// further one is refused.
    static let stateFollowers = 4
    /// Bytes of changes, about, that the kernel keeps for a client that does not read. When full, the client gets the
    /// newest state once it reads again; the states between are counted in `skipped`.
    static let stateBacklog = 16_384
    /// Pressed keys in the state. Further ones are left out; `sounding` tells how many notes sound.
    static let shownKeys = 128
    /// Messages of the last minute whose times are kept while a client asks for them, and as many ticks. When full, the
    /// oldest are dropped.
    static let timeSamples = 4096
    /// Entries of the flight recorder in which the state looks for keys that were pressed before somebody followed it.
    /// Keys that were pressed earlier have no velocity.
    static let rememberedInputs = 4096
    /// Moments in the flight recorder at which a replay can begin, spread over its length. When full, the oldest is
    /// overwritten.
    static let recordedMoments = 4
    /// Recordings that are kept in files (M10). When full, the oldest is removed for the new one, with a message.
    static let savedRecordings = 16
    /// Input ports that a command opens itself if no box runs: with the sequencer, the signals and standard input they
    /// fill `descriptors`. Further ports are not opened.
    static let heardInputs = HostLimits.descriptors - 3
    /// Milliseconds between two looks for trace records while they come.
    static let watchPause: Int32 = 10
    /// Bytes of a SysEx that the monitor shows. The rest of a longer SysEx is left out.
    static let shownSysEx = 65_536
    /// Lines of the simulator's monitor that can be scrolled back to. When full, the oldest are dropped.
    static let simulatorLines = 2000
    /// Errors of drafts and files in the state. Further ones are left out; `check` tells them.
    static let shownFaults = 16
    /// Edits of presets that the page can take back (W14). When full, the oldest cannot be taken back any more.
    static let presetSteps = 8
    /// Characters of a browser's name in the line that tells of changed files. A longer one is cut.
    static let browserName = 64
}
