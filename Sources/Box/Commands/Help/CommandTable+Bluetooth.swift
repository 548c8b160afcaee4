/// The command about Bluetooth (B16).
extension CommandTable {
    static let bluetooth = CommandDescription(
        name: "bluetooth", summary: "lists peers of Bluetooth, lets new ones pair",
        forms: ["", "pair", "visible", "forget NAME|all"],
        about: """
            Prints the radio, each peer with its port and state, and the devices that have paired. pair lets new devices
            pair for 2 minutes, visible lets them find the box fast for 30 s. A device that was forgotten has to pair
            again, and has to forget the box first.
            """,
        operands: [
            .init(
                name: "pair|visible|forget", kind: .words(["pair", "visible", "forget"]),
                summary: "what is to be done"),
            .init(name: "NAME", summary: "the name or the address of a device that has paired, or all"),
        ],
        options: [.init(name: "--json", summary: "one JSON object instead of lines"), .socket],
        examples: [
            .init(line: "bluetooth pair", summary: "lets a phone pair"),
            .init(line: "bluetooth forget 'Stage iPad'", summary: "forgets a device"),
        ],
        unusable: "no box runs, it has no Bluetooth, or no device has this name",
        run: BluetoothCommand.run)
}
