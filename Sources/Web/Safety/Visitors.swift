import Host

/// The paired browsers and the tokens (W4, W7), in a file of the state folder of the page's process.
///
/// The file changes when a visitor comes or goes, and with the day on which one was last used.
package struct Visitors {
    package struct Entry {
        package var visitor: WebVisitor
        /// SHA-256 of the secret.
        var hash: [UInt8]
        package var firstDay: CalendarDay
        package var lastDay: CalendarDay
    }

    /// A new visitor with its secret, which the box forgets.
    package struct Added {
        package var visitor: WebVisitor
        package var secret: String
        /// The visitor that was forgotten for the new one.
        package var gone: WebVisitor?
    }

    /// The text behind `treadle-` in the name of the cookie.
    package var identity: String
    /// Least recently used first. The order does not depend on days: the machine's clock may be wrong.
    var entries: [Entry]
    /// The number of the next entry. Numbers are not used again, so that `browsers/ID` never means another one.
    var nextNumber: Int
    private var file: KeptText
    private let random: RandomBytes

    package static let fileName = "visitors"

    package init(in folder: String, identity: String, random: RandomBytes = .kernel) {
        (self.identity, self.random) = (identity, random)
        file = KeptText("\(folder)/\(Visitors.fileName)")
        (entries, nextNumber) = Visitors.read(Array(file.read().utf8)[...])
    }

    /// The paired browsers in the order of pairing.
    package var browsers: [Entry] { listed(areTokens: false) }
    /// The tokens in the order of making.
    package var tokens: [Entry] { listed(areTokens: true) }

    private func listed(areTokens: Bool) -> [Entry] {
        entries.filter { $0.visitor.isToken == areTokens }.sorted { $0.visitor.number < $1.visitor.number }
    }

    /// Finds who has sent a request, by its token or else its cookie; nil for a stranger. The visitor counts as the
    /// most recently used.
    package mutating func find(_ request: WebRequest, on day: CalendarDay, at now: UInt64) -> WebVisitor? {
        let authorization = request.header("authorization")
        let secret =
            authorization.map { WebCookie.token(in: $0) }
            ?? WebCookie.value(of: WebCookie.name(identity), in: request.header("cookie") ?? "")
        guard let secret, let index = index(of: secret, isToken: authorization != nil) else { return nil }
        var entry = entries.remove(at: index)
        let isOfOtherDay = entry.lastDay != day
        entry.lastDay = day
        entries.append(entry)
        if isOfOtherDay { keep(at: now) }
        return entry.visitor
    }

    private func index(of secret: String, isToken: Bool) -> Int? {
        guard let hash = WebSecret.hash(secret) else { return nil }
        var found: Int?
        // All are compared, so that the time does not tell which one was found.
        for (index, entry) in entries.enumerated() where entry.visitor.isToken == isToken {
            if WebSecret.isSame(entry.hash, hash) { found = index }
        }
        return found
    }

    /// Writes a change that had to wait (`KeptText`).
    package mutating func write(at now: UInt64, isEnd: Bool = false) { file.write(at: now, isEnd: isEnd) }
}

// MARK: - Coming and going

extension Visitors {
    /// Adds a browser that has given the right code.
    package mutating func addBrowser(_ userAgent: String?, on day: CalendarDay, at now: UInt64) -> Added {
        add(WebVisitor(number: nextNumber, name: BrowserName.make(userAgent)), on: day, at: now)
    }

    /// Adds a token for a program; nil if the name is not one.
    package mutating func addToken(
        _ name: String, isReader: Bool, on day: CalendarDay, at now: UInt64
    ) -> Added? {
        guard Visitors.isName(name) else { return nil }
        let visitor = WebVisitor(number: nextNumber, name: name, isToken: true, isReader: isReader)
        return add(visitor, on: day, at: now)
    }

    /// Whether a text can be the name of a token: 1...64 bytes without control, invisible and directional characters,
    /// not only blanks.
    package static func isName(_ text: String) -> Bool {
        1...WebLimits.tokenName ~= text.utf8.count && text.utf8.contains { $0 != UInt8(ascii: " ") }
            && !text.unicodeScalars.contains { $0.isInvisible }
    }

    /// Forgets a visitor; returns nil if no entry has the number.
    package mutating func forget(_ number: Int, at now: UInt64) -> WebVisitor? {
        guard let index = entries.firstIndex(where: { $0.visitor.number == number }) else { return nil }
        let gone = entries.remove(at: index).visitor
        keep(at: now)
        return gone
    }

    /// The header that gives a browser its cookie.
    package func cookie(_ secret: String) -> WebRequest.Header {
        WebCookie.header(WebCookie.name(identity), secret)
    }

    private mutating func add(_ visitor: WebVisitor, on day: CalendarDay, at now: UInt64) -> Added {
        let secret = WebSecret.make(random)
        let gone = Visitors.makeRoom(in: &entries, areTokens: visitor.isToken, for: 1)
        entries.append(Entry(visitor: visitor, hash: WebSecret.hash(secret) ?? [], firstDay: day, lastDay: day))
        nextNumber += 1
        keep(at: now)
        return Added(visitor: visitor, secret: secret, gone: gone)
    }

    /// Removes the least recently used browser or token if `count` more would be beyond the limit.
    static func makeRoom(in entries: inout [Entry], areTokens: Bool, for count: Int) -> WebVisitor? {
        let equals = entries.indices.filter { entries[$0].visitor.isToken == areTokens }
        let most = areTokens ? WebLimits.tokens : WebLimits.browsers
        return equals.count + count > most ? entries.remove(at: equals[0]).visitor : nil
    }

    private mutating func keep(at now: UInt64) { file.keep(text, at: now) }
}
