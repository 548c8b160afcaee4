/// A table of a compiled plan, readable only with its own index type. Its memory lives as long as the plan.
package struct Table<Index: TableIndex, Element> {
    @usableFromInline let start: UnsafePointer<Element>
    @usableFromInline let length: Int32

    @inlinable
    package init(_ start: UnsafePointer<Element>, count: Int) {
        self.start = start
        length = Int32(count)
    }

    @inlinable package var count: Int { Int(length) }

    @inlinable package var indices: Range<Index> { Index(0)..<Index(count) }

    /// Whether an index from outside the plan is valid in this table.
    @inlinable
    package func contains(_ index: Index) -> Bool { index.position < count }

    @inlinable
    package subscript(index: Index) -> Element {
        @inline(__always) unsafeAddress { start + index.position }
    }

    /// Returns the address of an element.
    @inlinable @inline(__always)
    package func at(_ index: Index) -> UnsafePointer<Element> { start + index.position }
}
