/// The command of the process for Bluetooth (B15).
extension CommandTable {
    static let bluetoothProcess = CommandDescription(
        name: "bluetooth-process", summary: "has the radio for Bluetooth MIDI",
        forms: ["SOCKET"],
        about: """
            The box starts it as its child. SOCKET is the number of a descriptor, one end of a pair of sockets that
            keep lines apart. It ends when the box says so, or ends.
            """,
        unusable: "the process cannot be confined",
        isHidden: true,
        run: BluetoothProcessCommand.run)
}
