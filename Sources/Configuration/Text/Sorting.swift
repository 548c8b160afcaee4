/// Sorts names by their bytes, which does not depend on the locale.
@inline(never)
public func sortByBytes(_ names: inout [String]) { names.sort(by: bytesPrecede) }
