/// Whether a sequence plays, as Start, Continue and Stop say it (MIDI 1.0 detailed specification, "System Real Time
/// Messages"). A paused sequence goes on where it stopped.
public enum Transport: UInt8, BitwiseCopyable, Sendable {
    case stopped, running, paused
}
