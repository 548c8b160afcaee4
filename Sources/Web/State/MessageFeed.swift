/// Has the box show messages while a stream asks for them, and no longer (W11).
final class MessageFeed {
    private let link: BoxLink
    /// The request that the box has now: `watch numbers`, `watch numbers in` or `watch end`.
    private var asked = MessageFeed.end

    private static let end = "watch end"

    init(_ link: BoxLink) { self.link = link }

    /// Asks for what is wanted now.
    ///
    /// - Parameter learns: whether a value is learnt from messages that come in.
    func want(_ wish: MessageWish?, learns: Bool) {
        let wanted: String
        if let wish, !wish.inputsOnly {
            wanted = "watch numbers"
        } else {
            wanted = wish != nil || learns ? "watch numbers in" : MessageFeed.end
        }
        if wanted == asked { return }
        asked = wanted
        link.ask(wanted)
    }
}
