/// Sorts names by their bytes, independent of the locale.
@inline(never)
public func sortByBytes(_ names: inout [String]) { names.sort(by: bytesPrecede) }
