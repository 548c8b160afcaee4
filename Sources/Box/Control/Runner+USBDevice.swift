// I9
extension Runner {
    /// Follows the computer at the USB device port: its ports come and go with it.
    func serveUSBDevice(at now: UInt64) {
        usbDevice?.serve(at: now) {
            guard let usbDevice else { return }
            ports.hasComputer = usbDevice.hasComputer
            ports.whyNoComputer = usbDevice.reason
            ports.connect()
        }
    }
}
