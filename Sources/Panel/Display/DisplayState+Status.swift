/// The kinds of status in the status columns, the most urgent first (D3).
enum DisplayStatus {
    case panic, loop, noTilt, noPedal, port, pair, noPair, learn, notice, start, drops, held, developmentKey, nothing
}

extension DisplayState {
    /// Returns the most urgent status at a time (D3).
    func status(at now: UInt64) -> DisplayStatus {
        if isShown(panicAt, at: now) { return .panic }
        if hasFeedback { return .loop }
        if hasNoTilt { return .noTilt }
        if hasNoPedal { return .noPedal }
        if isShown(port.at, at: now) { return .port }
        if pairing.isShown { return .pair }
        if isShown(refusedPairingAt, at: now) { return .noPair }
        if isLearning { return .learn }
        if isShown(noticeAt, at: now) { return .notice }
        if startNotice.stick != .none || startNotice.isShown { return .start }
        if drops > 0 { return .drops }
        if held > 0 { return .held }
        if startNotice.hasDevelopmentKey != 0 { return .developmentKey }
        return .nothing
    }

    /// Whether a player has to see the status instead of a QR code (L6): a panic, a peer that pairs, or the code for a
    /// browser, which the phone asks for once it has joined.
    package func isUrgent(at now: UInt64) -> Bool {
        if pairing.isShown || isShown(panicAt, at: now) { return true }
        if case .code = notice { return isShown(noticeAt, at: now) }
        return false
    }

    /// Whether the status at a time tells of something that does not work as it should.
    package func isFaulty(at now: UInt64) -> Bool {
        switch status(at: now) {
        case .loop, .noTilt, .noPedal, .drops: return true
        case .port: return !port.came
        case .notice: return notice == .unsaved
        case .start: return startNotice.isFault
        case .panic, .pair, .noPair, .learn, .held, .developmentKey, .nothing: return isBadConfiguration
        }
    }

    /// Returns the next time, in ns, at which the picture changes without a new state; `never` if there is none.
    package func nextChange(after now: UInt64) -> UInt64 {
        // BAD CONFIG replaces the status, except for a peer that pairs.
        guard !isBadConfiguration || pairing.isShown else { return never }
        let shown = status(at: now)
        var next = nextBoundary(after: now)
        // A status that begins or ends while a more urgent one is shown changes nothing.
        while next != never && status(at: next) == shown { next = nextBoundary(after: next) }
        return next
    }

    private func isShown(_ since: UInt64, at now: UInt64) -> Bool {
        since != never && since <= now && now - since < PanelLimits.noticeTime
    }

    private func nextBoundary(after now: UInt64) -> UInt64 {
        let panic = boundary(of: panicAt, after: now)
        let refused = boundary(of: refusedPairingAt, after: now)
        let other = min(boundary(of: port.at, after: now), boundary(of: noticeAt, after: now))
        return min(panic, min(refused, other))
    }

    /// Returns the next boundary of a status shown for 2 s: its beginning or its end; `never` if both are over.
    private func boundary(of since: UInt64, after now: UInt64) -> UInt64 {
        if since > now { return since }
        let end = since + PanelLimits.noticeTime
        return end > now ? end : never
    }
}
