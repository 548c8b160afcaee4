/// All derived inputs used by the remaps, conditions and assignments of a plan, and their last values.
///
/// The slot of a derived input is `ControlInput.derived` plus its index. In all presets, derived inputs are followed at
/// each source where anything listens to one of them.
package struct DerivedInputs {
    package var inputs: UnsafePointer<DerivedInput>
    package var count: Int
    /// The indices of the inputs in sorted order, for finding the same input in another plan.
    package var order: UnsafePointer<UInt16>
    /// The row of each of `Limits.valueRows` in `states` and `newest`, or `Concerns.none`.
    package var rows: InlineArray<54, UInt8>
    /// For each Control Change, 0...127, the span in `list` of the pairs to which it belongs.
    package var halves: UnsafePointer<Concerns.Span>
    package var list: UnsafePointer<Half>
    /// Parameters sorted by number, each once.
    package var parameters: UnsafePointer<ParameterInput>
    package var parameterCount: Int
    /// The Control Changes with `settle` (R27); nil if there are none.
    package var settled: SettledSlots?
    /// Whether Control Changes may move more than pairs.
    package var movesMore: Bool
    /// Last values by row, channel and index. With `newest`, the only part of a plan that the loop writes.
    package var states: UnsafeMutablePointer<State>
    /// The channel that moved an input last, by row and index (C2).
    package var newest: UnsafeMutablePointer<UInt8>

    /// A pair of which a Control Change is one half.
    package struct Half {
        package var slot: UInt16
        package var isLSB: Bool
        package init(slot: UInt16, isLSB: Bool) {
            self.slot = slot
            self.isLSB = isLSB
        }
    }

    /// The slots of a parameter.
    package struct ParameterInput {
        package var number: UInt16
        /// The slots at 7 and at 14 bits; `Remap.none` if no remap, condition or assignment uses the parameter at that
        /// precision.
        package var coarse = Remap.none
        package var fine = Remap.none
        package init(number: UInt16) { self.number = number }
    }

    /// The last value of an input, 0...16383. While a first half waits, the value is in `WaitingInputs`, and the state
    /// contains the index there: it has no room for both, as there are half a million states.
    package struct State {
        package var bits: UInt16 = 0
        package static let waitingBit: UInt16 = 1 << 15
        /// Set while the halves of a pair arrive as two MIDI 2.0 controllers (U4).
        package static let splitBit: UInt16 = 1 << 14

        package init() {}
    }

    package init(
        inputs: UnsafePointer<DerivedInput>, count: Int, order: UnsafePointer<UInt16>, rows: InlineArray<54, UInt8>,
        halves: UnsafePointer<Concerns.Span>,
        list: UnsafePointer<Half>, parameters: UnsafePointer<ParameterInput>, parameterCount: Int,
        settled: SettledSlots? = nil,
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
        self.settled = settled
        movesMore = parameterCount > 0 || settled != nil
        self.states = states
        self.newest = newest
    }

    @inline(__always)
    package func isFollowed(at source: UInt8) -> Bool { rows[Int(source)] != Concerns.none }

    @inline(__always)
    package func halves(of controller: UInt8) -> UnsafeBufferPointer<Half> {
        let span = halves[Int(controller)]
        return UnsafeBufferPointer(start: list + Int(span.start), count: Int(span.count))
    }

    @inline(__always)
    package func input(_ slot: Int) -> DerivedInput { inputs[slot - ControlInput.derived] }

    /// Returns the state of an input; nil if its source is not followed.
    @inline(__always)
    package func state(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> UnsafeMutablePointer<State>? {
        let row = rows[Int(source)]
        if row == Concerns.none { return nil }
        return states + (Int(row) << 4 | Int(channel)) * count + slot - ControlInput.derived
    }

    @inline(__always)
    package func newest(_ source: UInt8, _ slot: Int) -> UnsafeMutablePointer<UInt8>? {
        let row = rows[Int(source)]
        return row == Concerns.none ? nil : newest + Int(row) * count + slot - ControlInput.derived
    }

    /// Finds the slots of a parameter at 7 and at 14 bits; `Remap.none` for each that does not exist.
    package func slots(of number: UInt16?) -> (UInt16, UInt16) {
        guard let number else { return (Remap.none, Remap.none) }
        var (low, high) = (0, parameterCount)
        while low < high {
            let middle = (low + high) / 2
            if parameters[middle].number < number { low = middle + 1 } else { high = middle }
        }
        if low == parameterCount || parameters[low].number != number { return (Remap.none, Remap.none) }
        return (parameters[low].coarse, parameters[low].fine)
    }

    /// Finds the slot of an input of another plan; nil if this plan does not use that input.
    package func slot(of input: DerivedInput) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if inputs[Int(order[middle])] < input { low = middle + 1 } else { high = middle }
        }
        if low == count || inputs[Int(order[low])] != input { return nil }
        return ControlInput.derived + Int(order[low])
    }
}

extension ControlInput {
    /// The slot of the first derived input.
    package static let derived = slots
}

extension DerivedInputs {
    /// The number of rows of last values: one for each source with derived inputs, one for each port with several
    /// groups.
    package var rowCount: Int {
        var rows = 0
        for source in 0..<Limits.valueRows where self.rows[source] != Concerns.none {
            rows = max(rows, Int(self.rows[source]) + 1)
        }
        return rows
    }
}
