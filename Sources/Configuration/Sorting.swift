extension Array {
    /// Sorts the elements by a number of each, lowest first; elements with equal numbers keep their order.
    ///
    /// Used instead of `sorted(by:)`, which the compiler copies, 2.5 KB each time, for every element type and closure.
    @inline(__always)
    public func sorted(byNumber number: (Element) -> UInt64) -> [Element] {
        order(of: map(number)).map { self[$0] }
    }
}

/// Returns the indices sorted by their numbers, lowest first; indices of equal numbers keep their order.
@inline(never)
public func order(of numbers: [UInt64]) -> [Int] {
    numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
}

/// Sorts names by their bytes, which does not depend on the locale.
@inline(never)
public func sortByBytes(_ names: inout [String]) { names.sort(by: bytesPrecede) }
