/// Tells a relative controller from an absolute one by the values of its first five detents (R26).
///
/// An absolute controller moves to another value at each detent. A relative one repeats the few values that stand for
/// one or two steps. Where a turn upwards leaves several forms open, the most frequent one is taken.
struct HeardDetents {
    /// The controller that is heard, `cc 20`; nil before the first detent.
    private(set) var controller: String?
    private var values: [Int] = []

    /// The number of detents that decide.
    static let count = 5

    /// The most steps of a detent that is turned slowly.
    private static let mostSteps = 15

    /// Adds a detent of a Control Change. Returns whether the controller is decided.
    mutating func add(_ name: String, _ value: Int) -> Bool {
        controller = name
        values.append(value)
        return values.count == HeardDetents.count || isButton
    }

    /// The controller as a configuration writes it; plain as long as fewer than five detents were heard.
    var text: String { (controller ?? "") + (values.count < HeardDetents.count || isButton ? "" : form) }

    /// Whether the controller was pressed and released.
    private var isButton: Bool { values.contains(127) && values.contains(0) }

    /// The form of the steps behind the controller, with a blank before it; empty for an absolute controller.
    private var form: String {
        if runsOneWay { return "" }
        let most = HeardDetents.mostSteps
        let isUp = values.contains { 1...most ~= $0 }
        let isDown = values.contains { 128 - most...127 ~= $0 }
        let isAboveMiddle = values.contains { 65...64 + most ~= $0 }
        let isBelowMiddle = values.contains { 64 - most...63 ~= $0 }
        let known = values.filter {
            1...most ~= $0 || 128 - most...127 ~= $0 || 65...64 + most ~= $0 || 64 - most...63 ~= $0
        }
        if isUp && values.allSatisfy({ $0 < 2 }) && values.contains(0) { return " relative step" }
        if known.count < values.count { return "" }
        switch (isUp || isDown, isAboveMiddle || isBelowMiddle) {
        case (true, false): return " relative"
        case (false, true): return " relative 64"
        default: return isUp && isAboveMiddle && !isDown && !isBelowMiddle ? " relative sign" : ""
        }
    }

    /// Whether each value differs from the one before in the same direction, as those of a turned absolute controller.
    private var runsOneWay: Bool {
        let pairs = zip(values, values.dropFirst())
        return pairs.allSatisfy { $0 < $1 } || pairs.allSatisfy { $0 > $1 }
    }
}
