/// What a client that follows the state of the box was told.
struct FollowedState {
    /// The state that the client was told last, but for `skipped`.
    private(set) var state: JSONValue
    private(set) var revision: Int
    /// States that the client was not told, because it had not read the ones before.
    private(set) var skipped = 0

    init(_ state: JSONValue, revision: Int) { (self.state, self.revision) = (state, revision) }

    /// Goes on to a newer state, of which the client is then told.
    ///
    /// - Parameter patch: the patch that makes it of the last one.
    /// - Returns: the patch to tell, with the count of skipped states if that has changed.
    mutating func follow(_ state: JSONValue, revision: Int, _ patch: JSONValue) -> JSONValue {
        let between = revision - self.revision - 1
        (self.state, self.revision) = (state, revision)
        if between <= 0 { return patch }
        skipped += between
        return patch.merged(with: .object([JSONMember(name: "skipped", value: .number(skipped))]))
    }

    /// A line of the socket: `state` or `change`, and a value.
    static func line(_ word: String, _ value: JSONValue) -> [UInt8] {
        var json = JSON()
        json.value(value)
        return Array("\(word) ".utf8) + json.bytes + [UInt8(ascii: "\n")]
    }
}
