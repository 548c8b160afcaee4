import Network

extension NetworkControl {
    /// Whether a peer of a port, the index of the box file, has a session.
    func isConnected(_ port: Int) -> Bool {
        sockets.contains { $0?.session?.port == port }
    }
}
