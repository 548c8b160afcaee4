import Plan

extension Variable {
    /// Compiles a variable.
    init(_ model: VariableConfiguration) {
        self.init(
            name: Name(model.name), nameHash: Reader.hash(Array(model.name.utf8)),
            lowest: UInt8(model.range.lowerBound), highest: UInt8(model.range.upperBound), start: UInt8(model.start))
    }
}
