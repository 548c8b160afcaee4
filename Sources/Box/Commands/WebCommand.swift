import Configuration
import Host
import MIDI
import Network
import Upkeep
import Web

/// `treadle web --path=CONFIGURATION --state=FOLDER --drafts=FOLDER --incoming=FOLDER --uploads=FOLDER`: serves the
/// page as the child of a box (W1).
enum WebCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        var options = WebOptions()
        options.path = try value("--path", &arguments)
        options.state = try value("--state", &arguments)
        options.drafts = try value("--drafts", &arguments)
        options.incoming = try value("--incoming", &arguments)
        options.uploads = try value("--uploads", &arguments)
        try arguments.finish()
        // The folder of known programs may not be readable for this process; then programs have numbers only.
        let programs = KeptPrograms(in: StateFolder.besides(options.path)).known
        options.sentText = { text, port, notes in sentText(text, port, notes, programs) }
        options.network = { network($0) }
        return WebServer.run(options)
    }

    private static func value(
        _ name: String, _ arguments: inout Arguments
    ) throws(Arguments.Problem) -> String {
        if let value = arguments.option(name) { return value }
        throw Arguments.Problem(message: "\(name) is missing; only a box starts this command")
    }

    /// Reads messages in the words of `treadle send`.
    static func sentText(
        _ text: String, _ port: String, _ notes: NoteWords, _ programs: KnownPrograms
    ) -> SentText {
        let language = NoteLanguage(rawValue: notes.language) ?? .english
        let words = MessageText(middleC: notes.middleC, language: language, port: port, programs: programs)
        do throws(SentMessages.Problem) {
            let messages = try SentMessages([text], words)
            return .good(
                messages.parts.map { part in
                    let release = part.release
                    return SentText.Part(
                        words: hex(part.bytes, part.umps),
                        release: release.map { hex($0.bytes, $0.umps) } ?? "", after: release?.after ?? 0)
                })
        } catch {
            return .bad(error.message)
        }
    }

    private static func hex(_ bytes: [UInt8], _ umps: [Message]) -> String {
        umps.isEmpty ? Digits.hex(bytes) : umps.map { UMPText.hex($0) }.joined(separator: " ")
    }
}

// MARK: - The network

extension WebCommand {
    /// The network of the box, from the lines of `status` and the `bond` lines of `bluetooth`: link, addresses,
    /// session, peers and paired devices.
    static func network(_ status: [String]) -> JSONValue {
        let lines = status.map { BoxConnection.split($0) }
        var object = StateObject()
        object.add("link", lines.first { $0.word == "link" }?.rest)
        object.add(
            "addresses",
            StateObject.list(lines.filter { $0.word == "address" }) { object, line in
                let (interface, address) = BoxConnection.split(line.rest)
                object.add("interface", interface)
                object.add("address", address)
            })
        if let wifi = lines.first(where: { $0.word == "wifi" }).flatMap({ WiFiLine($0.rest) }) {
            object.add("wifi", wifi.text)
        }
        if let session = lines.first(where: { $0.word == "session" }).flatMap({ SessionLine($0.rest) }) {
            object.add("session", session.name)
            object.add("port", session.port.map { Int($0) })
            object.add("problem", session.problem)
        }
        object.add(
            "peers",
            StateObject.list(lines.filter { $0.word == "peer" }.compactMap { PeerLine($0.rest) }) { object, peer in
                add(peer, to: &object)
            })
        if let radio = lines.first(where: { $0.word == RadioLine.word }).flatMap({ RadioLine($0.rest) }) {
            object.add("radio", radio.state.rawValue)
            object.add("visible", radio.isVisible)
            object.add("pairing", radio.isPairing)
        }
        let bluetooth = lines.filter { $0.word == BluetoothPeerLine.word }.compactMap { BluetoothPeerLine($0.rest) }
        if !bluetooth.isEmpty { object.add("bluetooth", StateObject.list(bluetooth) { add($1, to: &$0) }) }
        let bonds = lines.filter { $0.word == "bond" }.map { BoxConnection.split($0.rest) }
        if !bonds.isEmpty {
            object.add(
                "bonds",
                StateObject.list(bonds) { object, bond in
                    if !bond.rest.isEmpty { object.add("name", bond.rest) }
                    object.add("address", bond.word)
                })
        }
        return object.value
    }

    private static func add(_ peer: BluetoothPeerLine, to object: inout StateObject) {
        object.add("name", peer.name)
        object.add("address", peer.address)
        object.add("state", peer.state.rawValue)
        object.add("port", peer.alias)
        guard let link = peer.link else { return }
        object.add("interval", StateObject.number(thousandths: Int(link.interval)))
        object.add("slow", peer.isSlow)
    }

    private static func add(_ peer: PeerLine, to object: inout StateObject) {
        object.add("name", peer.name)
        object.add("address", peer.address)
        object.add("state", peer.state.rawValue)
        object.add("port", peer.alias)
        guard let measures = peer.measures else { return }
        if measures.roundTrip > 0 {
            object.add("roundTrip", StateObject.number(thousandths: Int(measures.roundTrip / 1000)))
        }
        object.add("repaired", Int(measures.repaired))
        object.add("unrepaired", Int(measures.unrepaired))
    }
}
