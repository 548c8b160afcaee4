import CPlatform
import Configuration
import Host
import Loop
import Panel

/// The flight recorder of the running box. The recorder writes a file only if a person or a client asks for it (E4).
final class FlightRecorder {
    private let loopAddress: UnsafeMutablePointer<Loop>
    private let folder: String
    private var moments = RecordedMoments()

    /// - Parameter folder: folder in which recordings are saved.
    init(_ loop: UnsafeMutablePointer<Loop>, folder: String) { (loopAddress, self.folder) = (loop, folder) }

    private var loop: Loop {
        @inline(__always) unsafeAddress { UnsafePointer(loopAddress) }
        @inline(__always) unsafeMutableAddress { loopAddress }
    }

    /// Stores the present state as a starting point for a replay, if one is due.
    func keepMoment(of configuration: CompiledConfiguration) {
        moments.look(loop.engine, loop.recorder, running: configuration.plan, at: treadle_now())
    }

    /// Returns a copy of what is recorded now.
    func recording(of configuration: CompiledConfiguration) -> Recording {
        Recording(loop.recorder, loop.engine, &moments, configuration)
    }

    /// Writes a recording into the folder as `recorder-1.txt`, or with the next number, and removes the oldest
    /// recordings above `BoxLimits.savedRecordings`. Returns the path of the new file.
    func save(_ configuration: CompiledConfiguration) throws(SafeFiles<SystemCalls>.Problem) -> String {
        var saved = SavedRecordings(folder)
        let path = saved.path(saved.next)
        var files = SafeFiles(SystemCalls())
        try files.write(recording(of: configuration).text, to: path)
        Console.out("treadle: the flight recorder is written to \(path)\n")
        for old in saved.add() {
            files.remove(old)
            Console.out("treadle: \(old) is removed: \(BoxLimits.savedRecordings) recordings are kept\n")
        }
        return path
    }

    /// M10: saves a recording and returns the name of the file, for the menu.
    func saveForMenu(_ configuration: CompiledConfiguration) -> DisplayText<20> {
        do throws(SafeFiles<SystemCalls>.Problem) {
            let path = try save(configuration)
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
            return DisplayText(name.unicodeScalars)
        } catch {
            Console.error("treadle: the flight recorder cannot be written: \(error.message)\n")
            return DisplayText("not written".unicodeScalars)
        }
    }

    /// Answers a client that asks for a recording. Returns nil if the answer follows after the recording.
    func answer(
        _ form: ControlRequest.RecordingForm, _ configuration: CompiledConfiguration, to client: ControlClient
    ) -> String? {
        switch form {
        case .script: client.tell(RecordedLines(recording(of: configuration).text, as: .text))
        case .file: client.tell(RecordedLines(recording(of: configuration).file, as: .bytes))
        case .clip(let port):
            if port >= configuration.box.ports.count { return "error there is no port \(port)" }
            client.tell(RecordedLines(recording(of: configuration).clip(of: port), as: .bytes))
        case .save:
            do throws(SafeFiles<SystemCalls>.Problem) {
                client.reply("| \(try save(configuration))")
                return "ok"
            } catch {
                return "error \(folder): \(error.message)"
            }
        }
        return nil
    }
}
