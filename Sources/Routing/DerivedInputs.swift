/// An input that no message is by itself: what makes it, by which one program's is known in another.
public struct DerivedInput: Hashable, Comparable, Sendable {
    public enum Kind: UInt8, Sendable {
        /// Two Control Changes (R15).
        case pair
        /// RPN and NRPN (R16).
        case registered, assignable
        /// A freely defined message (R17).
        case message
    }

    public var kind: Kind
    /// The numbers of its halves, 0...127.
    public var msb: UInt8
    public var lsb: UInt8
    /// A parameter of 14 bits.
    public var isFine = false
    /// Of a free message, which is longer than what stands here, a number that is another for every other.
    public var digest: UInt64 = 0

    public init(kind: Kind, msb: UInt8, lsb: UInt8) {
        self.kind = kind
        self.msb = msb
        self.lsb = lsb
    }

    public init(_ parameter: Parameter) {
        self.init(kind: parameter.isRegistered ? .registered : .assignable, msb: parameter.msb, lsb: parameter.lsb)
        isFine = parameter.isFine
    }

    /// The parameter that it is; nil: it is none.
    public var parameter: Parameter? {
        switch kind {
        case .registered: Parameter(isRegistered: true, msb: msb, lsb: lsb, isFine: isFine)
        case .assignable: Parameter(isRegistered: false, msb: msb, lsb: lsb, isFine: isFine)
        default: nil
        }
    }

    public init(messageOf digest: UInt64) {
        self.init(kind: .message, msb: 0, lsb: 0)
        self.digest = digest
    }

    /// An order in which they are found.
    public static func < (left: DerivedInput, right: DerivedInput) -> Bool {
        left.number == right.number ? left.digest < right.digest : left.number < right.number
    }

    private var number: UInt32 {
        UInt32(kind.rawValue) << 24 | UInt32(msb) << 16 | UInt32(lsb) << 8 | (isFine ? 1 : 0)
    }
}

/// All derived inputs that a program names, in remaps, conditions or assignments, and their last values.
///
/// Each has a slot past those of `ControlInput`, `ControlInput.derived` and its index. They are followed in all presets,
/// at the sources where anything listens to any of them.
public struct DerivedInputs {
    public var inputs: UnsafePointer<DerivedInput>
    public var count: Int
    /// Their indices in the order of the inputs, by which one program's are found in another.
    public var order: UnsafePointer<UInt16>
    /// Row of each source, or `Concerns.none`.
    public var rows: InlineArray<35, UInt8>
    /// What each Control Change, 0...127, is a half of.
    public var halves: UnsafePointer<Concerns.Span>
    public var list: UnsafePointer<Half>
    /// Parameters in the order of their numbers, each once.
    public var parameters: UnsafePointer<ParameterInput>
    public var parameterCount: Int
    /// By row, channel and index. The one part of a program that the loop writes.
    public var states: UnsafeMutablePointer<State>
    /// Which channel spoke last, by row and index (C2).
    public var newest: UnsafeMutablePointer<UInt8>

    /// What a Control Change is to a pair.
    public struct Half {
        public var slot: UInt16
        public var isLSB: Bool
        public init(slot: UInt16, isLSB: Bool) {
            self.slot = slot
            self.isLSB = isLSB
        }
    }

    /// The inputs that a parameter is.
    public struct ParameterInput {
        public var number: UInt16
        /// At 7 and at 14 bits; `Remap.none` where it is not named so.
        public var coarse = Remap.none
        public var fine = Remap.none
        public init(number: UInt16) { self.number = number }
    }

    /// What is known of an input: its last value, 0...16383. While its MSB waits, that stands with it in `WaitingInputs`,
    /// and here stands where: there are half a million of these.
    public struct State {
        private var bits: UInt16 = 0
        private static let waitingBit: UInt16 = 1 << 15

        public init() {}

        /// It has a value and waits for nothing.
        var isWhole: Bool { bits & State.waitingBit == 0 }

        @inline(__always)
        init(value: UInt16) { bits = value }

        @inline(__always)
        init(waitingAt place: UInt16) { bits = place | State.waitingBit }

        /// Where it waits, or `WaitingInputs.none`.
        @inline(__always)
        var waiting: UInt16 { bits & State.waitingBit == 0 ? WaitingInputs.none : bits & ~State.waitingBit }

        @inline(__always)
        func value(_ waiting: UnsafeMutablePointer<WaitingInputs.Entry>) -> UInt16 {
            bits & State.waitingBit == 0 ? bits : waiting[Int(bits & ~State.waitingBit)].value
        }

        @inline(__always)
        mutating func set(_ value: UInt16, _ waiting: UnsafeMutablePointer<WaitingInputs.Entry>) {
            if bits & State.waitingBit == 0 {
                bits = value
            } else {
                waiting[Int(bits & ~State.waitingBit)].value = value
            }
        }
    }

    public init(
        inputs: UnsafePointer<DerivedInput>, count: Int, order: UnsafePointer<UInt16>, rows: InlineArray<35, UInt8>,
        halves: UnsafePointer<Concerns.Span>,
        list: UnsafePointer<Half>, parameters: UnsafePointer<ParameterInput>, parameterCount: Int,
        states: UnsafeMutablePointer<State>, newest: UnsafeMutablePointer<UInt8>
    ) {
        self.inputs = inputs
        self.count = count
        self.order = order
        self.rows = rows
        self.halves = halves
        self.list = list
        self.parameters = parameters
        self.parameterCount = parameterCount
        self.states = states
        self.newest = newest
    }

    @inline(__always)
    func isFollowed(at source: UInt8) -> Bool { rows[Int(source)] != Concerns.none }

    @inline(__always)
    func halves(of controller: UInt8) -> UnsafeBufferPointer<Half> {
        let span = halves[Int(controller)]
        return UnsafeBufferPointer(start: list + Int(span.start), count: Int(span.count))
    }

    @inline(__always)
    func input(_ slot: Int) -> DerivedInput { inputs[slot - ControlInput.derived] }

    /// The state of an input; nil: its source is not followed.
    @inline(__always)
    func state(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> UnsafeMutablePointer<State>? {
        let row = rows[Int(source)]
        if row == Concerns.none { return nil }
        return states + (Int(row) << 4 | Int(channel)) * count + slot - ControlInput.derived
    }

    @inline(__always)
    func newest(_ source: UInt8, _ slot: Int) -> UnsafeMutablePointer<UInt8>? {
        let row = rows[Int(source)]
        return row == Concerns.none ? nil : newest + Int(row) * count + slot - ControlInput.derived
    }

    /// The slots of a parameter, at 7 and at 14 bits, or `Remap.none`.
    func slots(of number: UInt16?) -> (UInt16, UInt16) {
        guard let number else { return (Remap.none, Remap.none) }
        var (low, high) = (0, parameterCount)
        while low < high {
            let middle = (low + high) / 2
            if parameters[middle].number < number { low = middle + 1 } else { high = middle }
        }
        if low == parameterCount || parameters[low].number != number { return (Remap.none, Remap.none) }
        return (parameters[low].coarse, parameters[low].fine)
    }

    /// The slot of what is the same input in another program; nil: it is not named there.
    func slot(of input: DerivedInput) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if inputs[Int(order[middle])] < input { low = middle + 1 } else { high = middle }
        }
        if low == count || inputs[Int(order[low])] != input { return nil }
        return ControlInput.derived + Int(order[low])
    }
}

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

extension ControlInput {
    /// The slot of the first derived input.
    public static let derived = slots
}
