import MIDI
import Plan

// Variables (V1, V2, V3): actions change them, and each change is a message of the source `variables`.
extension Router {
    /// Changes a variable. Its message is routed after the message whose action changes it (A1); at once if no message
    /// is being routed.
    mutating func change(_ variable: UInt8, _ change: VariableChange) {
        let index = Int(variable)
        // The index may belong to an earlier plan.
        guard index < Int(plan.variableCount), let settings = plan.variables.map({ $0 + index }) else { return }
        let value = settings.pointee.value(after: inputs.variables[index], change)
        if value == inputs.variables[index] { return }
        if !inputs.variables.set(index, to: value) { return tellCircle(variable, value) }
        status.variableChanges &+= 1
        if inputs.moves.isEmpty { tellVariables() }
    }

    /// Routes a message for each changed variable, also for those that these messages change. Each variable has at most
    /// one message, so this ends.
    @inline(never)
    mutating func tellVariables() {
        if inputs.variables.isTelling { return }
        inputs.variables.beginTelling()
        while let index = inputs.variables.takeChanged() {
            let value = inputs.variables[index]
            // Changed and changed back by one message.
            if Int32(value) == inputs.value(Source.variables, 0, ControlInput.variable + index) { continue }
            receiveAny(Message(variable: UInt8(index), value: UInt16(value)), from: Source.variables)
        }
        inputs.variables.endTelling()
    }

    /// Reports that a variable is not changed, because its own message has led to this change.
    private mutating func tellCircle(_ variable: UInt8, _ value: UInt8) {
        if isTraced { tell(.circle, routing: .none, Message(variable: variable, value: UInt16(value))) }
    }

    /// Sets the variables with which the box starts. Sends nothing.
    mutating func startVariables() {
        inputs.variables.start(planAddress)
        hearVariables()
    }

    /// Gives each variable of another plan the value of the variable of the same name, if it is in the range, else its
    /// start. Sends nothing.
    mutating func carryVariables(to new: UnsafePointer<Plan>) {
        var values = InlineArray<32, UInt8>(repeating: 0)
        for index in 0..<Int(new.pointee.variableCount) {
            guard let variable = new.pointee.variables.map({ $0 + index }) else { break }
            values[index] = variable.pointee.start
            if let old = place(ofVariable: variable.pointee.nameHash),
                variable.pointee.contains(inputs.variables[old])
            {
                values[index] = inputs.variables[old]
            }
        }
        for index in 0..<Limits.variables { inputs.variables.restore(index, to: values[index]) }
        hearVariables()
    }

    /// The slot of the variable of the same name in another plan; nil if there is none, or if its value will change.
    mutating func translatedVariable(_ slot: UInt16, to new: UnsafePointer<Plan>) -> UInt16? {
        let index = Int(slot) - ControlInput.variable
        guard let old = plan.variables, let variables = new.pointee.variables, 0..<Int(plan.variableCount) ~= index
        else { return nil }
        for place in 0..<Int(new.pointee.variableCount) where variables[place].nameHash == old[index].nameHash {
            let isKept = variables[place].contains(inputs.variables[index])
            return isKept ? UInt16(ControlInput.variable + place) : nil
        }
        return nil
    }

    /// The index of the variable with a name in the running plan; nil if there is none.
    private mutating func place(ofVariable nameHash: UInt64) -> Int? {
        guard let variables = plan.variables else { return nil }
        for index in 0..<Int(plan.variableCount) where variables[index].nameHash == nameHash { return index }
        return nil
    }

    /// Takes all values as heard, without messages.
    private mutating func hearVariables() {
        for index in 0..<Limits.variables {
            let value = Int32(inputs.variables[index])
            inputs.lastValues.set(Source.variables, 0, ControlInput.variable + index, to: value)
        }
        status.variableChanges &+= 1
    }

    /// Restores a value that was stored before the box was switched off (V1). Called before the first load.
    package mutating func resume(variable index: Int, value: UInt8) {
        guard index < Int(plan.variableCount), let settings = plan.variables.map({ $0 + index }),
            settings.pointee.contains(value)
        else { return }
        inputs.variables.restore(index, to: value)
        hearVariables()
    }

    /// The value of a variable, by index.
    package mutating func value(ofVariable index: Int) -> UInt8 { inputs.variables[index] }
}
