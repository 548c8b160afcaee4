import Bluetooth
import Panel

/// Requests of Bluetooth to the loop. Tests pass other closures.
struct LinkLoop {
    /// Hands the socket of a connected peer to the loop.
    var link: (LinkedLine, _ socket: Int32) -> Void
    /// Tells the loop by which address the peer of a slot is known from now on.
    var identify: (_ slot: Int, RadioAddress) -> Void
    /// Makes the loop end a link and release its socket.
    var unlink: (_ slot: Int) -> Void
    /// Shows a question or digits on the display, or no more.
    var show: (ShownPairingRow) -> Void
    /// Shows that a pairing was refused because none is allowed.
    var showRefusal: () -> Void
    /// Shows the state and the peers in the menu.
    var list: (_ state: String, _ connected: Int, _ rows: [MenuPicture.Row]) -> Void
}

/// What the display shows of a peer that pairs (B4), with the number of the question.
struct ShownPairingRow: Equatable {
    var asked: UInt32
    var row: PairingRow
    var isQuestion: Bool
}
