import Engine

extension RecordRing {
    /// Copies the entries from `place` on, without entries that were overwritten. Returns them and the place of the
    /// first.
    func copy(from place: Int) -> (first: Int, entries: [Entry]) {
        let end = written
        let first = max(place, oldest)
        var copied: [Entry] = []
        copied.reserveCapacity(max(end - first, 0))
        for at in first..<max(end, first) { copied.append(entry(at: at)) }
        let lost = oldestAfterReading - first
        if lost <= 0 { return (first, copied) }
        return (first + lost, Array(copied.dropFirst(lost)))
    }
}
