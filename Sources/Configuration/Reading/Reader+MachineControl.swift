// Commands of MIDI Machine Control, `mmc` (N11).
extension Reader {
    enum MachineControlReading {
        case good(MachineControl)
        /// The text is not a valid command. The string describes what is expected instead.
        case bad(String)
    }

    /// Parses the words after `mmc`: `play`, `play device 5`, `locate 01:02:03:04 fps 25 device all`.
    ///
    /// - Parameter isInput: whether a locate needs no time.
    func machineControl(_ words: [Word], isInput: Bool) -> MachineControlReading {
        if words.contains(where: { $0.quoted }) { return .bad("mmc and a command, without quotes") }
        let written = words.prefix(3).map { $0.text.string }
        guard let (code, count) = MachineControl.command(written) else { return .bad(noCommand(written)) }
        var command = MachineControl(code: code)
        var rest = words.dropFirst(count)
        let isLocate = code == MachineControl.locate
        if isLocate, let first = rest.first, !Reader.isSetting(first) {
            guard let time = LocateTime(first.text) else {
                return .bad(
                    "mmc locate HH:MM:SS:FF, 00:00:00:00 to 23:59:59:29; hundredths of a frame may follow, as in "
                        + "01:02:03:04.50")
            }
            command.time = time
            rest = rest.dropFirst()
        } else if isLocate && !isInput {
            return .bad("mmc locate and a time, such as mmc locate 01:02:03:04")
        }
        while let setting = rest.first {
            let value = rest.dropFirst().first?.text
            switch setting.text {
            case "device":
                guard let device = value.flatMap({ $0 == "all" ? MachineControl.allDevices : Reader.seven($0) }) else {
                    return .bad("mmc with device 0..127 or device all")
                }
                command.device = device
            case "fps" where command.time != nil:
                if let must = setRate(value, of: &command.time) { return .bad(must) }
            default:
                let name = words.prefix(count).map { $0.text.string }.joined(separator: "-")
                return .bad("mmc \(name)\(isLocate ? " and a time" : ""), and maybe device 0..127 behind it")
            }
            rest = rest.dropFirst(2)
        }
        return .good(command)
    }

    /// Sets the frame rate of a time; returns a description of what it must be, or nil on success.
    private func setRate(_ text: Text?, of time: inout LocateTime?) -> String? {
        guard let text, let rate = LocateTime.rates.firstIndex(of: text.string) else {
            return "fps 24, 25, 29.97 or 30 behind the time"
        }
        time?.rate = UInt8(rate)
        guard let time, time.frames >= time.frameCount else { return nil }
        return "a time with frames 00..\(time.frameCount - 1), because of its fps \(text)"
    }

    private static func isSetting(_ word: Word) -> Bool { word.text == "device" || word.text == "fps" }

    private func noCommand(_ words: [String]) -> String {
        let names = MachineControl.names
        let near =
            words.first.flatMap { nearest(to: $0, among: names) }
            ?? nearest(to: words.joined(separator: "-"), among: names)
        return "mmc and a command of machine control; the commands are " + names.joined(separator: ", ")
            + (near.map { "; did you mean `mmc \($0)`?" } ?? "")
    }
}
