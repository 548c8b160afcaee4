import CPlatform
import Host
import SMF

/// `treadle smf FILE ALIAS [--socket PATH]`: plays a file as input of a port of the running box. `treadle smf --list
/// FILE` lists its messages, `treadle smf FILE -o OTHER` converts it.
enum SMFCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let output = arguments.option("-o")
        let isListed = arguments.flag("--list")
        if isListed && output != nil { throw Arguments.Problem(message: "--list and -o exclude each other") }
        guard let path = arguments.next() else { throw Arguments.Problem(message: "smf needs a FILE and an ALIAS") }
        let alias = isListed || output != nil ? nil : arguments.next()
        if alias == nil && !isListed && output == nil {
            throw Arguments.Problem(message: "smf needs a FILE and an ALIAS, or --list or -o OTHER")
        }
        try arguments.finish()
        if let output, !output.hasSuffix(".mid") && !output.hasSuffix(".midi2") {
            throw Arguments.Problem(message: "'\(output)' must end in .mid or .midi2, which says what it becomes")
        }
        let input = InputFile(path)
        guard let bytes = input.read(most: MIDIFile.mostBytes) else { return .unusable }
        let file: PlayedFile
        do throws(MIDIFile.Problem) {
            file = try PlayedFile(bytes)
        } catch {
            Console.error("\(input.name): byte \(error.offset): error: \(error.message)\n")
            return .badInput
        }
        for warning in file.warnings {
            Console.error("\(input.name): byte \(warning.offset): warning: \(warning.message)\n")
        }
        let end =
            if let output {
                convert(file, input.name, to: output)
            } else if let alias {
                play(file, socket, alias)
            } else {
                list(file)
            }
        return end == .done && file.isCut ? .badInput : end
    }

    private static func play(_ file: PlayedFile, _ socket: String?, _ alias: String) -> ExitStatus {
        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let port = box.port(alias) else { return .usage }
        var player = FilePlayer(file, to: box, port: port)
        if case .failed(let why) = player.play() {
            Console.error("treadle: \(why)\n")
            return .unusable
        }
        return .done
    }

    /// Prints each message in the words of `send`, with its time since the beginning in ms.
    private static func list(_ file: PlayedFile) -> ExitStatus {
        let words = UMPText()
        var text: [UInt8] = []
        var isTaken = true
        // Reused while the time stays the same, as during a SysEx.
        var time: (at: UInt64, text: [UInt8]) = (.max, [])
        let list = { (event: MIDIClip.Timed) in
            if !isTaken { return }
            if event.at != time.at {
                time = (event.at, [])
                Digits.milliseconds(event.at, into: &time.text)
                time.text.append(UInt8(ascii: " "))
            }
            text += time.text
            words.append(event.ump, to: &text)
            text.append(UInt8(ascii: "\n"))
            if text.count > 32768 {
                isTaken = Console.out(text)
                text.removeAll(keepingCapacity: true)
            }
        }
        switch file {
        case .midi(let file): MIDIClip.forEachTimed(of: file, list)
        case .clip(let clip): for event in clip.timeline.events { list(event) }
        }
        return Console.out(text) ? .done : .unusable
    }

    private static func convert(_ file: PlayedFile, _ name: String, to output: String) -> ExitStatus {
        let bytes = output.hasSuffix(".midi2") ? file.clip.bytes : file.standardFile(named: name)
        return SavedFile.write(bytes, to: output)
    }
}
