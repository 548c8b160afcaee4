// Requests that only the owner can fulfil.
extension CIDevice {
    /// What waits for the owner's answer.
    struct Waiting {
        var token: UInt32
        /// When the peer gets an answer without the owner.
        var due: UInt64
        var header: CIHeader
        var port: Int
        /// The request id of a property inquiry.
        var request: UInt8
    }

    /// The next thing that a peer asks of the box.
    public mutating func nextRequest() -> CIRequest? { requests.isEmpty ? nil : requests.removeFirst() }

    /// Answers a request. An answer that comes too late, or whose peer is gone, is ignored.
    public mutating func answer(_ token: UInt32, _ answer: CIAnswer, at now: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.token == token }) else { return }
        waiting.remove(at: index)
    }

    /// The data of a resource have changed: tells those who subscribed to it.
    public mutating func changed(_ resource: CIResource, at now: UInt64) {
    }
}
