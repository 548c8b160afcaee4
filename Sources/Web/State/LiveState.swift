import Compact

/// The state of the box as its socket tells it (docs/reference/COMMANDS.md, "The state").
package struct LiveState {
    /// The whole state; nil until the box has told it.
    package private(set) var value: JSONValue?
    /// The number of the state, which grows with each state of the box; 0 if it is not known.
    package private(set) var revision = 0

    package init() {}

    /// Accepts the data of a line `state`: the whole state.
    mutating func accept(whole state: JSONValue) {
        value = state
        revision = state["revision"]?.int ?? 0
    }

    /// Accepts the data of a line `change`: a merge patch of the state (RFC 7396).
    mutating func accept(change: JSONValue) {
        guard let value else { return }
        accept(whole: value.merged(with: change))
    }

    /// The aliases of the ports in the order of their numbers.
    var ports: [String] { (value?["ports"]?.items ?? []).map { $0["alias"]?.text ?? "" } }
}
