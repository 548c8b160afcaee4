import Program

// In tests, whose boxes are small, an index is written as its number.

extension PresetIndex: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
}

extension RoutingIndex: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
}

extension PortIndex: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
}
