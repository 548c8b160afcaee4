import Loop
import Engine
import Configuration
import Panel

// The range of the tilt is learnt: by foot, or for a program that writes it where it wants.
extension Runner {
    /// F4: what was learnt by foot goes into `motion.range` of the box file. Whatever goes wrong is said, and the box goes
    /// on with what was learnt.
    func save(_ learnt: LearntRange) {
        let name = "motion.range.\(["x", "y", "z"][Int(learnt.axis)])"
        let value = Runner.text(of: learnt.range)
        do throws(LearnPlace.Problem) {
            let place = try LearnPlace(path: path, place: name)
            guard place.isAsRead(prints) else {
                throw LearnPlace.Problem(
                    message: "\(place.file) has changed since it was read; the box reads it at SIGHUP")
            }
            if place.old == value { return }
            if case .failure(let diagnostics) = place.check(value) {
                throw LearnPlace.Problem(message: diagnostics.list.first?.text ?? "the configuration would have errors")
            }
            try replace(place, value)
            Console.out("treadle: \(name) is \(value): saved in \(place.file)\n")
        } catch {
            Console.error("treadle: \(name) is \(value), and is saved in no file: \(error.message)\n")
        }
    }

    private func replace(_ place: LearnPlace, _ value: String) throws(LearnPlace.Problem) {
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.replace(place.file, place.bytes, by: place.text(with: value))
        } catch {
            throw LearnPlace.Problem(message: "\(place.file): \(error.message)")
        }
        prints[place.name] = place.print(with: value)
    }

    /// `-20..35`
    private static func text(of range: TiltRange) -> String { "\(range.from)..\(range.to)" }
}

extension Runner {
    func beginCalibration(of axis: Int) -> String {
        if configuration.box.motion == nil { return "error the box has no tilt: there is no `motion` in its file" }
        tell(.beginCalibration(axis: UInt8(axis)))
        return "ok"
    }

    /// Nil: it is answered once the loop has reported.
    func endCalibration(for client: ControlClient) -> String? {
        if calibrating != nil { return "error another program learns the tilt" }
        calibrating = client
        tell(.endCalibration)
        return nil
    }

    func tellCalibration(_ outcome: TiltCalibration.Outcome) {
        let client = calibrating
        calibrating = nil
        switch outcome {
        case .learnt(_, let range): client?.answer("ok \(Runner.text(of: range))")
        case .tooSmall:
            client?.answer("error it was tilted over less than \(PanelLimits.leastTilt) degrees; nothing was learnt")
        case .noSensor: client?.answer("error no angle has come from the sensor; nothing was learnt")
        }
        client?.flush()
    }
}
