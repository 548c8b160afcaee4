// JSON merge patches (RFC 7396): what differs between two values of which no object has a null.
extension JSONValue {
    /// The patch that makes this value of another; nil if they are equal. Of objects it has the members that differ,
    /// null for those that are gone. Every other value is replaced whole.
    package func patch(from old: JSONValue) -> JSONValue? {
        // Values that have not changed mostly share their memory, and are then equal at once.
        if self == old { return nil }
        guard case .object(let new) = self, case .object(let before) = old else { return self }
        var members: [JSONMember] = []
        for member in new {
            guard let was = old[member.name] else {
                members.append(member)
                continue
            }
            if let value = member.value.patch(from: was) {
                members.append(JSONMember(name: member.name, value: value))
            }
        }
        for member in before where self[member.name] == nil {
            members.append(JSONMember(name: member.name, value: .null))
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// This value, changed by a patch. Members that are new come last.
    package func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [JSONMember] = []
        if case .object(let own) = self { members = own }
        for change in changes {
            let place = members.firstIndex { $0.name == change.name }
            if change.value == .null {
                if let place { members.remove(at: place) }
            } else if let place {
                members[place].value = members[place].value.merged(with: change.value)
            } else {
                members.append(JSONMember(name: change.name, value: JSONValue.null.merged(with: change.value)))
            }
        }
        return .object(members)
    }
}
