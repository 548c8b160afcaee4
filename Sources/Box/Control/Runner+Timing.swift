import CPlatform
import Loop

// How long the loop takes, for clients that ask. The loop publishes the ends of its turns only while somebody does.
extension Runner {
    /// The histograms of the last minute, in one line. The first request begins to measure.
    func tellTiming(to client: ControlClient) -> String {
        let now = treadle_now()
        var timing = self.timing ?? LoopTiming(at: now)
        if self.timing == nil {
            link.loop.watched.prepareTurnEnds()
            link.tell(.measure(true))
        }
        timing.ask(at: now)
        timing.read(link.loop)
        self.timing = timing
        var json = JSON()
        json.value(timing.histograms(at: now))
        client.reply("| " + json.text)
        return "ok"
    }

    /// Reads what was measured, and ends that when nobody has asked for a minute.
    func serveTiming(at now: UInt64) {
        if timing == nil { return }
        timing?.read(link.loop)
        if timing?.isOver(at: now) == true {
            timing = nil
            link.tell(.measure(false))
        }
    }
}
