/// Memory that lives exactly as long as the compiled configuration it belongs to.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    /// A copy of an array, which stays where it is until the arena goes.
    func copy<Element>(_ array: [Element]) -> UnsafePointer<Element> {
        // An empty table has an address too, so that none of them is optional.
        let block = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(1, array.count))
        for index in array.indices { (block + index).initialize(to: array[index]) }
        blocks.append(UnsafeMutableRawPointer(block))
        return UnsafePointer(block)
    }

    deinit {
        // Tables hold plain values only, so there is nothing to deinitialize.
        for block in blocks { block.deallocate() }
    }
}
