/// The name of a browser in lists, made from its `User-Agent` (W4): `iPhone, Safari`. No byte of the header is shown.
enum BrowserName {
    /// Words of the header and what they mean. The first that occurs counts: an Android says `Linux` too.
    private static let devices: [(word: String, meaning: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
        ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// As above: Edge says `Chrome` and `Safari` too.
    private static let browsers: [(word: String, meaning: String)] = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    static func make(_ userAgent: String?) -> String {
        let text = Array((userAgent ?? "").utf8)
        guard let device = meaning(devices, text), let browser = meaning(browsers, text) else { return "A browser" }
        return "\(device), \(browser)"
    }

    private static func meaning(_ words: [(word: String, meaning: String)], _ text: [UInt8]) -> String? {
        words.first { contains(text, $0.word) }?.meaning
    }

    private static func contains(_ text: [UInt8], _ word: String) -> Bool {
        text.indices.contains { text[$0...].starts(with: word.utf8) }
    }
}
