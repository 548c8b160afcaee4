// Set of `X-Treadle-Status` with variables of the box (V5).
extension CIDevice {
    /// Asks the owner to set variables, `{"amp": 2}`. Refuses all of them if one is unknown or out of its range.
    mutating func set(_ variables: JSONValue, _ request: UInt8, _ incoming: Incoming) {
        guard case .object(let members) = variables, !members.isEmpty else {
            return reply(to: incoming, request: request, status: 342, "no variable and its value")
        }
        var values: [CIRequest.VariableValue] = []
        for member in members {
            guard let variable = content.variables.first(where: { $0.name == member.name }) else {
                return reply(to: incoming, request: request, status: 342, "no such variable")
            }
            guard let value = member.value.int, variable.range ~= value else {
                return reply(to: incoming, request: request, status: 342, "a value outside the range")
            }
            values.append(CIRequest.VariableValue(name: member.name, value: value))
        }
        ask(.setVariables(values), incoming, request: request)
    }
}
