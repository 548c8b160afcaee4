import Network

extension NetworkControl {
    /// Whether any peer of a port has a session. `port` is the port's index in the box file.
    func isConnected(_ port: Int) -> Bool {
        sockets.contains { $0?.session?.port == port }
    }
}
