import Program

extension DerivedInputs {
    /// Every value begins as 0, unless another program's goes on: previous values are those of any preset (R14). Nothing
    /// waits then.
    func begin(after old: UnsafePointer<DerivedInputs>?) {
        for slot in ControlInput.derived..<ControlInput.derived + count {
            let known = old?.pointee.slot(of: input(slot))
            for source in 0..<UInt8(Limits.sources) {
                guard let newest = newest(source, slot) else { continue }
                newest.pointee = known.flatMap { old?.pointee.newest(source, $0)?.pointee } ?? 0
                for channel in 0..<UInt8(16) {
                    self.state(source, channel, slot)?.pointee =
                        known.flatMap { old?.pointee.state(source, channel, $0)?.pointee } ?? State()
                }
            }
        }
    }
}

extension DerivedInputs.State {
    /// It has a value and waits for nothing.
    var isWhole: Bool { bits & Self.waitingBit == 0 }

    @inline(__always)
    init(value: UInt16) {
        self.init()
        bits = value
    }

    @inline(__always)
    init(waitingAt place: UInt16) {
        self.init()
        bits = place | Self.waitingBit
    }

    /// Where it waits, or `WaitingInputs.none`.
    @inline(__always)
    var waiting: UInt16 { bits & Self.waitingBit == 0 ? WaitingInputs.none : bits & ~Self.waitingBit }

    @inline(__always)
    func value(_ waiting: UnsafeMutablePointer<WaitingInputs.Entry>) -> UInt16 {
        bits & Self.waitingBit == 0 ? bits : waiting[Int(bits & ~Self.waitingBit)].value
    }

    @inline(__always)
    mutating func set(_ value: UInt16, _ waiting: UnsafeMutablePointer<WaitingInputs.Entry>) {
        if bits & Self.waitingBit == 0 {
            bits = value
        } else {
            waiting[Int(bits & ~Self.waitingBit)].value = value
        }
    }
}
