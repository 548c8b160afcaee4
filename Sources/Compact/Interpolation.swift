// Members that replace those of the standard library, which the compiler inlines: some 100 bytes of code for each part
// of a text.

extension DefaultStringInterpolation {
    @inline(never)
    package mutating func appendLiteral(_ literal: String) { write(literal) }

    @inline(never)
    package mutating func appendInterpolation(_ text: String) { write(text) }

    @inline(never)
    package mutating func appendInterpolation(_ number: Int) { write(number.description) }

    @inline(never)
    package mutating func appendInterpolation(_ number: UInt64) { write(number.description) }

    package mutating func appendInterpolation(_ number: Int32) { appendInterpolation(Int(number)) }

    package mutating func appendInterpolation(_ number: UInt8) { appendInterpolation(Int(number)) }

    package mutating func appendInterpolation(_ number: UInt16) { appendInterpolation(Int(number)) }

    package mutating func appendInterpolation(_ number: UInt32) { appendInterpolation(Int(number)) }
}

extension String {
    @inline(never)
    package static func += (text: inout String, more: String) { text.append(more) }
}
