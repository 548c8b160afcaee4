import Glibc
import MIDICI

// The MIDI-CI of the box on standard input and output, for devices of others to talk to.
//
// Lines in: a whole SysEx message in hex, `wait MILLISECONDS`, `come` and `go` for the port, `changed RESOURCE`,
// `presets COUNT`. Lines out: `send HEX`, `request …` for what a peer asks, which is granted at once, `notice …` and
// `peer …` for a peer, and `.` when it has finished with a line.

struct Bench {
    var device: CIDevice
    var now: UInt64 = 1_000_000_000

    init(random: UInt64) {
        let identity = CIIdentity(manufacturer: 0x007D00, family: 1, model: 1, revision: 0x0102_0304)
        let settings = CISettings(identity: identity, productInstance: "treadle-1", versionName: "1.2.3")
        device = CIDevice(settings, random: random)
        device.content.states = [CIContent.State(id: "band", title: "Band")]
        device.content.running = 0
        usePresets(3)
    }

    mutating func usePresets(_ count: Int) {
        device.content.presets = (0..<count).map { CIContent.Preset(number: $0, title: "Préset \($0)") }
    }

    /// Takes a line, and prints the answer.
    mutating func take(_ line: String) {
        let words = line.split(separator: " ")
        switch words.first {
        case "come": device.portCame(0, CIPort(servesState: true), at: now)
        case "go": device.portWent(0, at: now)
        case "wait": now += (UInt64(words[1]) ?? 0) * 1_000_000
        case "presets": usePresets(Int(words[1]) ?? 0)
        case "changed":
            if let resource = CIResource.allCases.first(where: { $0.name == words[1] }) {
                device.changed(resource, at: now)
            }
        default: device.receive(words.compactMap { UInt8($0, radix: 16) }, on: 0, at: now)
        }
        device.advance(to: now)
        while let request = device.nextRequest() { fulfil(request) }
        while let notice = device.nextNotice() { show(notice) }
        while let output = device.nextOutput() {
            print("send " + output.bytes.map { hex($0) }.joined(separator: " "))
        }
        print(".")
        fflush(nil)
    }

    private mutating func fulfil(_ request: CIRequest) {
        switch request.action {
        case .loadPreset(let number):
            print("request preset \(number)")
            device.content.running = number
            device.answer(request.token, .done, at: now)
        case .readState(let id):
            print("request state \(id)")
            device.answer(request.token, .text("name: \(id)\n"), at: now)
        case .loadState(let id, let text):
            print("request load \(id) \(text?.utf8.count ?? 0)")
            device.answer(request.token, .done, at: now)
        case .setVariables(let values):
            print("request set " + values.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
            device.answer(request.token, .done, at: now)
        case .report:
            print("request report")
            device.answer(request.token, .messages([[0xB0, 7, 100], [0xC1, 5]]), at: now)
        }
    }

    private func show(_ notice: CINotice) {
        print("notice \(notice.kind)")
        guard let peer = device.peers.first(where: { $0.muid == notice.muid }) else { return }
        let programs = peer.programs ?? []
        print("peer \(peer.manufacturerName)/\(peer.modelName)/\(programs.count)/\(programs.last?.title ?? "")")
    }

    private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

var bench = Bench(random: CommandLine.arguments.count > 1 ? UInt64(CommandLine.arguments[1]) ?? 1 : 1)
while let line = readLine() { bench.take(line) }
