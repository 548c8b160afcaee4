import CPlatform
import Host

/// The processor on which the loop runs.
///
/// This is the processor that serves the interrupts of USB. On another processor, the loop would wake for the first
/// message of a USB packet and send it, and the rest of the packet would leave one USB frame later
/// (docs/design/ARCHITECTURE.md, "Latency").
enum LoopProcessor {
    /// Names of the interrupts of USB host controllers contain one of these.
    private static let controllers = ["xhci", "ehci", "ohci", "uhci", "dwc", "musb", "usb"]

    /// The processor for this machine, from 0; nil if the machine has only one.
    static func chosen() -> Int? {
        let count = Int(treadle_processors())
        if count < 2 { return nil }
        func text(_ path: String) -> String { Console.readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        return choose(count, isolated: text("/sys/devices/system/cpu/isolated"), interrupts: text("/proc/interrupts"))
    }

    /// Returns the last processor if some are isolated, as on a board that is set up for the loop. Otherwise returns
    /// the processor that has served most USB interrupts, or the first processor if there were none.
    ///
    /// - Parameters:
    ///   - count: the number of processors.
    ///   - isolated: /sys/devices/system/cpu/isolated, such as `2-3` (cpusets in the kernel's documentation).
    ///   - interrupts: /proc/interrupts (proc(5)): a column for each processor, a line for each interrupt.
    static func choose(_ count: Int, isolated: String, interrupts: String) -> Int {
        if isolated.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { return count - 1 }
        var lines = interrupts.split(separator: "\n")[...]
        let processors = (lines.popFirst() ?? "").split(separator: " ").map { Int(String($0.dropFirst(3))) ?? 0 }
        var sums = processors.map { _ in 0 }
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count > 1 + sums.count, isOfUSB(words[(1 + sums.count)...]) else { continue }
            for column in sums.indices { sums[column] += Int(String(words[1 + column])) ?? 0 }
        }
        guard let most = sums.max(), most > 0, let column = sums.firstIndex(of: most) else { return 0 }
        return processors[column]
    }

    private static func isOfUSB(_ words: ArraySlice<Substring>) -> Bool {
        words.contains { word in controllers.contains { isIn(word.utf8, $0) } }
    }

    private static func isIn(_ text: Substring.UTF8View, _ part: String) -> Bool {
        var rest = text
        while !rest.isEmpty {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
