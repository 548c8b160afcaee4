import CPlatform

/// The transport of the page (W2): connections and HTTP/1.1 by libmicrohttpd, in the thread that calls `turn`.
///
/// It reads requests, keeps the limits that only it can see (W3), and sends answers. What a request means is up to its
/// closures, which are set before the first turn.
package final class HTTPServer {
    /// Whether an address may connect (W5). A connection of another address is closed.
    package var admit: (WebAddress) -> Bool = { _ in true }
    /// Called when the header of a request has been read. It may answer; then no body is read.
    package var judge: (WebExchange) -> Void = { _ in }
    /// Called when the body of a request is whole. Answers at once or later.
    package var handle: (WebExchange) -> Void = { $0.answer(WebAnswer(404)) }
    /// Called when a connection has ended, with its number (`WebExchange.connection`).
    package var ended: (Int) -> Void = { _ in }
    private let uploadFolder: String
    private var web: OpaquePointer?
    private var uploads = 0

    /// - Parameters:
    ///   - listener: a listening TCP socket. The server closes it, also if it returns nil.
    ///   - headers: the headers of every answer, at most 8.
    ///   - uploadFolder: the folder for the bodies of uploads. They are refused if it is empty.
    package init?(
        listener: Int32, headers: [WebRequest.Header], uploadFolder: String, limits: HTTPLimits = HTTPLimits()
    ) {
        self.uploadFolder = uploadFolder
        var given = treadle_web_limits(limits)
        var calls = HTTPServer.calls
        calls.context = Unmanaged.passUnretained(self).toOpaque()
        web = treadle_web_start(listener, &given, &calls)
        guard let web else {
            _ = CPlatform.close(listener)
            return nil
        }
        for header in headers { treadle_web_always(web, header.name, header.value) }
    }

    deinit {
        if let web { treadle_web_stop(web) }
    }

    /// Readable when a turn is needed.
    package var descriptor: Int32 { treadle_web_descriptor(web) }

    /// Milliseconds until a turn is needed at the latest; -1 for no limit.
    package var waitingTime: Int32 { treadle_web_wait(web) }

    /// Reads and writes what is ready, without waiting, and calls the closures.
    package func turn() { treadle_web_turn(web) }

    /// Ends the connections of all addresses that match.
    package func close(where matches: (WebAddress) -> Bool) {
        withoutActuallyEscaping(matches) { matches in
            let context = Matcher(matches)
            withExtendedLifetime(context) {
                treadle_web_end(
                    web,
                    { context, bytes, count in
                        let matcher = Unmanaged<Matcher>.fromOpaque(context!).takeUnretainedValue()
                        return matcher.matches(WebAddress(bytes, count)) ? 1 : 0
                    }, Unmanaged.passUnretained(context).toOpaque())
            }
        }
    }

    private final class Matcher {
        let matches: (WebAddress) -> Bool

        init(_ matches: @escaping (WebAddress) -> Bool) { self.matches = matches }
    }

    /// The path of a new file for the body of an upload; empty if there is no folder for it.
    func newUpload() -> String {
        if uploadFolder.isEmpty { return "" }
        uploads += 1
        return "\(uploadFolder)/.upload-\(getpid())-\(uploads)"
    }
}

extension treadle_web_limits {
    fileprivate init(_ limits: HTTPLimits) {
        func milliseconds(_ time: UInt64) -> Int32 { Int32(clamping: time / 1_000_000) }
        self.init()
        connections = Int32(limits.connections)
        of_address = Int32(limits.connectionsOfAddress)
        (header_time, body_time) = (milliseconds(limits.headerTime), milliseconds(limits.bodyTime))
        linger_time = milliseconds(limits.lingerTime)
        idle = max(1, milliseconds(limits.idleTime) / 1000)
        body_rate = Int32(limits.bodyRate)
    }
}

extension WebAddress {
    init(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) {
        self.init(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    }
}
