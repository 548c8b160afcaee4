import Configuration

// I9
extension Runner {
    /// Follows the computer at the USB device port: its ports come and go with it, and what it has edited on the drive
    /// is taken.
    func serveUSBDevice(at now: UInt64) {
        guard let usbDevice else { return }
        usbDevice.serve(at: now) {
            ports.hasComputer = usbDevice.hasComputer
            ports.whyNoComputer = usbDevice.reason
            ports.connect()
        }
        while let outcome = usbDevice.takeDrive() { take(drive: outcome) }
    }

    private func take(drive outcome: String) {
        switch outcome {
        case "given": Console.out("treadle: the computer has the drive\n")
        case CardImport.Outcome.nothing.rawValue, CardImport.Outcome.exportAgain.rawValue:
            Console.out("treadle: the drive is back; nothing was edited\n")
        case CardImport.Outcome.imported.rawValue:
            Console.out("treadle: the edited files of the drive are imported\n")
            // At power-up the image's configuration may have been the better one.
            if StateFolder.folder(of: running.path) == StateFolder.ofAppliance {
                running.reload()
            } else {
                Console.out("treadle: start the box again to play them\n")
            }
        case CardImport.Outcome.refused.rawValue:
            Console.error("treadle: the edited files of the drive are not imported\n")
        default: Console.error("treadle: drive: \(outcome)\n")
        }
    }
}
