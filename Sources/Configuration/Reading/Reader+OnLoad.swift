import MIDI
import Plan

extension Reader {
    /// Reads the messages that a preset sends when it is loaded or left, or when a part begins: those of a routing
    /// (P1), or those of the preset itself, each with a port (P7).
    ///
    /// - Parameters:
    ///   - routing: nil for the messages of the preset itself.
    ///   - sources: the sources of the routing.
    func onLoad(
        _ entry: YAMLNode.Entry, _ kind: TimedKind = .onLoad, of routing: Routing?, from sources: [RoutingSource]? = nil
    ) -> [OnLoadModel] {
        let items = items(entry, "a list of messages to send")
        let (limit, name) = kind.limit(ofRouting: routing != nil)
        var list: [OnLoadModel] = []
        var waited: UInt64 = 0
        for (index, item) in items.enumerated() {
            if index == limit {
                overLimit(item.place, name, limit, items.count)
                break
            }
            if let text = item.text, Reader.isWait(text) {  // A4
                waited += wait(YAMLNode.Entry(key: entry.key, place: item.place, value: item)) ?? 0
                if index == items.count - 1 { log.warning(item.place, "nothing follows this wait") }
                checkLeaving(waited, kind, item.place)
                continue
            }
            let example: String = routing == nil ? "to: module, send: program 12" : "send: program 12"
            var fields = fields(item, kind.words, such: example)
            let port = routing == nil ? onLoadPort(&fields) : nil
            let send = required("send", in: &fields, "what to send, such as cc 7 = 100")
            let delayEntry = fields.take("delay")
            let delay = duration(delayEntry) ?? 0
            if let delayEntry { checkLeaving(waited + delay, kind, delayEntry.value.place) }
            let channelEntry = fields.take("channel")
            let channels =
                sentChannels(channelEntry)
                ?? [routing.map { onLoadChannel($0) } ?? port.flatMap { box.ports[$0.position].channel } ?? 0]
            let endEntry = kind == .onLeave ? fields.take("also-at-end") : nil
            fields.finish(log)
            if let send, kind == .onLoad, Reader.isPosition(send) {
                let position = readPosition(send, of: sources, delay: waited + delay, channel: channelEntry)
                if let position { list.append(position) }
                continue
            }
            let ports = port.map { [$0] } ?? routing.map { Reader.listed($0) } ?? []
            guard let send, let messages = messages(send, send.value.text ?? "", on: channels, to: ports)
            else { continue }
            onLoadUMPs += messages.count
            if onLoadUMPs > ReadingLimits.onLoadUMPs {
                overLimit(item.place, "onLoadPackets", ReadingLimits.onLoadUMPs)
                break
            }
            let replaces = Reader.isNoteValue(send.value.text ?? "")
            var model = OnLoadModel(
                messages: messages, delay: waited + delay, replaces: replaces, port: port ?? .none)
            model.isAlsoAtEnd = isAlsoAtEnd(endEntry, messages)
            list.append(model)
        }
        return list
    }

    /// Reads the port of an on-load message of the preset itself; nil if this fails, which is reported.
    private func onLoadPort(_ fields: inout Fields) -> PortIndex? {
        guard let to = required("to", in: &fields, "the alias of a port"),
            let number = portNumber(to.value, to.key, among: outputs)
        else { return nil }
        warnIfInputOnly(number, to.value.place)
        return PortIndex(number)
    }

    /// Returns the default channel 0...15: that of the routing's channel remap, else of its restriction, else 0.
    private func onLoadChannel(_ routing: Routing) -> UInt8 {
        if routing.channel != Routing.keepsChannel { return routing.channel }
        return routing.channels == 0xFFFF ? 0 : UInt8(routing.channels.trailingZeroBitCount)
    }

    /// Returns the destinations that a routing lists.
    private static func listed(_ routing: Routing) -> [PortIndex] {
        if Int(routing.destinationCount) > Limits.routingEnds { return [] }
        return (0..<Int(routing.destinationCount)).map { routing.destinations[$0] }
    }

    /// Reads `program N bank M/L`: Bank Select, then Program Change.
    private func bankedProgram(_ entry: YAMLNode.Entry, _ words: [Word], _ channel: UInt8) -> [Message]? {
        let bank = Reader.split(words[3].text)
        guard !words[1].quoted, let program = Reader.seven(words[1].text), words[2].text == "bank",
            let msb = bank.flatMap({ Reader.seven($0.0) }), let lsb = bank.flatMap({ Reader.seven($0.1) })
        else {
            wrong(entry, "program 0..127, bank and MSB/LSB, such as program 12 bank 85/0")
            return nil
        }
        return KnownPrograms.Entry(bankMSB: msb, bankLSB: lsb, program: program, name: "").messages(channel: channel)
    }

