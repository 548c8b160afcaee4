import CPlatform

/// A source of random bytes for codes, cookies and tokens (W4, W7). A test has its own.
package struct RandomBytes {
    private let fill: (Int) -> [UInt8]

    /// - Parameter fill: returns as many bytes as it is asked for.
    package init(_ fill: @escaping (Int) -> [UInt8]) { self.fill = fill }

    /// The kernel's generator.
    package static var kernel: RandomBytes {
        RandomBytes { count in
            var bytes = [UInt8](repeating: 0, count: count)
            // Without randomness nothing is safe. getrandom(2) does not fail for so few bytes.
            precondition(treadle_random(&bytes, count) == 0)
            return bytes
        }
    }

    /// `count` bytes as twice as many hex digits in lower case.
    func hex(_ count: Int) -> String { HexText.text(fill(count)) }

    /// A number below `limit`; each is equally likely.
    func number(below limit: UInt32) -> UInt32 {
        let last = UInt32.max - UInt32.max % limit
        while true {
            let number = fill(4).reduce(0) { $0 << 8 | UInt32($1) }
            // Beyond the last multiple of `limit`, small numbers would be likelier.
            if number < last { return number % limit }
        }
    }
}
