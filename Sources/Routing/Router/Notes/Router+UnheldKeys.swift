import MIDI
import Plan

// Messages about a key that is not held: pressure (R6), and per-note messages, which may precede their Note On (U5).
// They are sent where the key would sound under the present settings.
extension Router {
    /// Visits each note that an unheld key would play, once (H8), with the first word of the message to that note and
    /// its destination. A routing that replaces the message sends its replacement instead (R17).
    ///
    /// - Parameter message: poly pressure, or a per-note UMP with its reserved bit cleared.
    @inline(__always)
    mutating func forEachUnheldNote(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8,
        _ body: (inout Router, UInt32, PortIndex) -> Void
    ) {
        for concern in concerned(by: message, as: .polyPressure, from: source) {
            if moves.hasMessages && control(message, moves, from: source, through: concern) { continue }
            guard let routing = admitted(concern, channel: message.channel) else { continue }
            let word = unheldNote(of: message.word0, through: routing, concern)
            if word == 0 { continue }
            for destination in destinations(of: routing, from: source) {
                if isReachedEarlier(word, at: destination, than: concern, message, moves, from: source) {
                    why(.reachedAlready, to: destination)
                } else {
                    body(&self, word, destination)
                }
            }
        }
    }

    /// Applies the stages of a routing to a message about an unheld key, as to its note but without the velocity range
    /// (R5). Returns 0 if a stage stops the message.
    private mutating func unheldNote(
        of word: UInt32, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> UInt32 {
        let word = routing.pointee.channelStage(word)
        if isBypassed(concern.routing) { return transposed(word, concern) }
        var result = routing.pointee.noteStage(word, .polyPressure)
        if case .passes = result, routing.pointee.filters(.noteOn) { result = .stops(.blockedNote) }
        switch result {
        case .passes(let word): return transposed(word, concern)
        case .stops(let reason):
            why(reason, concern.routing)
            return 0
        }
    }

    /// Whether an earlier routing sends the same message to the same destination.
    private mutating func isReachedEarlier(
        _ word: UInt32, at destination: PortIndex, than concern: Concern, _ message: Message, _ moves: ControllerMoves,
        from source: UInt8
    ) -> Bool {
        let atWork = working
        outputs.tracer.isQuiet = true
        defer {
            outputs.tracer.isQuiet = false
            working = atWork
        }
        for earlier in concerned(by: message, as: .polyPressure, from: source) {
            if earlier.routing == concern.routing { return false }
            guard let routing = admitted(earlier, channel: message.channel),
                unheldNote(of: message.word0, through: routing, earlier) == word,
                !replaces(message, moves, through: routing, earlier)
            else { continue }
            for other in destinations(of: routing, from: source) where other == destination { return true }
        }
        return false
    }
}
