import CPlatform
import SMF

/// `treadle smf FILE.mid ALIAS [--socket PATH]`: plays a file as input of a port of the running box.
enum SMFCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let socket = try arguments.option("--socket")
        guard let path = try arguments.next(), let alias = try arguments.next() else {
            throw Arguments.Problem(message: "smf needs a FILE.mid and an ALIAS")
        }
        try arguments.finish()
        guard let bytes = Console.read(path, most: MIDIFile.mostBytes + 1) else {
            Console.error("treadle: \(path): \(String(cString: treadle_error_message(treadle_errno())))\n")
            return .unusable
        }
        let file: MIDIFile
        do throws(MIDIFile.Problem) {
            file = try MIDIFile(bytes)
        } catch {
            Console.error("\(path): byte \(error.offset): error: \(error.message)\n")
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
