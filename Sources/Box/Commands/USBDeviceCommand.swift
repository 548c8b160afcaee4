import CPlatform
import Compact
import Devices
import Host
import Upkeep

/// `treadle usb-device --name NAME -- 1=ALIAS …`: sets the box up as a USB device, and prints its events, one a line,
/// until standard input contains `end` (I9). `USBDeviceControl` runs it as the child of a box, because calls of
/// configfs may block.
enum USBDeviceCommand {
    /// The time between two checks of the computer, in ms. The kernel gives no notice when the emulated port is
    /// unplugged, or when a drive is ejected.
    private static let lookTime: Int32 = 100

    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let name = arguments.option("--name") ?? "Treadle"
        var description = USBDeviceDescription(name: name, serialNumber: USBDeviceSerial().text)
        description.speaksMIDI2 = arguments.flag("--midi-2")
        description.allowsMIDI2 = !arguments.flag("--midi-1")
        description.hasDrive = arguments.flag("--drive")
        description.hasNetwork = arguments.flag("--network")
        for word in arguments.rest() {
            guard let port = port(word) else {
                throw Arguments.Problem(message: "'\(word)': it must be a number 1..16, `=` and a name")
            }
            description.ports.append(port)
        }
        return run(description)
    }

    /// Parses a port, such as `1=daw`.
    private static func port(_ word: String) -> USBDeviceDescription.Port? {
        let bytes = word.utf8
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), let number = Int(String(Substring(bytes[..<sign]))),
            1...16 ~= number
        else { return nil }
        return USBDeviceDescription.Port(group: number - 1, name: String(Substring(bytes[bytes.index(after: sign)...])))
    }

    private static func run(_ description: USBDeviceDescription) -> ExitStatus {
        let folder = USBDeviceFolder()
        if folder.absence != nil { _ = treadle_mount("configfs", "/sys/kernel/config") }
        let controllers = USBDevicePort.controllers()
        if controllers.isEmpty { return failed("this machine has no USB device port") }
        if let absence = folder.absence { return failed(absence) }
        var drive: OwnersDrive?
        var description = description
        if description.hasDrive {
            drive = OwnersDrive.partition().map { OwnersDrive(folder, device: $0) }
            description.hasDrive = drive != nil
            if drive == nil { Console.out("drive failed this box runs from no card\n") }
        }
        do throws(DeviceError) {
            if !folder.stands(as: description) {
                folder.remove()
                try folder.make(description)
                try folder.attach(to: controllers)
            }
        } catch {
            folder.remove()
            return failed(error.message)
        }
        guard let controller = folder.controller else { return failed("the USB device has gone") }
        Console.out("set up\n")
        if description.hasNetwork, let name = folder.value(of: USBDeviceDescription.network + "/ifname") {
            _ = treadle_link_up(name)
        }
        let isToEnd = watch(USBDevicePort(controller: controller), description, &drive)
        if isToEnd {
            folder.remove()
            drive?.end()
        }
        return .done
    }

    private static func failed(_ why: String) -> ExitStatus {
        Console.out("failed \(why)\n")
        return .unusable
    }

    /// Prints when a computer connects and disconnects, and the events of the drive.
    ///
    /// - Returns: whether the box has ended in order. After a crash the device stays, so that the computer notices only
    ///   silence until the box runs again.
    private static func watch(
        _ port: USBDevicePort, _ description: USBDeviceDescription, _ drive: inout OwnersDrive?
    ) -> Bool {
        let state = treadle_open(port.stateFile, O_RDONLY)
        defer { close(state) }
        var hasComputer: Bool?
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            // Reading the file requests the next notice.
            _ = pread(state, &bytes, bytes.count, 0)
            let isConfigured = port.isConfigured(hasMIDI: !description.ports.isEmpty)
            let isThere = isConfigured && !port.isSuspended
            if isThere != hasComputer { Console.out(isThere ? "computer\n" : "alone\n") }
            hasComputer = isThere
            if let line = drive?.serve(isConnected: isConfigured) { Console.out("\(line)\n") }
            let ready = treadle_wait_attribute(state, 0, lookTime)
            if ready & 2 != 0 {
                let count = treadle_read(0, &bytes, bytes.count)
                if count <= 0 { return false }
                return bytes[..<Int(count)].starts(with: "end".utf8)
            }
            // The device was configured again, however quickly.
            if ready & 1 != 0, hasComputer == true {
                Console.out("alone\n")
                hasComputer = false
            }
        }
    }
}
