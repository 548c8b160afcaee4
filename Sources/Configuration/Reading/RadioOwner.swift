import CPlatform

/// Whether the radios of this machine belong to the box, as its network does (N13): on an appliance. Elsewhere they
/// belong to the machine's own system, and the keys about them have no effect.
///
/// The processes of an image have the board in their environment. A box passes the answer on to its children.
package enum RadioOwner {
    private static let board = "treadle_board"
    private static let own = "treadle_radio"

    package static var isBox: Bool { getenv(board) != nil || getenv(own) != nil }

    /// Says that the radios belong to this box. Must be called before a configuration is read and before other threads
    /// start.
    package static func claimRadios() { setenv(own, "1", 1) }
}
