import Configuration
import MIDI
import Program

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
        case .none: "none"
        case .nextPreset: "next-preset"
        case .previousPreset: "previous-preset"
        case .load(let preset): "preset \"\(configuration.name(of: preset))\""
        case .loadNumber(let number): "preset \(number)"
        case .setList(let index): "setlist \"\(configuration.setListNames[Int(index)])\""
        case .nextPart: "next-part"
        case .previousPart: "previous-part"
        case .panic: "panic"
        case .mute(let name, let switching): "\(verb("mute", switching)) \(routing(name))"
        case .bypass(let name, let switching): "\(verb("bypass", switching)) \(routing(name))"
        case .clock(let action): clock(action)
        case .undo: "undo"
        case .revert: "revert"
        case .save: "save"
        case .led(let index, let state): led(Int(index), state)
        case .send(let index): "send \(sent(index))"
        }
    }

    private func verb(_ word: String, _ switching: Action.Switching) -> String {
        switch switching {
        case .on: word
        case .off: "un\(word)"
        case .toggle: "toggle-\(word)"
        }
    }

    /// The name of a routing in quotes.
    func routing(_ number: UInt16) -> String {
        let names = configuration.routingNames
        return Int(number) < names.count ? "\"\(names[Int(number)])\"" : "a routing"
    }

    private func clock(_ action: Action.ClockAction) -> String {
        switch action {
        case .start: "clock-start"
        case .continue: "clock-continue"
        case .stop: "clock-stop"
        case .pause: "clock-pause"
        case .togglePause: "clock-toggle-pause"
        case .toggleStop: "clock-toggle-stop"
        case .tap: "tap"
        case .tempo(let tempo): "tempo \(ActionText.beats(Int(tempo)))"
        case .tempoBy(let step): "tempo \(step < 0 ? "-" : "+")\(ActionText.beats(Int(step.magnitude)))"
        }
    }

    /// Hundredths of BPM as `120` or `98.5`.
    static func beats(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    private func led(_ index: Int, _ state: LEDs.State) -> String {
        let switches = configuration.box.footswitches
        let word =
            switch state {
            case .off: "off"
            case .on: "on"
            case .blink: "blink"
            case .tempo: "tempo"
            }
        return "led \(index < switches.count ? switches[index].name : "?") \(word)"
    }

    /// The first message of a `send` action. A SysEx includes all its packets.
    private func sent(_ index: UInt16) -> String {
        guard let sending = configuration.program.pointee.sendings.map({ $0[Int(index)] }), sending.count > 0 else {
            return ""
        }
        return words.content(.bytes(first((0..<Int(sending.count)).map { sending.messages[$0] })))
    }

    /// Returns the bytes of the first message, or of all packets of a SysEx.
    private func first(_ messages: [Message]) -> [UInt8] {
        var bytes: [UInt8] = []
        for message in messages {
            var encoded = InlineArray<8, UInt8>(repeating: 0)
            let message = message.isPair ? message.upperHalf : message
            for index in 0..<StreamWriter.encode(message, into: &encoded) { bytes.append(encoded[index]) }
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
