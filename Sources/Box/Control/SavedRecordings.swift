import Host
import Upkeep

/// The recordings in a folder, from `recorder-1.txt` on. A higher number is later (M10).
struct SavedRecordings {
    private let folder: String
    /// The numbers in use, in ascending order.
    private var numbers: [Int] = []

    /// Most digits of a number. A file with a longer number was not written by the box.
    private static let mostDigits = 6

    init(_ folder: String) {
        self.folder = folder
        for name in (try? BackupFolder.names(in: folder)) ?? [] {
            if let number = SavedRecordings.number(of: name) { numbers.append(number) }
        }
        numbers.sort { $0 < $1 }
    }

    /// The number of the next recording. After the highest possible number, the lowest free number.
    var next: Int {
        let next = (numbers.last ?? 0) + 1
        if String(next).utf8.count <= SavedRecordings.mostDigits { return next }
        return (1...numbers.count + 1).first { !numbers.contains($0) } ?? next
    }

    func path(_ number: Int) -> String { "\(folder)/recorder-\(number).txt" }

    /// Counts the next recording as written. Returns the paths of surplus recordings, the oldest first.
    mutating func add() -> [String] {
        numbers.append(next)
        let tooMany = max(numbers.count - BoxLimits.savedRecordings, 0)
        return numbers.prefix(tooMany).map { path($0) }
    }

    private static func number(of name: String) -> Int? {
        NumberedName.number(of: name, from: "recorder-", to: ".txt", digits: mostDigits)
    }
}
