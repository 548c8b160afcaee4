import Testing

@testable import Web

/// Names of browsers (W4), and days as text.
@Suite struct BrowserNameTests {
    @Test(arguments: [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/17.5 Mobile/15E148 Safari/604.1", "iPhone, Safari"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1", "iPhone, Chrome"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
                + "Safari/537.36", "Android, Chrome"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
                + "Chrome/121.0.0.0 Mobile Safari/537.36", "Android, Samsung Internet"
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0", "Mac, Firefox"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
                + "Safari/537.36 Edg/126.0.0.0", "Windows, Edge"
        ),
        ("Mozilla/5.0 (Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Linux, Firefox"),
        ("curl/8.5.0", "A browser"), ("", "A browser"), ("iPhone", "A browser"), ("Safari/604.1", "A browser"),
        ("<b>iPhone</b>\u{202E} Safari/", "iPhone, Safari"),
    ])
    func namesAreMadeOfKnownWords(userAgent: String, name: String) {
        #expect(BrowserName.make(userAgent) == name)
    }

    @Test func noHeaderIsABrowser() {
        #expect(BrowserName.make(nil) == "A browser")
    }

    @Test(arguments: [
        (0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (364, "1970-12-31"), (365, "1971-01-01"),
        (11_015, "2000-02-28"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_500, "2026-02-16"),
        (47_540, "2100-02-28"), (47_541, "2100-03-01"), (2_932_896, "9999-12-31"), (2_932_897, "9999-12-31"),
        (-1, "1970-01-01"), (Int.max, "9999-12-31"),
    ])
    func daysAreISO8601(number: Int, text: String) {
        #expect(CalendarDay(number).text == text)
    }
}
