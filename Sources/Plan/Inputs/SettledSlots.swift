/// The Control Changes with `settle` (R27) by number. Each time that is written for one makes an input of its own.
package struct SettledSlots {
    /// For each Control Change, 0...127, the span in `slots`.
    private let spans: UnsafePointer<Concerns.Span>
    private let slots: UnsafePointer<UInt16>

    package init(spans: UnsafePointer<Concerns.Span>, slots: UnsafePointer<UInt16>) {
        (self.spans, self.slots) = (spans, slots)
    }

    /// The slots of the inputs of a Control Change.
    package subscript(controller: UInt8) -> UnsafeBufferPointer<UInt16> {
        let span = spans[Int(controller)]
        return UnsafeBufferPointer(start: slots + Int(span.start), count: Int(span.count))
    }
}

extension DerivedInput {
    /// - Parameters:
    ///   - controller: the Control Change, 0...127.
    ///   - microseconds: the time of `settle`.
    package init(settled controller: UInt8, microseconds: UInt32) {
        self.init(kind: .settled, msb: controller, lsb: controller)
        digest = UInt64(microseconds)
    }

    /// The time of `settle`, in nanoseconds; 0 for other kinds.
    package var settleTime: UInt64 { kind == .settled ? digest * 1000 : 0 }
}
