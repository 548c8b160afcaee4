import Engine

/// What a program asks of the running box, a line (docs/reference/COMMANDS.md, "Talking to a running box").
enum ControlRequest: Equatable {
    /// `play N HEX…`, `send N HEX…`, `hold N HEX…`: bytes of a stream, whole or part messages, of the port of that number.
    /// What is played or held is released when the program ends.
    case inject(Injection.Way, port: Int, bytes: [UInt8], isHeld: Bool)

    /// `watch`, `watch in`: from now on what happens to messages, or only what comes in.
    case watch(inputsOnly: Bool)

    /// `tilt x`: from now on the angles of that axis (0 x, 1 y, 2 z) are watched.
    case beginCalibration(axis: Int)
    /// `tilt end`: and this is asked what range they had.
    case endCalibration

    /// `recorder`, `recorder smf`, `recorder save`: what the flight recorder remembers.
    case recorder(RecordingForm)

    enum RecordingForm {
        /// A script, or a Standard MIDI File, as answer; or a script in the folder of what the box keeps.
        case script, file, save
    }

    /// - Parameter line: without its end.
    static func read(_ line: ArraySlice<UInt8>) throws(ScriptWords.Problem) -> ControlRequest {
        var words = try ScriptWords(line)
        let verb = try words.next("what to do")
        switch verb.text {
        case "play": return try inject(.play, isHeld: true, &words)
        case "send": return try inject(.send, isHeld: false, &words)
        case "hold": return try inject(.send, isHeld: true, &words)
        case "watch": return .watch(inputsOnly: try inputsOnly(&words))
        case "tilt": return try calibration(&words)
        case "recorder": return .recorder(try form(&words))
        default: throw verb.problem("'\(verb.text)' is neither play, send, hold, watch, tilt nor recorder")
        }
    }

    private static func form(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> RecordingForm {
        if words.isAtEnd { return .script }
        let word = try words.next("smf or save")
        try words.finish()
        switch word.text {
        case "smf": return .file
        case "save": return .save
        default: throw word.problem("'\(word.text)' is neither smf nor save, which may stand here")
        }
    }

    private static func inputsOnly(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Bool {
        if words.isAtEnd { return false }
        let word = try words.next("in")
        if word.text != "in" { throw word.problem("'\(word.text)' is not in, which may stand here") }
        try words.finish()
        return true
    }

    private static func calibration(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Self {
        let word = try words.next("x, y, z or end")
        try words.finish()
        if word.text == "end" { return .endCalibration }
        guard let axis = ["x", "y", "z"].firstIndex(of: word.text) else {
            throw word.problem("'\(word.text)' is neither x, y, z nor end")
        }
        return .beginCalibration(axis: axis)
    }

    private static func inject(
        _ way: Injection.Way, isHeld: Bool, _ words: inout ScriptWords
    ) throws(ScriptWords.Problem) -> Self {
        let number = try words.next("the number of a port")
        guard let port = Int(number.text), port >= 0 else {
            throw number.problem("'\(number.text)' is no number of a port")
        }
        return .inject(way, port: port, bytes: try words.bytes(), isHeld: isHeld)
    }
}
