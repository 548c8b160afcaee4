import CPlatform
import Configuration
import Host
import MIDI
import Upkeep

/// `treadle send ALIAS MESSAGE… [--socket PATH]`: sends messages from a port of the running box. The command ends when
/// its last note ends. If it is stopped earlier, the box releases its notes (H1).
enum SendCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        guard let alias = arguments.next() else {
            throw Arguments.Problem(message: "send needs an ALIAS and a MESSAGE")
        }
        let words = arguments.rest()

        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let port = box.port(alias) else { return .usage }
        let messages: SentMessages
        do throws(SentMessages.Problem) {
            let programs = KeptPrograms(in: StateFolder.besides(box.file)).known
            let text = MessageText(middleC: box.middleC, language: box.language, port: alias, programs: programs)
            messages = try SentMessages(words, text)
        } catch {
            throw Arguments.Problem(message: error.message)
        }
        var releases: [(at: UInt64, release: SentMessages.Release)] = []
        for part in messages.parts {
            if let end = give(part.bytes, part.umps, to: box, port, holds: part.release != nil) { return end }
            if let release = part.release { releases.append((treadle_now() + release.after, release)) }
        }
        for (at, release) in releases.sorted(byNumber: { $0.at }) {
            if !wait(until: at, box) { return gone() }
            if let end = give(release.bytes, release.umps, to: box, port, holds: true) { return end }
        }
        return .done
    }

    /// Sends bytes and UMPs to the box. Returns the exit status if the box refuses them.
    private static func give(
        _ bytes: [UInt8], _ umps: [Message], to box: BoxConnection, _ port: Int, holds: Bool
    ) -> ExitStatus? {
        let verb = holds ? BoxConnection.Verb.hold : .send
        guard let ofBytes = box.give(verb, port, bytes[...]), let ofUMPs = box.give(verb, port, umps) else {
            return gone()
        }
        let lines = ofBytes + ofUMPs
        for _ in 0..<lines {
            guard let answer = box.readLine() else { return gone() }
            if answer != "ok" {
                Console.error("treadle: \(BoxConnection.split(answer).rest)\n")
                return .unusable
            }
        }
        return nil
    }

    /// Waits until a time. Returns false if the box ends earlier.
    private static func wait(until time: UInt64, _ box: BoxConnection) -> Bool {
        while true {
            let now = treadle_now()
            if now >= time { return true }
            let milliseconds = (time - now + 999_999) / 1_000_000
            let hasLines = PollSet.isReadable(box.descriptor, within: Int32(milliseconds))
            if hasLines && !box.receive() { return false }
        }
    }

    private static func gone() -> ExitStatus {
        Console.error("treadle: the box has ended\n")
        return .unusable
    }
}
