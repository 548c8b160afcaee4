/// A request of a program about Bluetooth (B16), `bluetooth …` on the control socket.
enum BluetoothRequest: Equatable {
    /// `bluetooth`: the radio, the peers, and the devices that have paired.
    case list
    /// `bluetooth pair`: new devices may pair for two minutes (B4).
    case pair
    /// `bluetooth visible`: the box is found fast for 30 s (B3).
    case visible
    /// `bluetooth forget NAME`, `bluetooth forget all`: by name or address.
    case forget(String)

    /// Parses the words behind `bluetooth`.
    static func read(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> BluetoothRequest {
        if words.isAtEnd { return .list }
        let verb = try words.next("pair, visible or forget")
        var request = BluetoothRequest.pair
        switch verb.text {
        case "pair": break
        case "visible": request = .visible
        case "forget": request = .forget(try words.next("the name of a device, or all").text)
        default: throw verb.problem("'\(verb.text)' is neither pair, visible nor forget")
        }
        try words.finish()
        return request
    }
}
