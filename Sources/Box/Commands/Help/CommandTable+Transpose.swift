extension CommandTable {
    static let transpose = CommandDescription(
        name: "transpose", summary: "sets the transposition of the box",
        forms: ["SEMITONES"],
        about: "It holds until it is set anew, over presets too. Held notes end as they began.",
        operands: [.init(name: "SEMITONES", summary: "0..48, or a step such as +1 or -2")],
        options: [.socket],
        examples: [.init(line: "transpose -1", summary: "a semitone lower")],
        unusable: "no box runs, or it has ended",
        run: DriveCommand.run)
}

extension CommandTable {
    static let release = CommandDescription(
        name: "release", summary: "ends the notes that routings hold",
        forms: ["", "ROUTING"],
        about: "Without a name it ends what all routings hold. Notes whose keys are down end with their release.",
        operands: [.init(name: "ROUTING", kind: .routings, summary: "the name of a routing")],
        options: [.socket],
        examples: [.init(line: "release Drone", summary: "ends what the routing Drone holds")],
        unusable: "no box runs, or it has ended",
        run: DriveCommand.run)
}
