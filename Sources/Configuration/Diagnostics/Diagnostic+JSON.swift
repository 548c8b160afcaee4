extension Diagnostic {
    /// The diagnostic as an object, as `check --json` and the API give it.
    package var json: JSONValue {
        .object([
            JSONMember(name: "file", value: .string(file)), JSONMember(name: "line", value: .number(line)),
            JSONMember(name: "column", value: .number(column)),
            JSONMember(name: "severity", value: .string(severity.word)),
            JSONMember(name: "message", value: .string(message)),
        ])
    }

    /// Writes the diagnostic as an object.
    package func write(to json: inout JSON) { json.value(self.json) }
}
