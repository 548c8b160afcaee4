import CPlatform
import Configuration

// The flight recorder, for whoever asks. Nothing is written where nobody does (E4).
extension Runner {
    /// Keeps a moment for a replay to begin with, when it is time.
    func keepMoment() {
        moments.look(loop.pointee.engine, loop.pointee.recorder, running: configuration.program, at: treadle_now())
    }

    /// What is remembered now.
    var recording: Recording {
        Recording(loop.pointee.recorder, loop.pointee.engine, &moments, configuration)
    }

    /// Writes it into the folder of what the box keeps, as `recorder-1.txt` or the next that is free. Its path; what went
    /// wrong is said.
    func writeRecording() throws(SafeFiles<SystemCalls>.Problem) -> String {
        var number = 1
        let folder = StateFolder.besides(path)
        while access("\(folder)/recorder-\(number).txt", F_OK) == 0 { number += 1 }
        let path = "\(folder)/recorder-\(number).txt"
        var files = SafeFiles(SystemCalls())
        try files.write(recording.text, to: path)
        Console.out("treadle: what happened is written to \(path)\n")
        return path
    }

    /// Answers a program that asks for it: lines behind a `|`, before the answer.
    func tellRecording(_ form: ControlRequest.RecordingForm, to client: ControlClient) -> String {
        switch form {
        case .script:
            var lines: [UInt8] = []
            for line in recording.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            {
                lines += Array("| ".utf8) + line
                lines.append(UInt8(ascii: "\n"))
            }
            client.pour(lines)
        case .file:
            var rest = recording.file[...]
            while !rest.isEmpty {
                client.pour(Array("| \(SentMessages.hex(Array(rest.prefix(Runner.bytesOfLine))))\n".utf8))
                rest = rest.dropFirst(Runner.bytesOfLine)
            }
        case .save:
            do throws(SafeFiles<SystemCalls>.Problem) {
                client.pour(Array("| \(try writeRecording())\n".utf8))
            } catch {
                return "error \(StateFolder.besides(path)): \(error.message)"
            }
        }
        return "ok"
    }

    private static let bytesOfLine = 1024
}
