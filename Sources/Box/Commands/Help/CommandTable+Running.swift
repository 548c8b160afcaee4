/// Commands that talk to a running box.
extension CommandTable {
    private static let noBox = "no box runs, or it has ended"
    private static let alias = CommandDescription.Operand(
        name: "ALIAS", kind: .ports, summary: "a port, as the box file names it")

    static let monitor = CommandDescription(
        name: "monitor", summary: "shows what comes and goes in the running box",
        forms: ["[ALIAS...]"],
        about: """
            Shows messages that come in and go out, and why messages are dropped. Ctrl-C ends it.
            """,
        operands: [
            .init(
                name: "ALIAS", kind: .ports,
                summary: "shows only this port; also clock, motion and footswitches; without it everything")
        ],
        options: [
            .init(name: "--hex", summary: "bytes instead of words"),
            .init(name: "--decimal", summary: "bytes in decimal instead of words"),
            .init(name: "--packets", summary: "a table of the fields of each message as a packet, without chords"),
            .init(name: "--json", summary: "one JSON object a line, without chords"),
            .init(name: "--notes-and-controllers", summary: "nothing else"),
            .init(name: "--clock", summary: "timing clock and Active Sensing too"),
            .init(
                name: "--chord-window", value: "TIME", kind: .time,
                summary: "notes that begin within it are one chord, such as 30 ms; 0 ms: never"),
            .socket,
        ],
        examples: [
            .init(line: "monitor", summary: "shows everything"),
            .init(line: "monitor --hex keys", summary: "shows the bytes at one port"),
        ],
        unusable: noBox,
        run: MonitorCommand.run)

    static let send = CommandDescription(
        name: "send", summary: "sends messages out of a port of the running box",
        forms: ["ALIAS MESSAGE..."],
        about: """
            A message is cc 7 = 100, pitch-bend = 8192, program 12, note C4 90 for 1 s, note-off C4, mmc play, or bytes:
            90 3C 64. channel 3 behind a message says which channel. Messages of MIDI 2.0 are note C4 velocity 40000,
            cc 74 = 50 %, flex tempo 120.5 and others, or words: 40903C00 C0000000. The command ends with the last note
            that it sends.
            """,
        operands: [
            alias, .init(name: "MESSAGE", summary: "a message, in one word of the shell or several"),
        ],
        options: [.socket],
        examples: [
            .init(line: "send out cc 7 = 100", summary: "sets the volume of channel 1"),
            .init(line: "send out 'note C4 90 for 1 s' 'program 12 channel 3'", summary: "sends two messages"),
        ],
        unusable: noBox + ", or the port is not there",
        run: SendCommand.run)

    static let smf = CommandDescription(
        name: "smf", summary: "plays, lists or converts a Standard MIDI File or a MIDI Clip File",
        forms: ["FILE ALIAS", "--list FILE", "-o OTHER FILE"],
        about: """
            Plays the file as if it came in at that port, which need not be there. Ctrl-C releases its notes. With
            --list it prints the messages, with -o it writes the same music as the other kind of file.
            """,
        operands: [
            .init(
                name: "FILE", kind: .file,
                summary: "a Standard MIDI File or a MIDI Clip File, which it tells apart; - is standard input"), alias,
        ],
        options: [
            .init(name: "--list", summary: "prints each message with its milliseconds"),
            .init(
                name: "-o", value: "OTHER", kind: .file,
                summary: "writes a Standard MIDI File (.mid) or a MIDI Clip File (.midi2)"),
            .socket,
        ],
        examples: [
            .init(line: "smf song.mid keys", summary: "plays a song through the routings of keys"),
            .init(line: "smf --list song.midi2", summary: "prints the messages of a clip"),
            .init(line: "smf song.mid -o song.midi2", summary: "makes a clip of a song"),
        ],
        badInput: "the file has errors",
        unusable: "a file cannot be read or written, no box runs, or it has ended",
        run: SMFCommand.run)

    static let learn = CommandDescription(
        name: "learn", summary: "writes what is played next into a configuration",
        forms: ["BOX.yaml PATH"],
        about: """
            Waits for messages that fit, and writes their value at that place of the configuration. Return writes the
            last value at once, Ctrl-C leaves the file as it is. Without a running box it opens the input ports itself.
            """,
        operands: [
            .init(name: "BOX.yaml", kind: .file, summary: "a box file, or a folder with one"),
            .init(
                name: "PATH",
                summary: "keys, and names or positions of items, apart by dots: presets.Verse.routings.1.restrict.notes"
            ),
        ],
        options: [.socket],
        examples: [
            .init(line: "learn box.yaml presets.Verse.tempo", summary: "learns a tempo from taps"),
            .init(line: "learn box.yaml presets.Verse.routings.1.restrict.notes", summary: "learns a range of notes"),
        ],
        badInput: "the configuration has errors, or would have with the value",
        unusable: "nothing was written: no port to hear, Ctrl-C, or the file has changed meanwhile",
        run: LearnCommand.run)

    static let recorder = CommandDescription(
        name: "recorder", summary: "writes out the last minutes of the running box",
        forms: [""],
        about: """
            Writes what came in and went out in the last minutes, as a script that treadle render plays again, or as a
            Standard MIDI File.
            """,
        options: [
            .init(name: "-o", value: "FILE", kind: .file, summary: "into a file, which is never half"),
            .init(name: "--smf", summary: "as a Standard MIDI File; needs -o"),
            .init(
                name: "--clip", value: "ALIAS", kind: .ports,
                summary: "what came in at that port, or left it, as a MIDI Clip File; needs -o"),
            .socket,
        ],
        examples: [
            .init(line: "recorder -o evening.txt", summary: "writes the script"),
            .init(line: "recorder --smf -o evening.mid", summary: "writes a MIDI file"),
        ],
        unusable: noBox + ", or the file cannot be written",
        run: RecorderCommand.run)
}
