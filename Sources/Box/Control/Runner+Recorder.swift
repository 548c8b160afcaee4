import Loop
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

    /// Answers a program that asks for it; nil where the answer follows behind the recording.
    func tellRecording(_ form: ControlRequest.RecordingForm, to client: ControlClient) -> String? {
        switch form {
        case .script: client.tell(RecordedLines(recording.text, as: .text))
        case .file: client.tell(RecordedLines(recording.file, as: .bytes))
        case .save:
            do throws(SafeFiles<SystemCalls>.Problem) {
                client.reply("| \(try writeRecording())")
                return "ok"
            } catch {
                return "error \(StateFolder.besides(path)): \(error.message)"
            }
        }
        return nil
    }
}
