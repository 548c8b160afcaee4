/// Up to `capacity` Unicode scalars, one for each cell of the display.
package struct DisplayText<let capacity: Int>: BitwiseCopyable, Sendable {
    private var scalars = InlineArray<capacity, UInt32>(repeating: 0)
    /// The number of scalars, 0...capacity.
    package private(set) var count = 0

    package init() {}

    /// Creates a display text from as much of a text as fits. Merges a combining mark with the letter before it if
    /// Unicode has a scalar for both. Leaves out other marks, scalars without a cell, and scalars joined to a
    /// pictogram.
    package init(_ text: some Sequence<Unicode.Scalar>) {
        var isJoined = false
        for scalar in text {
            if Composition.hasNoCell(scalar.value) {
                isJoined = scalar.value == 0x200D
                guard count > 0, let letter = Composition.composed(scalars[count - 1], scalar.value) else { continue }
                scalars[count - 1] = letter
            } else if isJoined {
                isJoined = false
            } else {
                guard append(scalar.value) else { return }
            }
        }
    }

    init(scalar: UInt32) { append(scalar) }

    /// The scalar at an index, 0..<count.
    package subscript(index: Int) -> UInt32 {
        precondition(index < count, "beyond the text")
        return scalars[index]
    }

    /// Appends one scalar. Returns false if the text is full.
    @discardableResult
    package mutating func append(_ scalar: UInt32) -> Bool {
        guard count < capacity else { return false }
        scalars[count] = scalar
        count += 1
        return true
    }

    package mutating func removeAll() { count = 0 }

    /// Removes the last scalar, if there is one.
    mutating func removeLast() { count = max(0, count - 1) }
}

extension DisplayText: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where a.scalars[index] != b.scalars[index] { return false }
        return true
    }
}

// Adds text. Characters beyond the capacity are dropped, because no row of a frame is longer than the widest display.
extension DisplayText {
    init(_ text: StaticString) {
        append(text)
    }

    mutating func append(_ text: StaticString) {
        var place = 0
        while let scalar = Scalars.next(of: text, &place) { append(scalar) }
    }

    /// Appends a text as a display with these characters spells it. Voiced kana, for example, take two cells.
    mutating func append(_ text: StaticString, in characters: CharacterSet) {
        let letters = DisplayText<20>(text)
        for index in 0..<letters.count {
            let cells = Spelling.cells(letters[index], characters)
            for cell in 0..<cells.count { append(cells[cell]) }
        }
    }

    mutating func append(_ text: DisplayText<20>) {
        for index in 0..<text.count { append(text[index]) }
    }

    /// Appends blanks until the text has `width` scalars.
    mutating func pad(to width: Int) {
        while count < width && append(blank) {}
    }

    /// Appends a number right-aligned in `width` columns; `width` plus signs if the number has more digits.
    mutating func append(_ number: Int, width: Int) {
        let digits = DisplayText<20>(number)
        if digits.count > width {
            for _ in 0..<width { append(UInt32(UInt8(ascii: "+"))) }
        } else {
            pad(to: min(capacity, count + width - digits.count))
            append(digits)
        }
    }

    /// Creates the text of a number.
    init(_ number: Int) {
        if number < 0 { append(UInt32(UInt8(ascii: "-"))) }
        var unit: UInt = 1
        while number.magnitude / unit >= 10 { unit *= 10 }
        while unit > 0 {
            append(UInt32(UInt8(ascii: "0")) + UInt32(number.magnitude / unit % 10))
            unit /= 10
        }
    }
}

/// The scalar of a blank cell.
let blank = UInt32(UInt8(ascii: " "))
