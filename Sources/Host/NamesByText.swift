/// Groups names by the text that is printed about them, so that each text is printed once.
package struct NamesByText {
    package private(set) var list: [(names: [String], text: String)] = []

    package init() {}

    package mutating func add(_ name: String, _ text: String) {
        if let index = list.firstIndex(where: { $0.text == text }) {
            list[index].names.append(name)
        } else {
            list.append(([name], text))
        }
    }
}

extension [String] {
    /// The names after their common noun: "footswitch A", "footswitches A, B".
    package func called(_ one: String, _ several: String) -> String {
        "\(count == 1 ? one : several) \(joined(separator: ", "))"
    }
}
