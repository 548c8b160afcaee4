/// Names that share one thing to be said of them, so that it is said once.
struct NamesByText {
    private(set) var list: [(names: [String], text: String)] = []

    mutating func add(_ name: String, _ text: String) {
        if let index = list.firstIndex(where: { $0.text == text }) {
            list[index].names.append(name)
        } else {
            list.append(([name], text))
        }
    }
}

extension [String] {
    /// "footswitch A", "footswitches A, B".
    func called(_ one: String, _ several: String) -> String {
        "\(count == 1 ? one : several) \(joined(separator: ", "))"
    }
}
