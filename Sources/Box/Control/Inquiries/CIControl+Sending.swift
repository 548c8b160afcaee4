import CPlatform
import Engine
import Loop
import MIDI
import MIDICI
import Plan
import Routing

// Each place sends one MIDI-CI message at a time. The next message is made when the port has sent the previous one, so
// that a long answer waits here and not in the outbox, and other messages are sent in between (S8).
extension CIControl {
    /// Hands each place that is not busy its next message.
    func send(at now: UInt64) {
        var hasGiven = false
        for place in places.indices where places[place] != nil && busy & 1 << UInt32(place) == 0 {
            guard let output = device.nextOutput(on: place) else { continue }
            if link.loop.injections.push(all: CIControl.injections(output.bytes, place)) { hasGiven = true }
            // If the ring is full, the message is lost, as on a cable: the peer asks again.
            busy |= 1 << UInt32(place)
        }
        guard hasGiven else { return }
        link.wake()
        if !isAsking { askAt = min(askAt, now + CIControl.leastAskingPause) }
    }

    /// Splits a message into pieces for the loop.
    private static func injections(_ bytes: [UInt8], _ place: Int) -> [Injection] {
        var parser = StreamParser()
        var injections: [Injection] = []
        for byte in bytes {
            parser.feed(byte) { injections.append(Injection($0, .send, port: PortIndex(place))) }
        }
        return injections
    }

    /// Asks the loop which places have sent everything.
    func ask() {
        askAt = UInt64.max
        if busy == 0 || isAsking { return }
        isAsking = true
        link.afterwards { [self] in
            let (before, now) = (busy, treadle_now())
            busy &= link.counters.waiting
            askingPause =
                busy == before ? min(2 * askingPause, CIControl.mostAskingPause) : CIControl.leastAskingPause
            isAsking = false
            send(at: now)
            if busy != 0 && !isAsking { askAt = now + askingPause }
        }
    }
}
