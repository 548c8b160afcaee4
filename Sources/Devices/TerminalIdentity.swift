import CPlatform

/// The identity of the pseudo-terminal at a path.
///
/// A closed pseudo-terminal never returns. The kernel soon reuses its number for a pseudo-terminal of another program.
package struct TerminalIdentity {
    private let terminal: treadle_identity
    /// The identity of the link at the path, or of the pseudo-terminal itself.
    private let link: treadle_identity

    /// Reads the identity; nil if the path does not lead to a pseudo-terminal.
    package init?(_ path: String) {
        var (terminal, link) = (treadle_identity(), treadle_identity())
        guard treadle_identity_of(path, 1, &terminal) == 0, terminal.is_pseudo_terminal != 0,
            treadle_identity_of(path, 0, &link) == 0
        else { return nil }
        (self.terminal, self.link) = (terminal, link)
    }

    /// Whether this terminal may be used at a path that led to `other` before: it is the same terminal, or the path is
    /// a new link.
    package func isMeant(after other: TerminalIdentity) -> Bool {
        terminal.isSame(as: other.terminal) || link.is_link != 0 && !link.isSame(as: other.link)
    }
}

extension treadle_identity {
    fileprivate func isSame(as other: treadle_identity) -> Bool {
        device == other.device && inode == other.inode && number == other.number && seconds == other.seconds
            && nanoseconds == other.nanoseconds
    }
}
