/// The number of a registered (RPN) or non-registered (NRPN) parameter.
struct ParameterNumber: Equatable, BitwiseCopyable {
    var isNRPN = false
    /// 0...127 each.
    var msb: UInt8 = 0
    var lsb: UInt8 = 0

    /// Numbers without effect: they end a transaction (RFC 6295, A.1).
    var isNull: Bool { msb == 0x7F && lsb == 0x7F }
}
