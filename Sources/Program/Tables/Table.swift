/// A table of a compiled program, readable only with its own index type. Its memory lives as long as the program.
public struct Table<Index: TableIndex, Element> {
    @usableFromInline let start: UnsafePointer<Element>
    @usableFromInline let length: Int32

    @inlinable
    public init(_ start: UnsafePointer<Element>, count: Int) {
        self.start = start
        length = Int32(count)
    }

    @inlinable public var count: Int { Int(length) }

    @inlinable public var indices: Range<Index> { Index(0)..<Index(count) }

    /// Whether an index from outside the program is valid in this table.
    @inlinable
    public func contains(_ index: Index) -> Bool { index.position < count }

    @inlinable
    public subscript(index: Index) -> Element {
        @inline(__always) unsafeAddress { start + index.position }
    }

    /// Returns the address of an element.
    @inlinable @inline(__always)
    public func at(_ index: Index) -> UnsafePointer<Element> { start + index.position }
}
