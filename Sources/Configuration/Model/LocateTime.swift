/// The target time of an MMC `locate`, the "standard time code" of RP-013.
struct LocateTime: Equatable {
    /// The hours, 0...23.
    var hours: UInt8
    /// The minutes and seconds, each 0...59.
    var minutes: UInt8
    var seconds: UInt8
    /// The frames, from 0; fewer than `frameCount`.
    var frames: UInt8
    /// Hundredths of a frame, 0...99; nil if not written: then an output sends 0, and an input accepts any.
    var hundredths: UInt8?
    /// An index of `rates`; nil if not written: then an output sends 0, and an input accepts any.
    var rate: UInt8?

    /// The size in bytes: rate and hours, minutes, seconds, frames, hundredths.
    static let byteCount = 5
    /// The frame rates by the two bits above the hours; 29.97 is drop frame, 30 is not.
    static let rates = ["24", "25", "29.97", "30"]
    private static let rateShift: UInt8 = 5

    /// The number of frames in a second. Without a written rate 30, because senders that leave the rate at 0 count to
    /// 30.
    var frameCount: UInt8 { rate.map { $0 == 0 ? 24 : $0 == 1 ? 25 : 30 } ?? 30 }

    private var isValid: Bool {
        hours < 24 && minutes < 60 && seconds < 60 && frames < frameCount && (hundredths ?? 0) < 100
    }

    /// Parses `01:02:03:04`, optionally with hundredths of a frame: `01:02:03:04.50`.
    init?(_ text: Text) {
        var parts: [UInt8] = []
        var start = 0
        for end in text.bytes.indices where [UInt8(ascii: ":"), UInt8(ascii: ".")].contains(text.bytes[end]) {
            let isPoint = text.bytes[end] == UInt8(ascii: ".")
            guard isPoint == (parts.count == 3), let part = LocateTime.two(text[start..<end]) else { return nil }
            parts.append(part)
            start = end + 1
        }
        guard 3...4 ~= parts.count, let last = LocateTime.two(text.from(start)) else { return nil }
        parts.append(last)
        (hours, minutes, seconds, frames) = (parts[0], parts[1], parts[2], parts[3])
        hundredths = parts.count > 4 ? parts[4] : nil
        if !isValid { return nil }
    }

    /// Parses a number of one or two digits.
    private static func two(_ text: Text) -> UInt8? {
        guard 1...2 ~= text.count, Decimal.isDigits(text), let number = Decimal.whole(text) else { return nil }
        return UInt8(number)
    }

    /// Parses the five bytes of a message; nil if they are invalid.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == LocateTime.byteCount, bytes[0] < 0x80 else { return nil }
        hours = bytes[0] & 0x1F
        (minutes, seconds, frames) = (bytes[1], bytes[2], bytes[3])
        hundredths = bytes[4] == 0 ? nil : bytes[4]
        rate = bytes[0] >> LocateTime.rateShift == 0 ? nil : bytes[0] >> LocateTime.rateShift
        if !isValid { return nil }
    }

    var bytes: [UInt8] { [hours | (rate ?? 0) << LocateTime.rateShift, minutes, seconds, frames, hundredths ?? 0] }

    /// The bytes that match the time in an input.
    var pieces: [Pattern.Piece] {
        var pieces = bytes.map { Pattern.Piece.byte($0) }
        if rate == nil { pieces[0] = .either((0..<4).map { hours | $0 << LocateTime.rateShift }) }
        if hundredths == nil { pieces[4] = .any }
        return pieces
    }

    /// The time as written in a configuration: `01:02:03:04.50 fps 25`.
    var text: String {
        func two(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(hours)):\(two(minutes)):\(two(seconds)):\(two(frames))" + (hundredths.map { "." + two($0) } ?? "")
            + (rate.map { " fps " + LocateTime.rates[Int($0)] } ?? "")
    }
}