    static let mustSend = "program N, CONTROLLER = VALUE, mmc COMMAND, or message and its bytes in quotes"

    /// Reads `program N`, `program "NAME"`, `CONTROLLER = VALUE`, `mmc COMMAND`, or `message "…"` from a text that is
    /// a whole entry or a part of one.
    ///
    /// - Parameter ports: the destinations of the messages, if known.
    func messages(
        _ entry: YAMLNode.Entry, _ text: Text, _ channel: UInt8, to ports: [PortIndex] = []
    ) -> [Message]? {
        guard let words = Word.split(text), let first = words.first else {
            wrong(entry, Reader.mustSend)
            return nil
        }
        if first.text == "message" && words.count == 2 { return message(entry, words[1], channel) }
        if first.text == "mmc" {
            switch machineControl(Array(words.dropFirst()), isInput: false) {
            case .good(let command): return command.output.messages(0, channel)
            case .bad(let must):
                wrong(entry, must)
                return nil
            }
        }
        if first.text == "program" && words.count == 2 {
            if words[1].quoted { return program(entry, named: words[1].text, channel, of: ports) }  // U10
            if let program = Reader.seven(words[1].text) { return [.programChange(channel: channel, program: program)] }
            wrong(entry, "program 0..127")
            return nil
        }
        if first.text == "program" && words.count == 4 && Reader.equals(text) == nil {
            return bankedProgram(entry, words, channel)
        }
        // Splits at `=`, because the spaces around it are optional.
        guard let equals = Reader.equals(text) else {
            let isNote = first.text.begins(with: "note")
            wrong(entry, Reader.mustSend + (isNote ? "; a note is such as `key C4 = 90`" : ""))
            return nil
        }
        switch controller(equals.left, isInput: false) {
        case .bad(let must):
            log.error(
                entry.value.place, "`\(entry.key)` is \(entry.value.described); before its `=` there must be \(must)")
        case .good(let controller):
            if controller.isInputOnly {
                wrong(entry, "a controller that can be sent; this is an input only")
            } else if let value = value(equals.right, of: controller), value <= controller.top {
                if case .message(let pattern) = controller { return pattern.messages(value, channel) }
                return messages(controller, value, channel)
            } else {
                let must = "\(equals.left) = 0..\(controller.top)"
                let isNote = controller == .noteValue
                wrong(entry, isNote ? ambiguity(equals.right) ?? must + ", or the name of a note" : must)
            }
        }
        return nil
    }

    private func messages(_ controller: Controller, _ value: Int, _ channel: UInt8) -> [Message]? {
        let low = UInt8(value & 0x7F)
        switch controller {
        case .noteValue: return [.noteOn(channel: channel, key: low, velocity: 100)]
        case .key(let note):
            return [
                low > 0
                    ? .noteOn(channel: channel, key: note, velocity: low) : .noteOff(channel: channel, key: note)
            ]
        case .pair(let msb, let lsb) where Message.isPair(msb: msb, lsb: lsb):
            return [Message(pair: msb, value: UInt16(value), channel: channel)]
        default:
            return controller.output.map { output in
                (0..<output.messageCount).map { output.message($0, value: Int32(value), channel: channel) }
            }
        }
    }

    /// Reads messages in hex without a value; `[CH]` becomes `channel`.
    private func message(_ entry: YAMLNode.Entry, _ word: Word, _ channel: UInt8) -> [Message]? {
        guard word.quoted else {
            wrong(entry, "message and its bytes in quotes")
            return nil
        }
        switch Pattern.read(word.text) {
        case .bad(let must): wrong(entry, must)
        case .good(let pattern):
            if let fault = pattern.outputFault {
                wrong(entry, fault)
            } else if pattern.hasValue {
                wrong(
                    entry, "message \"…\" = 0..\(Controller.message(pattern).top), because it has a place for a value")
            } else {
                return pattern.messages(0, channel)
            }
        }
        return nil
    }

    /// Whether a text is `note-value = N`, which ends the previous note.
    static func isNoteValue(_ text: Text) -> Bool { equals(text)?.left == "note-value" }

    /// Splits a text at the last `=`, without the spaces around the `=`.
    static func equals(_ text: Text) -> (left: Text, right: Text)? {
        guard let equals = text.bytes.lastIndex(of: UInt8(ascii: "=")) else { return nil }
        return (text.upTo(equals).trimmed, text.from(equals + 1).trimmed)
    }
}

extension Pattern {
    /// Returns the messages for a value, on a channel 0...15.
    fileprivate func messages(_ value: Int, _ channel: UInt8) -> [Message] {
        umps.map { $0.message(value: Int32(value), channel: channel) }
    }
}
