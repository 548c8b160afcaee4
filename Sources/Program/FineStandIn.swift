// Stands in until the compiled ones exist.
extension Routing {
    public func fineVelocity(_ velocity: UInt16) -> UInt16 { velocity }
}
extension Remap {
    public func fineOutput(of value: UInt32) -> UInt32? { value }
}
