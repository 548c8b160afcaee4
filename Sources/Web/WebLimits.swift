import Upkeep

/// The limits of what browsers and programs may ask of the page (W3, W4, W7).
///
/// Each comment gives the unit and what happens beyond the limit.
package enum WebLimits {
    // MARK: - The transport (W3)

    /// Open connections. For a further one, one that waits for a request is ended; else the further one is closed.
    package static let connections = 32
    /// Open connections of one address. A further one is closed.
    package static let connectionsOfAddress = 12
    /// Streams of events. The oldest ends with `bye full` for a further one.
    package static let streams = 8
    /// Streams of one browser. Its oldest ends with `bye full` for a further one.
    package static let streamsOfBrowser = 3
    /// Bytes of a header, without the request line. 431 beyond.
    package static let headerBytes = 8192
    /// Lines of a header. 431 beyond.
    package static let headerLines = 64
    /// Bytes of a request's address, query included. 414 beyond.
    package static let addressBytes = 1024
    /// Nanoseconds from the first byte of a request, or from the beginning of a connection, to the end of its header.
    /// 408 beyond.
    package static let headerTime: UInt64 = 5_000_000_000
    /// Nanoseconds after which a body must keep up with `bodyRate`.
    package static let bodyTime: UInt64 = 5_000_000_000
    /// Bytes a second of a body after `bodyTime`, on average since then. 408 below.
    package static let bodyRate = 4096
    /// Nanoseconds after which a connection without a request is closed.
    package static let idleTime: UInt64 = 60_000_000_000

    // MARK: - Bodies and their JSON (W3)

    /// Bytes of a body that is neither a file nor an upload: of `do` and PATCH. 413 beyond.
    package static let bodyBytes = 64 << 10
    /// Bytes of a body with a file: PUT of a file, and `check`. 413 beyond.
    package static let fileBytes = 4 << 20
    /// Bytes of an uploaded backup. 413 beyond.
    package static let archiveBytes = UpkeepLimits.archiveBytes
    /// Bytes of an uploaded update: header, image of a slot, signature. 413 beyond.
    package static let updateBytes = UpdateHeader.size + UpkeepLimits.slotBytes + UpkeepLimits.updateSignature
    /// Levels of nested JSON. 400 beyond.
    package static let jsonDepth = 16
    /// Values of a JSON text. 400 beyond.
    package static let jsonValues = 10_000

    // MARK: - Visitors and their rate (W3, W4, W7)

    /// Changes of one browser or token within a second. 429 beyond.
    package static let changesPerSecond = 60
    /// Paired browsers. The least recently used one is forgotten for a further one.
    package static let browsers = 32
    /// Tokens. The least recently used one is forgotten for a further one.
    package static let tokens = 16
    /// Bytes of a token's name. A longer one is refused.
    package static let tokenName = 64
    /// Prefixes of `allow`. Further ones are refused (W5).
    package static let prefixes = 8

    // MARK: - Pairing (W4)

    /// Seconds for which a code is shown.
    package static let codeTime: UInt64 = 60
    /// Seconds for which a code in a printed address is valid.
    package static let printedCodeTime: UInt64 = 600
    /// Wrong codes that end the code and lock pairing.
    package static let wrongCodes = 5
    /// Seconds of the first lock. Each further one takes twice as long, up to `longestLock`.
    package static let firstLock: UInt64 = 60
    package static let longestLock: UInt64 = 3600
    /// Codes that unknown browsers can have shown, one after another, before they wait for `askingTime`.
    package static let askedCodes = 5
    /// Seconds until unknown browsers can have one more code shown.
    package static let askingTime: UInt64 = 600
}
