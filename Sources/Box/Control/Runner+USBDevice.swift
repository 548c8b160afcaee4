import Configuration
import Host
import Loop
import Panel
import Upkeep

// I9: the box as a USB device.
extension Runner {
    /// Follows the computer at the USB device port: opens and closes the ports with the computer, and handles its edits
    /// of the drive.
    func serveUSBDevice(at now: UInt64) {
        guard let usbDevice else { return }
        usbDevice.serve(at: now) {
            ports.hasComputer = usbDevice.hasComputer
            ports.whyNoComputer = usbDevice.reason
            ports.connect()
        }
        while let outcome = usbDevice.takeDrive() { handle(drive: outcome) }
    }

    private func handle(drive outcome: String) {
        switch outcome {
        case "given": Console.out("treadle: the computer has the drive\n")
        case CardImport.Outcome.nothing.rawValue, CardImport.Outcome.exportAgain.rawValue:
            Console.out("treadle: the drive is back; nothing was edited\n")
            link.tell(.badEdit(faults: nil))
        case CardImport.Outcome.imported.rawValue:
            Console.out("treadle: the edited files of the drive are imported\n")
            link.tell(.badEdit(faults: nil))
            // At power-up the box may have chosen the image's configuration instead.
            if StateFolder.folder(of: running.path) == StateFolder.ofAppliance {
                running.reload()
            } else {
                Console.out("treadle: start the box again to play them\n")
            }
        case CardImport.Outcome.refused.rawValue:
            Console.error("treadle: the edited files of the drive are not imported\n")
            showBadEdit(in: CardFiles.owner)
        default: Console.error("treadle: drive: \(outcome)\n")
        }
    }

    /// Shows the faults of the edit at once, as the next start would.
    func showBadEdit(in owner: String) {
        var faults = StartFaults()
        faults.addEdit(in: owner)
        let rows = faults.rows(columns: configuration.box.display?.columns ?? 16)
        link.tell(.badEdit(faults: UInt32(rows.faultsOfEdit)))
        for row in 0..<rows.count { link.tell(.editFaultRow(rows[row])) }
    }
}
