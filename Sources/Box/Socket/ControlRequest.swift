import Engine
import MIDI
import Panel

/// A request of a client to the running box, one line (docs/reference/COMMANDS.md, "Talking to a running box").
enum ControlRequest: Equatable {
    /// `play N HEX…`, `send N HEX…`, `hold N HEX…`: bytes for port number N, whole or partial messages. Played and held
    /// notes are released when the client ends.
    case inject(Injection.Way, port: Int, bytes: [UInt8], isHeld: Bool)
    /// As `inject`, with words of eight hex digits: whole UMPs, which contain their group.
    case injectUMPs(Injection.Way, port: Int, [Message], isHeld: Bool)

    /// `watch`, `watch in`: show all messages from now on, or only received messages; `watch numbers` and
    /// `watch numbers in` in the form for programs. `watch end`: no more.
    case watch(ControlClient.Watches, asNumbers: Bool)

    /// `state`: tell the state of the box now, and its changes from then on. `state end`: no more.
    case followState(Bool)
    /// `timing`: how long messages and ticks took in the last minute.
    case timing

    /// `draft …`: makes, saves and drops drafts of files (W13).
    case draft(DraftRequest)
    /// `preset …`: edits presets (W14); `by` is who asks.
    case preset(PresetRequest, by: String)

    /// `switch A down`, `switch A up`: press a footswitch or release it (F1). It is released when the client ends.
    case press(footswitch: String, isDown: Bool)

    /// `tilt x`: begin to learn the range of an axis (0 x, 1 y, 2 z).
    case beginCalibration(axis: Int)
    /// `tilt end`: end learning and return the range of the axis.
    case endCalibration
    /// `pedal 1`: begin to learn the range of a pedal, 1...8.
    case beginPedalCalibration(number: Int)
    /// `pedal end`: end learning and return the range of the pedal.
    case endPedalCalibration

    /// `recorder`, `recorder smf`, `recorder clip N`, `recorder save`: return or save the flight recorder.
    case recorder(RecordingForm)

    /// `backup NAME`, `restore NAME`, `update …`: work that takes long, for the page's process (W15).
    case upkeep(UpkeepRequest)

    /// `do ACTION`: perform an action, in the words of a script.
    case perform(ArraySlice<UInt8>)
    /// `tap TIME`: count a tap when it was made, in nanoseconds of the box's clock (K3).
    case tap(at: UInt64)
    /// `bluetooth …`: the peers of Bluetooth, and who may pair (B16).
    case bluetooth(BluetoothRequest)
    /// `web WORDS`: ask the page's process (W4).
    case web(ArraySlice<UInt8>)
    /// `reload`: reload the configuration (E1).
    case reload
    /// `status`: return the state of the box.
    case status
    /// `ports`, `presets`, `routings`, `footswitches`, `setlists`, `variables`: return names of the configuration.
    case names(Names)

    enum Names {
        case ports, presets, routings, footswitches, setLists, variables
    }

    /// `script` and `file` return a script or a Standard MIDI File, `clip` returns a MIDI Clip File of one port; `save`
    /// writes a script into the state folder.
    enum RecordingForm: Equatable {
        case script, file, save
        case clip(port: Int)
    }

