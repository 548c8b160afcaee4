import Compact

/// What browsers and programs hold: notes, controllers and footswitches (W10). All of them share one connection to the
/// box, which releases what it holds only when the connection ends.
///
/// A note that several hold ends with the last of them, and one that is held twice with the second release.
struct Holds {
    /// What is held, in the same way by all.
    enum Thing: Equatable {
        case footswitch(String)
        /// A note or controller at a port, played into it or sent out of it.
        case sound(port: String, isSent: Bool, UInt32)
    }

    private struct Hold {
        let visitor: WebVisitor
        let thing: Thing
        /// How often a note is held; 1 for everything else.
        var count: Int
        /// Ends it, in the words of `do`.
        let release: Release
        /// The connection of HTTP by which it came.
        let connection: Int
    }

    /// What ends something that is held.
    enum Release: Equatable {
        case footswitch(String)
        case message(port: String, isSent: Bool, words: String)
    }

    private var holds: [Hold] = []

    var count: Int { holds.count }

    /// Notes that somebody holds something.
    mutating func begin(_ thing: Thing, _ release: Release, by visitor: WebVisitor, connection: Int) {
        guard let index = index(of: thing, visitor) else {
            let hold = Hold(visitor: visitor, thing: thing, count: 1, release: release, connection: connection)
            return holds.append(hold)
        }
        if case .sound(_, _, let held) = thing, PlayedMessage.isNote(held) { holds[index].count += 1 }
    }

    /// Notes that somebody lets go. Returns whether nobody holds it any more, so that the box is to be told.
    mutating func end(_ thing: Thing, by visitor: WebVisitor) -> Bool {
        if let index = index(of: thing, visitor) {
            holds[index].count -= 1
            if holds[index].count == 0 { holds.remove(at: index) }
        }
        return !holds.contains { $0.thing == thing }
    }

    private func index(of thing: Thing, _ visitor: WebVisitor) -> Int? {
        holds.firstIndex { $0.thing == thing && $0.visitor.isSame(as: visitor) }
    }

    /// Lets go what a browser holds, because it has gone. Returns what the box is to be told.
    mutating func releaseAll(of visitor: WebVisitor) -> [Release] { release { $0.visitor.isSame(as: visitor) } }

    /// Lets go what came by a connection that has ended, but for what belongs to a browser with a stream.
    mutating func releaseAll(ofConnection connection: Int, besides hasStream: (WebVisitor) -> Bool) -> [Release] {
        release { $0.connection == connection && !hasStream($0.visitor) }
    }

    private mutating func release(_ isOver: (Hold) -> Bool) -> [Release] {
        let over = holds.filter(isOver)
        if over.isEmpty { return [] }
        holds.removeAll(where: isOver)
        return over.filter { ended in !holds.contains { $0.thing == ended.thing } }.map { $0.release }
    }
}
