/// Sorts names by their bytes, independent of the locale.
@inline(never)
package func sortByBytes(_ names: inout [String]) { names.sort(by: bytesPrecede) }

/// Whether `a` comes before `b` by bytes, independent of the locale.
func bytesPrecede(_ a: String, _ b: String) -> Bool {
    a.asText { a in b.asText { a.precedes($0) } }
}
