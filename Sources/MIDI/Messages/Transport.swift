/// Whether a sequence plays, as set by Start, Continue and Stop (MIDI 1.0 detailed specification, "System Real Time
/// Messages"). A paused sequence continues where it stopped.
package enum Transport: UInt8, BitwiseCopyable, Sendable {
    case stopped, running, paused
}
