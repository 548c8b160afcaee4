import Testing

/// `check` warns of a tilt or a pedal that sends 0 to volume or expression while it rests (R10).
struct SilentAtRestTests {
    @Test(arguments: [
        Marked(
            .remap, "from: motion y, to: §cc expression, linear: {in: 8192..10922, out: 0..127}",
            "`cc expression` is sent 0 while the board is level"),
        Marked(.remap, "from: motion x, to: §cc 7, linear: {in: 8192..16383}", "such as `out: 40..127`"),
        Marked(.remap, "from: motion y, to: §cc 11 14-bit, linear: {in: 8192..16383}", "such as `out: 5120..16383`"),
        Marked(.remap, "from: motion x, to: §cc volume, linear: {in: 0..8192, out: 127..0}", "is level"),
        // Level is +90 degrees of the axis that points up.
        Marked(.remap, "from: motion z, to: §cc volume, linear: {out: 127..0}", "is level"),
        Marked(
            .remap,
            "from: motion y, to: §cc volume, linear: {in: 8192..10922, out: 0..127}, hold: {of: [{from: keys, "
                + "controller: cc 1}]}",
            "is level"),
        Marked(.remap, "from: motion y, to: cc expression, linear: {in: 8192..10922, out: 40..127}"),
        Marked(.remap, "from: motion y, to: cc expression, linear: {in: 8192..10922, out: 1..127}"),
        Marked(.remap, "from: motion y, to: cc expression"),
        Marked(.remap, "from: motion z, to: cc expression"),
        Marked(.remap, "from: motion y, to: cc 1, linear: {in: 8192..10922}"),
        Marked(.remap, "from: motion y, to: cc expression, mode: latch"),
        // A hand moves it, and the box does not ask where it stands.
        Marked(.remap, "from: cc 1, to: cc expression"),
        Marked(.remap, "from: channel-pressure, to: cc volume"),
    ])
    func levelIsHeard(_ marked: Marked) { marked.check() }

    private static func box(_ settings: String, _ remap: String) -> String {
        """
        treadle: 1
        ports: {out: {match: o}}
        \(settings)
        presets: [{name: P, routings: [{from: [motion, pedals], to: [out], controllers: {remap: [{\(remap)}]}}]}]

        """
    }

    @Test func theRangeSaysWhereLevelIs() {
        let rows = [
            ("y: 0..25", "from: motion y, to: §cc expression"),
            ("y: 25..0", "from: motion y, to: §cc expression, linear: {out: 127..0}"),
            ("y: 10..25", "from: motion y, to: §cc expression"),
            ("y: -5..25", "from: motion y, to: cc expression"),
            ("y: 0..25", "from: motion y, to: cc expression, linear: {out: 40..127}"),
        ]
        for (range, remap) in rows {
            Marked(.box, Self.box("motion: {chip: lis3dh, range: {\(range)}}", remap), "is level").check()
        }
    }

    /// A map that is written says that silence at the heel is meant, as at a volume pedal.
    @Test func theHeelOfAPedalIsHeard() {
        for remap in [
            "from: pedal 1, to: §cc expression", "from: pedal 1, to: §cc volume", "from: pedal 1, to: §cc 11 14-bit",
            "from: pedal 1, to: cc expression, linear: {out: 30..127}",
            "from: pedal 1, to: cc volume, linear: {out: 0..127}", "from: pedal 1, to: cc 74",
        ] {
            Marked(.box, Self.box("pedals: {1: {chip: ads1115}}", remap), "at its heel").check()
        }
    }
}
