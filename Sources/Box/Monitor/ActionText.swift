import Configuration
import MIDI
import Plan

/// Formats actions and the outputs of remaps in the words of the configuration.
struct ActionText {
    let configuration: CompiledConfiguration
    let words: MonitorText

    init(_ configuration: CompiledConfiguration) {
        self.configuration = configuration
        words = MonitorText(language: configuration.box.noteNames, middleC: configuration.box.middleC)
    }

    func action(_ action: Action) -> String {
        switch action {
        case .list(let index): return list(index)
        case .wait(let microseconds): return "wait " + ActionText.time(microseconds)
        default: break
        }
        let rest = argument(of: action)
        return ActionWord.word(ActionWord.argument(of: action)) + (rest.isEmpty ? "" : " " + rest)
    }

    /// The arguments after the word of an action; empty if there are none.
    private func argument(of action: Action) -> String {
        switch action {
        case .load(let preset): "\"\(configuration.name(of: preset))\""
        case .loadNumber(let number): "\(number)"
        case .setList(let index): "\"\(configuration.setListNames[Int(index)])\""
        case .mute(let name, _), .bypass(let name, _): routing(name)
        case .clock(.tempo(let tempo)): ActionText.beats(Int(tempo))
        case .clock(.tempoBy(let step)): (step < 0 ? "-" : "+") + ActionText.beats(Int(step.magnitude))
        case .release(let name): name == Routing.unnamed ? "" : routing(name)
        case .transpose(let semitones): "\(semitones)"
        case .transposeBy(let step): ActionText.signed(Int(step))
        case .led(let index, let state): led(Int(index), state)
        case .send(let index): sent(index)
        case .variable(let index, let change): variable(Int(index), change)
        default: ""
        }
    }

    /// The name of a routing in quotes.
    func routing(_ number: UInt16) -> String {
        let names = configuration.routingNames
        return Int(number) < names.count ? "\"\(names[Int(number)])\"" : "a routing"
    }

    /// Hundredths of BPM as `120` or `98.5`.
    static func beats(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A number with its sign: `+2`, `-1`, `0`.
    static func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "\(number)" }

    private func led(_ index: Int, _ state: LEDs.State) -> String {
        let switches = configuration.box.footswitches
        let word = ActionWord.ledStates.first { $0.state == state }?.word ?? ""
        return "\(index < switches.count ? switches[index].name : "?") \(word)"
    }

    /// The first message of a `send` action. A SysEx includes all its UMPs.
    private func sent(_ index: UInt16) -> String {
        guard let sending = configuration.plan.pointee.sendings.map({ $0[Int(index)] }), sending.count > 0 else {
            return ""
        }
        return words.content(.bytes(first((0..<Int(sending.count)).map { sending.messages[$0] })))
    }

    /// Returns the bytes of the first message, or of all UMPs of a SysEx.
    private func first(_ messages: [Message]) -> [UInt8] {
        var bytes: [UInt8] = []
        for message in messages {
            bytes += (message.isPair ? message.upperHalf : message).bytes
            if bytes.first != Status.sysEx || bytes.last == Status.sysExEnd { break }
        }
        return bytes
    }

    /// The name of a remap's output, as in `to:`.
    func output(_ output: ControlOutput) -> String {
        switch output {
        case .nothing: "filter"
        case .controlChange(let number): "cc \(number)"
        case .controlChangePair(let msb, let lsb): "cc \(msb)/\(lsb)"
        case .pitchBend, .pitchBendCoarse: "pitch-bend"
        case .channelPressure: "channel-pressure"
        case .program, .bankedProgram: "program"
        case .parameter(let parameter): parameter.isRegistered ? "rpn" : "nrpn"
        case .message:
            MachineControl(first((0..<output.messageCount).map { output.message($0, value: 0, channel: 0) }))?.text
                ?? "message"
        case .key(let note): "key \(words.note(note))"
        case .noteValue: "note-value"
        }
    }
}
