import Bluetooth
import Host

/// `treadle bluetooth-process SOCKET`: has the radio as the child of a box (B15).
enum BluetoothProcessCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let words = try arguments.wanted()
        guard let socket = words.first.flatMap({ Int32($0) }), socket >= 0 else {
            throw Arguments.Problem(message: "SOCKET must be a descriptor; only a box starts this command")
        }
        return BluetoothProcess.run(box: socket)
    }
}
