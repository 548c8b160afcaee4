/// The parameters of a channel that were used last, oldest first.
struct ParameterTable: BitwiseCopyable {
    private var logs = InlineArray<32, ParameterLog>(repeating: ParameterLog())
    private(set) var count = 0

    subscript(index: Int) -> ParameterLog {
        // Mutating, so that a debug build does not copy the table to the stack.
        @inline(__always) mutating get { logs[index] }
    }

    /// Returns the index of a parameter; nil if it is not in the table.
    mutating func index(of number: ParameterNumber) -> Int? {
        var index = count
        while index > 0 {
            index -= 1
            if logs[index].number == number { return index }
        }
        return nil
    }

    /// Makes a parameter the newest. A full table drops the oldest.
    ///
    /// - Returns: the packet of the dropped parameter; nil if none was dropped.
    mutating func touch(_ number: ParameterNumber, in packet: UInt32) -> UInt32? {
        var dropped: UInt32?
        if let index = index(of: number) {
            moveToEnd(index)
        } else {
            if count == RTPMIDILimits.parameters {
                dropped = logs[0].packet
                moveToEnd(0)
            } else {
                count += 1
            }
            logs[count - 1] = ParameterLog(number: number)
        }
        logs[count - 1].packet = packet
        return dropped
    }

    /// Records a Control Change 6, 38, 96 or 97 of the newest parameter.
    mutating func enter(_ controller: UInt8, _ value: UInt8) { logs[count - 1].enter(controller, value) }

    mutating func resetControllers() {
        for index in 0..<count { logs[index].resetControllers() }
    }

    mutating func removeAll() { count = 0 }

    private mutating func moveToEnd(_ index: Int) {
        if index == count - 1 { return }
        let moved = logs[index]
        for place in index..<count - 1 { logs[place] = logs[place + 1] }
        logs[count - 1] = moved
    }
}
