/// What the transport allows its connections (W3). Times are nanoseconds. Tests choose shorter ones.
package struct HTTPLimits {
    package var connections = WebLimits.connections
    package var connectionsOfAddress = WebLimits.connectionsOfAddress
    package var headerTime = WebLimits.headerTime
    package var bodyTime = WebLimits.bodyTime
    package var bodyRate = WebLimits.bodyRate
    /// At least a second: libmicrohttpd counts in seconds.
    package var idleTime = WebLimits.idleTime
    /// For how long a connection that was refused stays open for the peer, which may still be sending, to read why.
    package var lingerTime: UInt64 = 2_000_000_000

    package init() {}
}
