import CPlatform

/// A day of the Gregorian calendar, in UTC.
package struct CalendarDay: Equatable {
    /// Days since 1970-01-01, 0...`last`.
    package let number: Int

    /// 9999-12-31.
    static let last = 2_932_896

    /// - Parameter number: days since 1970-01-01; beyond the calendar, its nearest day.
    package init(_ number: Int) { self.number = min(max(number, 0), CalendarDay.last) }

    /// The day by the machine's clock, which may be wrong: many boxes have no battery.
    package static var today: CalendarDay { CalendarDay(time(nil) / 86_400) }

    /// The day as ISO 8601 writes it: `2026-03-09`.
    package var text: String {
        var (year, rest) = (1970, number)
        while rest >= CalendarDay.days(in: year) {
            rest -= CalendarDay.days(in: year)
            year += 1
        }
        let february = CalendarDay.days(in: year) - 337
        var month = 1
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
            if rest < length { break }
            rest -= length
            month += 1
        }
        return "\(year)-\(Digits.padded(UInt64(month), 2))-\(Digits.padded(UInt64(rest + 1), 2))"
    }

    private static func days(in year: Int) -> Int {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
    }
}
