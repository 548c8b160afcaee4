// Members that replace those of the standard library, which the compiler inlines: some 100 bytes of code for each part
// of a text.

extension DefaultStringInterpolation {
    @inline(never)
    public mutating func appendLiteral(_ literal: String) { write(literal) }

    @inline(never)
    public mutating func appendInterpolation(_ text: String) { write(text) }

    @inline(never)
    public mutating func appendInterpolation(_ number: Int) { write(number.description) }

    @inline(never)
    public mutating func appendInterpolation(_ number: UInt64) { write(number.description) }

    public mutating func appendInterpolation(_ number: Int32) { appendInterpolation(Int(number)) }

    public mutating func appendInterpolation(_ number: UInt8) { appendInterpolation(Int(number)) }

    public mutating func appendInterpolation(_ number: UInt16) { appendInterpolation(Int(number)) }

    public mutating func appendInterpolation(_ number: UInt32) { appendInterpolation(Int(number)) }
}

extension String {
    @inline(never)
    public static func += (text: inout String, more: String) { text.append(more) }
}
