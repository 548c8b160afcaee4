import Plan

// In tests, whose boxes are small, an index is written as its number.

extension PresetIndex: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(value) }
}

extension RoutingIndex: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(value) }
}

extension PortIndex: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(value) }
}
