import Configuration
import Devices
import Host

/// The files of `treadle new`: a box with a keyboard and a sound module, and two presets.
struct NewBoard {
    /// The port that is played on, and the port that sounds; nil for the first one that comes.
    let keys: FoundPort?
    let module: FoundPort?

    /// - Parameter choose: chooses one of the ports for a question; the list may be empty.
    init(_ found: [FoundPort], choose: (String, [FoundPort]) -> FoundPort?) {
        // What the kernel's own client sends comes from other programs, and goes back to them.
        let devices = found.filter { !$0.card.isOwn && $0.card.id != "Midi Through" }
        keys = choose("Which port do you play on?", devices.filter { $0.direction == .input })
        let player = keys?.card
        // An alias is one device, and two aliases are two (E2).
        let others = devices.filter { port in
            port.direction == .output
                && (port.card.number, port.card.isClient) != (player?.number, player?.isClient ?? false)
        }
        module = choose("Which port has the sounds?", others)
    }

    var files: [NewFolder.File] {
        [("box.yaml", box), ("presets/1-piano.yaml", NewBoard.piano), ("presets/2-split.yaml", NewBoard.split)]
            .map { NewFolder.File(name: $0.0, bytes: Array($0.1.utf8)) }
    }

    /// What was made, and what to type next.
    func summary(of folder: String) -> String {
        func line(_ alias: String, _ port: FoundPort?) -> String {
            let name = port.map { "\($0.name), at \($0.card.place)" }
            return "  \(alias): \(name ?? "nothing found, so the first instrument that comes")\n"
        }
        let next = """
            Change it with any text editor. Next:
              treadle check \(folder)             tells mistakes, and what it holds
              treadle run --simulate \(folder)    plays it in this terminal, without instruments
              treadle run \(folder)               plays it

            """
        let names = files.map { $0.name }.joined(separator: ", ")
        return "made \(folder): \(names)\n" + line("keys", keys) + line("module", module) + next
    }

    private var box: String {
        """
        # Made by `treadle new`. `treadle ports` lists the names of your instruments; a name in place of a star chooses
        # one.
        treadle: 1
        name: My board

        ports:
          keys:   { match: \(NewBoard.pattern(keys)), direction: in }     # you play on it
          module: { match: \(NewBoard.pattern(module)), direction: out }    # it sounds

        input-keyboard: { port: keys }

        clock: { tempo: 120, send-when-stopped: false }

        # Footswitches at the pins of a board; in the simulator they are the keys a and b. On a computer without pins
        # take `footswitches` and `assignments` out.
        footswitches:
          A: { line: "gpiochip0:17" }
          B: { line: "gpiochip0:27" }

        assignments:
          - { from: footswitches, controller: switch A, do: { 127: next-preset } }
          - { from: footswitches, controller: switch B, do: { 127: previous-preset } }
          - { from: footswitches, controller: switch B long, do: { 127: panic } }

        start-preset: 1

        """
    }

    private static let piano = """
        # Everything that you play, on channel 1.
        name: Piano
        number: 1
        routings:
          - name: Piano
            from: [input keyboard]
            to: [module]
            channel: 1
            on-load:
              - send: program 0    # programs count from 0: the first sound of the module

        """

    private static let split = """
        # A bass under the left hand, an octave lower and on channel 2; the piano under the right hand.
        name: Split
        number: 2
        routings:
          - name: Bass
            from: [input keyboard]
            to: [module]
            restrict: { notes: C-1..B3 }
            notes: { shift: -12 }
            channel: 2
            on-load:
              - send: program 33
          - name: Right hand
            from: [input keyboard]
            to: [module]
            restrict: { notes: C4..G9 }
            channel: 1
            on-load:
              - send: program 0

        """

    /// A pattern for the name of a port, in YAML's double quotes.
    static func pattern(_ port: FoundPort?) -> String {
        guard let port else { return "\"*\"" }
        var text = "\""
        for scalar in port.name.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            // A control character has no place in a text of one line; `?` matches it.
            case _ where scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
