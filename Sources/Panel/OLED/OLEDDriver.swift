/// Makes the transfers to an OLED: settings, brightness, and the differences between pictures.
///
/// Makes one transfer at a time, none longer than 3 ms at 100 kHz, and returns the time of the next one, like
/// `LCDDriver`. The OLED does not confirm what it understood, so the driver repeats everything twice a minute. Each
/// time the picture moves by one dot, around a square of two by two dots, because dots that are always lit grow dim
/// over the years. If the OLED does not acknowledge, the driver retries after a second and sends everything.
package struct OLEDDriver: Sendable {
    private enum Step {
        case contact, settings, ready
    }

    private var encoder: OLEDEncoder
    private var step = Step.contact
    /// The earliest time of the next transfer.
    private var dueAt: UInt64 = 0
    /// Whether the chip's memory contains a complete picture.
    private var isComplete = false
    /// The brightness that was sent, 0...255; nil if unknown.
    private var sentBrightness: UInt8?
    private var refreshAt = never
    private var hasMore = true
    /// The offset of the picture, 0...3 (`OLEDCells.draw`).
    private var shift = 0

    /// Creates a driver for an OLED with 16 to 21 columns of characters and four rows, which need not be connected.
    package init(_ chip: OLEDChip, columns: Int) {
        encoder = OLEDEncoder(chip, columns: columns)
    }

    /// The time of the next transfer, in ns, if neither picture nor brightness changes.
    package var nextAt: UInt64 { step == .ready && !hasMore ? refreshAt : dueAt }

    /// Returns the next transfer needed to show a frame; an empty transfer if nothing is due.
    ///
    /// - Parameters:
    ///   - code: is shown instead of the frame, if there is one.
    ///   - brightness: the brightness, 0...255; 0 is off.
    package mutating func burst(
        for frame: DisplayFrame, code: QRCode = QRCode(), brightness: UInt8, at now: UInt64
    ) -> DisplayBurst {
        if now < dueAt { return DisplayBurst() }
        dueAt = now
        if step == .ready && now >= refreshAt { refresh() }
        switch step {
        case .contact:
            // Tests whether the OLED is connected, without changing anything.
            step = .settings
            return commands(OLEDChip.nothing)
        case .settings:
            step = .ready
            refreshAt = now + PanelLimits.displayRefreshTime
            return settings(brightness)
        case .ready:
            return changes(to: frame, code, brightness)
        }
    }

    /// Must be called if the last transfer was not acknowledged.
    package mutating func failed(at now: UInt64) {
        restart(at: now + PanelLimits.displayRetryTime)
    }

    /// Sends everything again from `time` in ns, as after power-up, because the OLED may have lost its state.
    package mutating func restart(at time: UInt64) {
        refresh()
        step = .contact
        isComplete = false
        dueAt = time
    }

    private mutating func refresh() {
        step = .settings
        shift = (shift + 1) % 4
        encoder.forget(shift: shift)
        sentBrightness = nil
        hasMore = true
        refreshAt = never
    }

    private func commands(_ first: UInt8) -> DisplayBurst {
        var burst = DisplayBurst()
        burst.append(OLEDChip.command)
        burst.append(first)
        return burst
    }

    /// Returns the settings. The OLED stays off until there is a picture: after power-up its memory is random.
    private mutating func settings(_ brightness: UInt8) -> DisplayBurst {
        var burst = DisplayBurst()
        burst.append(OLEDChip.command)
        if !isComplete { burst.append(OLEDChip.off) }
        burst.append(hex: encoder.chip.settings)
        if isComplete { add(brightness, to: &burst) }
        return burst
    }

    private mutating func changes(to frame: DisplayFrame, _ code: QRCode, _ brightness: UInt8) -> DisplayBurst {
        hasMore = true
        if isComplete && sentBrightness != brightness { return light(brightness) }
        if let burst = encoder.next(for: frame, code) { return burst }
        if !isComplete {
            isComplete = true
            return light(brightness)
        }
        hasMore = false
        return DisplayBurst()
    }

    private mutating func light(_ brightness: UInt8) -> DisplayBurst {
        var burst = DisplayBurst()
        burst.append(OLEDChip.command)
        add(brightness, to: &burst)
        return burst
    }

    private mutating func add(_ brightness: UInt8, to burst: inout DisplayBurst) {
        sentBrightness = brightness
        if brightness == 0 { return burst.append(OLEDChip.off) }
        burst.append(OLEDChip.contrast)
        burst.append(brightness)
        burst.append(OLEDChip.on)
    }
}
