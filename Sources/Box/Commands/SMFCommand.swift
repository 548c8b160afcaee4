import CPlatform
import SMF

/// `treadle smf FILE.mid ALIAS [--socket PATH]`: plays a file as input of a port of the running box.
enum SMFCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let socket = arguments.option("--socket")
        guard let path = arguments.next(), let alias = arguments.next() else {
            throw Arguments.Problem(message: "smf needs a FILE.mid and an ALIAS")
        }
        try arguments.finish()
        let input = InputFile(path)
        guard let bytes = input.read(most: MIDIFile.mostBytes) else { return .unusable }
        let file: MIDIFile
        do throws(MIDIFile.Problem) {
            file = try MIDIFile(bytes)
        } catch {
            Console.error("\(input.name): byte \(error.offset): error: \(error.message)\n")
            return .badInput
        }
        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let port = box.port(alias) else { return .usage }
        var player = FilePlayer(file, to: box, port: port)
        if case .failed(let why) = player.play() {
            Console.error("treadle: \(why)\n")
            return .unusable
        }
        return .done
    }
}
