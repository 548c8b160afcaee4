/// The answer to a request, written into memory of the caller.
struct ATTAnswer {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    /// The most bytes of the answer.
    let limit: Int

    init(_ memory: UnsafeMutableRawBufferPointer, mtu: Int) {
        self.memory = memory
        limit = min(mtu, memory.count)
    }

    /// Appends a byte. What exceeds the limit is cut off.
    mutating func append(_ byte: UInt8) {
        if count >= limit { return }
        memory[count] = byte
        count += 1
    }

    mutating func append(word: UInt16) {
        append(UInt8(truncatingIfNeeded: word))
        append(UInt8(truncatingIfNeeded: word >> 8))
    }

    mutating func append(_ uuid: AttributeUUID) {
        for index in 0..<uuid.count { append(uuid[index]) }
    }

    /// Appends a value from an offset on, up to a number of bytes.
    mutating func append(_ value: AttributeValue, from offset: Int = 0, most: Int = Int.max) {
        for index in offset..<max(offset, min(value.count, most)) { append(value[index]) }
    }

    /// Whether so many bytes more fit.
    func hasRoom(_ bytes: Int) -> Bool { count + bytes <= limit }

    /// Replaces the answer by an error (Bluetooth Core, Vol 3, Part F, 3.4.1.1).
    mutating func fail(_ request: UInt8, _ handle: UInt16, _ code: UInt8) {
        count = 0
        append(ATT.errorResponse)
        append(request)
        append(word: handle)
        append(code)
    }
}
