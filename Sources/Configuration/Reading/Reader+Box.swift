import MIDI

extension Reader {
    /// Reads the box file, including its presets.
    func readBox(_ root: YAMLNode) {
        if isPreset(root) {
            let box = files.boxAbove.map { "; the box file is `\(clipped($0))`" } ?? "; name a box file, or its folder"
            return log.error(root.place, "this is a preset, not a box file\(box)")
        }
        var fields = fields(root, "the box file", such: "treadle: 1")
        if let version = fields.take("treadle") {
            if version.value.text.flatMap({ Decimal.whole($0) }) != 1 { wrong(version, "1, the version of the format") }
        } else {
            missing("treadle", fields, "the version of the format, 1")
        }
        let nameEntry = fields.take("name")
        if let name = name(nameEntry) { box.name = name.string }
        if let octave = integer(fields.take("middle-c"), NoteNames.middleC, "an octave") { box.middleC = octave }
        if let language = choice(fields.take("note-names"), from: Reader.languages) { box.noteNames = language }
        readChordWindow(fields.take("chord-window"))
        if let ports = fields.take("ports") { readPorts(ports) }
        if let keyboard = fields.take("input-keyboard") { readInputKeyboard(keyboard.value) }
        if let clock = fields.take("clock") { readClock(clock.value) }
        box.transposition = transposition(fields.take("transpose"))
        if let leds = fields.take("leds") { readLEDs(leds.value) }
        if let expanders = fields.take("expanders") { readExpanders(expanders) }
        if let variables = fields.take("variables") { readVariables(variables) }
        if let switches = fields.take("footswitches") { readFootswitches(switches) }
        if let pedals = fields.take("pedals") { readPedals(pedals) }
        if let knobs = fields.take("knobs") { readKnobs(knobs) }
        if let menu = fields.take("menu") { readMenu(menu.value) }
        if let motion = fields.take("motion") { readMotion(motion.value) }
        if let display = fields.take("display") { readDisplay(display.value) }
        if let entry = fields.take("usb-device") { readUSBDevice(entry.value) }
        readBluetooth(fields.take("bluetooth"), boxName: nameEntry)
        readNetwork(fields.take("network"), boxName: nameEntry)
        if let entry = fields.take("midi-ci") { readCI(entry.value) }
        warnOfWriting()
        if let presets = fields.take("presets") {
            for item in items(presets, "a list of presets") where !isOverLimit {
                readPreset(item, errorsBefore: log.errorCount)
            }
        }
        if let setLists = fields.take("setlist") { readSetLists(setLists) }
        startPresetNode = fields.take("start-preset")
        if let assignments = fields.take("assignments") { readAssignments(assignments) }
        fields.finish(log)
        hints?.read(box: root, log)
        hashBox(root)
    }

    private static let languages: [(Text, NoteLanguage)] = [
        ("english", .english), ("german", .german), ("italian", .italian), ("katakana", .katakana),
        ("japanese", .japanese),
    ]

    /// Whether the file is a preset instead of a box file.
    private func isPreset(_ root: YAMLNode) -> Bool {
        guard case .mapping(let entries) = root.content else { return false }
        let keys: [Text] = ["number", "insert", "routings", "learnable"]
        return entries.contains { keys.contains($0.key) } && !entries.contains { $0.key == "treadle" }
    }

    private func readChordWindow(_ entry: YAMLNode.Entry?) {
        guard let entry, let window = duration(entry) else { return }
        if window > 10_000_000_000 { return wrong(entry, "at most 10 s") }
        box.chordWindow = window
    }

    private func readInputKeyboard(_ node: YAMLNode) {
        var fields = fields(node, "the input keyboard", such: "port: keys")
        let entry = fields.take("port")
        let channels = channels(fields.take("channel")) ?? 0xFFFF
        fields.finish(log)
        guard let entry else {
            missing("port", fields, "the alias of a port")
            // A default port, so that uses of the input keyboard cause no further errors.
            box.inputKeyboard = BoxConfiguration.InputKeyboard(port: 0, channels: channels)
            return
        }
        let port = portNumber(entry.value, entry.key, among: inputs)
        box.inputKeyboard = BoxConfiguration.InputKeyboard(port: port ?? 0, channels: channels)
    }

    private func readClock(_ node: YAMLNode) {
        var fields = fields(node, "the clock", such: "tempo: 120")
        if let tempo = tempo(fields.take("tempo")) { box.clock.tempo = tempo }
        if let source = fields.take("source"), let word = text(source, "internal, or the alias of a port"),
            word != "internal"
        {
            if let port = portNumbers[word] {
                box.clock.source = port
            } else if !hint(word, among: ["internal"]).isEmpty {
                wrong(source, "internal, or the alias of a port" + hint(word, among: ["internal"]))
            } else {
                wrong(source, "internal, or the alias of a port" + offer(word, among: inputs))
            }
        }
        if let taps = integer(fields.take("taps"), 2...8) { box.clock.taps = taps }
        if let timeout = duration(fields.take("tap-timeout")) { box.clock.tapTimeout = timeout }
        if let keeps = boolean(fields.take("send-when-stopped")) { box.clock.sendWhenStopped = keeps }
        fields.finish(log)
    }

    /// The aliases of the ports that receive, in the order of the file.
    var inputs: [String] { box.ports.filter { $0.receives }.map { $0.alias } }

    /// The aliases of the ports that send, in the order of the file.
    var outputs: [String] { box.ports.filter { $0.sends }.map { $0.alias } }

    /// Returns the number of the port with an alias. Reports an unknown alias, with a suggestion from `aliases`.
    func portNumber(_ node: YAMLNode, _ key: Text, among aliases: @autoclosure () -> [String]) -> Int? {
        if let word = node.text {
            if let number = portNumbers[word] { return number }
            log.error(node.place, "no port is called `\(clipped(word))`" + offer(word, among: aliases()))
        } else {
            wrong(node, key, "the alias of a port")
        }
        return nil
    }
}
