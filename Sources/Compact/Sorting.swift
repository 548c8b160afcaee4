// Sorts with one copy of the merge sort. The standard library's sort is compiled again for each element type and
// closure, some 2.5 KB each time. Like the standard library's, it is stable: equal elements keep their order.

/// Returns the numbers below `count`, sorted.
///
/// - Parameter precedes: whether the element at the first index comes before the one at the second.
@inline(never)
package func sortedIndices(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    // Calls the library's sort, because the members below exist for `Array` only.
    var order = ContiguousArray(0..<count)
    order.sort(by: precedes)
    return Array(order)
}

extension Array {
    @inline(__always)
    package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
        sortedIndices(count) { precedes(self[$0], self[$1]) }.map { self[$0] }
    }

    @inline(__always)
    package mutating func sort(by precedes: (Element, Element) -> Bool) { self = sorted(by: precedes) }

    /// Sorts by a number of each element, lowest first.
    @inline(__always)
    package func sorted(byNumber number: (Element) -> UInt64) -> [Element] {
        count < 2 ? self : order(of: map(number)).map { self[$0] }
    }
}

extension Array where Element: Comparable {
    @inline(__always)
    package func sorted() -> [Element] { sorted(by: <) }
}

extension Range<Int> {
    @inline(__always)
    package func sorted(by precedes: (Int, Int) -> Bool) -> [Int] { Array(self).sorted(by: precedes) }
}

/// Returns the indices sorted by their numbers, lowest first.
@inline(never)
package func order(of numbers: [UInt64]) -> [Int] { sortedIndices(numbers.count) { numbers[$0] < numbers[$1] } }
