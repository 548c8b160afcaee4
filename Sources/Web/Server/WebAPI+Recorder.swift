import CPlatform
import Compact

// The flight recorder (W11).
extension WebAPI {
    /// The recording as a file.
    enum RecordingFile {
        case script, midiFile
    }

    /// `GET recorder?from=0&to=90000`: notes and marks of a part, in milliseconds.
    func tellRecording(_ exchange: WebExchange) {
        let (from, to) = (exchange.request.parameter("from"), exchange.request.parameter("to"))
        let (first, last) = (from.map { UInt64($0) } ?? 0, to.map { UInt64($0) } ?? WebAPI.longest)
        guard let first, let last, first <= last, last <= WebAPI.longest else {
            return exchange.answer(.error(400, "malformed", "`from` and `to` are milliseconds"))
        }
        feed.use(at: clock()) { [self] isKnown in
            if !isKnown { return exchange.answer(BoxAnswer.unanswered) }
            if !beginRecording(exchange) { return }
            var picture = RecordingPicture(first * 1_000_000...last * 1_000_000, ports: streams.live.ports)
            link.read("recorder", within: LinkLimits.recordingTime, each: { picture.read($0) }) { answer in
                self.isRecordingRead = false
                if answer.kind == .missing { return exchange.answer(BoxAnswer.unanswered) }
                if !answer.isOk { return exchange.answer(.error(409, "no-recording", answer.text)) }
                picture.finish()
                var told = WebAnswer.json(.null)
                told.body = picture.json
                exchange.answer(told)
            }
        }
    }

    /// Milliseconds that no recording is longer than.
    private static let longest: UInt64 = 1_000_000_000

    /// `GET recorder.txt`, `GET recorder.mid`.
    func sendRecording(_ exchange: WebExchange, _ file: RecordingFile) {
        if !beginRecording(exchange) { return }
        lastRecording += 1
        let spooled = SpooledFile("recording-\(lastRecording)", in: options.incoming)
        let (request, name, type) =
            file == .script
            ? ("recorder", "recorder.txt", "text/plain; charset=utf-8") : ("recorder smf", "recorder.mid", "audio/midi")
        let each: (ArraySlice<UInt8>) -> Void = { line in
            if file == .script {
                spooled.add(line)
                spooled.add(CollectionOfOne(UInt8(ascii: "\n")))
            } else {
                spooled.add(WebAPI.bytes(line))
            }
        }
        link.read(request, within: LinkLimits.recordingTime, each: each) { answer in
            self.isRecordingRead = false
            if answer.kind == .missing { return exchange.answer(BoxAnswer.unanswered) }
            if !answer.isOk { return exchange.answer(.error(409, "no-recording", answer.text)) }
            let descriptor = spooled.finish()
            if descriptor < 0 { return exchange.answer(.error(409, "disk", "the recording could not be written")) }
            // The browser may have gone meanwhile.
            if exchange.isAnswered {
                close(descriptor)
                return
            }
            var told = WebAnswer(200)
            told.headers = [
                .init("content-type", type), .init("cache-control", "no-store"),
                .init("content-disposition", "attachment; filename=\"\(name)\""),
            ]
            exchange.finish(.file(told, descriptor: descriptor, length: spooled.length))
        }
    }

    /// Answers a second request while one is under way: the box plays the recording again for each.
    private func beginRecording(_ exchange: WebExchange) -> Bool {
        if isRecordingRead {
            exchange.answer(.tooMany("the recording is being read already", retryAfter: 1))
            return false
        }
        isRecordingRead = true
        return true
    }

    /// Bytes from pairs of hex digits.
    private static func bytes(_ line: ArraySlice<UInt8>) -> [UInt8] {
        line.split(separator: UInt8(ascii: " ")).compactMap { digits in
            guard digits.count == 2, let high = Digits.value(ofHex: digits[digits.startIndex]),
                let low = Digits.value(ofHex: digits[digits.startIndex + 1])
            else { return nil }
            return high << 4 | low
        }
    }
}