    /// Parses a request.
    ///
    /// - Parameter line: the line without its line feed.
    static func read(_ line: ArraySlice<UInt8>) throws(ScriptWords.Problem) -> ControlRequest {
        var words = try ScriptWords(line)
        let verb = try words.next("what to do")
        switch verb.text {
        case "play": return try inject(.play, isHeld: true, &words)
        case "send": return try inject(.send, isHeld: false, &words)
        case "hold": return try inject(.send, isHeld: true, &words)
        case "watch": return try watch(&words)
        case "switch": return try press(&words)
        case "draft": return .draft(try DraftRequest.read(&words))
        case "preset": return .preset(try PresetRequest.read(&words), by: try DraftRequest.by(&words))
        case "pedal": return try pedalCalibration(&words)
        case "tilt": return try calibration(&words)
        case "backup", "restore", "update": return .upkeep(try UpkeepRequest.read(verb.text, &words))
        case "recorder": return .recorder(try form(&words))
        case "do" where !verb.isQuoted: return .perform(line[verb.bytes.endIndex...])
        case "tap": return .tap(at: try time(&words))
        case "bluetooth": return .bluetooth(try BluetoothRequest.read(&words))
        case "web" where !verb.isQuoted: return .web(line[verb.bytes.endIndex...])
        case "reload": return try alone(.reload, words)
        case "status": return try alone(.status, words)
        case "timing": return try alone(.timing, words)
        case "state": return .followState(try !ends(&words))
        case "ports": return try alone(.names(.ports), words)
        case "presets": return try alone(.names(.presets), words)
        case "routings": return try alone(.names(.routings), words)
        case "footswitches": return try alone(.names(.footswitches), words)
        case "variables": return try alone(.names(.variables), words)
        case "setlists": return try alone(.names(.setLists), words)
        default: throw verb.problem("'\(verb.text)' is no request")
        }
    }

    private static func alone(_ request: Self, _ words: ScriptWords) throws(ScriptWords.Problem) -> Self {
        try words.finish()
        return request
    }

    private static func form(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> RecordingForm {
        if words.isAtEnd { return .script }
        let word = try words.next("smf, clip or save")
        if word.text == "clip" {
            let port = try port(&words)
            try words.finish()
            return .clip(port: port)
        }
        try words.finish()
        switch word.text {
        case "smf": return .file
        case "save": return .save
        default: throw word.problem("'\(word.text)' is neither smf, clip nor save")
        }
    }

    private static func watch(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Self {
        if words.isAtEnd { return .watch(.everything, asNumbers: false) }
        var word = try words.next("in")
        if word.text == "end" { return try alone(.watch(.nothing, asNumbers: false), words) }
        let asNumbers = word.text == "numbers"
        if asNumbers {
            if words.isAtEnd { return .watch(.everything, asNumbers: true) }
            word = try words.next("in")
        }
        if word.text != "in" { throw word.problem("'\(word.text)' is not 'in'") }
        return try alone(.watch(.inputs, asNumbers: asNumbers), words)
    }

    /// Whether the word `end` follows.
    private static func ends(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Bool {
        if words.isAtEnd { return false }
        let word = try words.next("end")
        if word.text != "end" { throw word.problem("'\(word.text)' is not 'end'") }
        try words.finish()
        return true
    }

    private static func press(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Self {
        let name = try words.next("a footswitch")
        let level = try words.next("down or up")
        if level.text != "down" && level.text != "up" { throw level.problem("'\(level.text)' is neither down nor up") }
        try words.finish()
        return .press(footswitch: name.text, isDown: level.text == "down")
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

    private static func pedalCalibration(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Self {
        let word = try words.next("the number of a pedal, or end")
        try words.finish()
        if word.text == "end" { return .endPedalCalibration }
        guard let number = Int(word.text), 1...PanelLimits.pedals ~= number else {
            throw word.problem("'\(word.text)' is neither the number of a pedal nor end")
        }
        return .beginPedalCalibration(number: number)
    }

    private static func time(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> UInt64 {
        let word = try words.next("a time in nanoseconds")
        guard let time = UInt64(word.text) else { throw word.problem("'\(word.text)' is no time in nanoseconds") }
        try words.finish()
        return time
    }

    private static func port(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Int {
        let number = try words.next("the number of a port")
        guard let port = Int(number.text), port >= 0 else {
            throw number.problem("'\(number.text)' is not the number of a port")
        }
        return port
    }

    private static func inject(
        _ way: Injection.Way, isHeld: Bool, _ words: inout ScriptWords
    ) throws(ScriptWords.Problem) -> Self {
        let port = try port(&words)
        if let umps = try words.umps() { return .injectUMPs(way, port: port, umps, isHeld: isHeld) }
        return .inject(way, port: port, bytes: try words.bytes(), isHeld: isHeld)
    }
}
