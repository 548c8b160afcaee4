import CPlatform

/// Descriptors to wait for, each with a tag that names it.
package struct PollSet<Tag: Equatable> {
    package enum Interest {
        case reading, writing, readingAndWriting
    }

    private var tags: [Tag] = []
    private var descriptors: [Int32] = []
    /// One bit for each descriptor: wait until the descriptor is writable.
    private var writing: UInt32 = 0

    package init() {}

    /// Adds a descriptor, unless it is negative.
    package mutating func add(_ tag: Tag, _ descriptor: Int32, _ interest: Interest = .reading) {
        if descriptor < 0 { return }
        precondition(tags.count < HostLimits.descriptors, "too many descriptors")
        if interest != .reading { writing |= 1 << UInt32(tags.count) }
        tags.append(tag)
        // `treadle_poll` does not wait for input of a descriptor that is inverted.
        descriptors.append(interest == .writing ? ~descriptor : descriptor)
    }

    /// Waits until a descriptor is ready, at most `milliseconds`; -1 without limit. Returns the tags of the descriptors
    /// that are ready.
    package func wait(_ milliseconds: Int32 = -1) -> [Tag] {
        var ready: UInt32 = 0
        _ = treadle_poll(descriptors, Int32(descriptors.count), writing, milliseconds, &ready)
        return tags.indices.filter { ready & 1 << UInt32($0) != 0 }.map { tags[$0] }
    }
}

extension PollSet where Tag == Int32 {
    /// Waits at most `milliseconds` until a descriptor is readable. Returns whether it is.
    package static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var set = PollSet()
        set.add(descriptor, descriptor)
        return !set.wait(milliseconds).isEmpty
    }
}
