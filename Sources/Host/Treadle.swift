import CPlatform

/// The program that runs.
package enum Treadle {
    package static var version: String { String(cString: treadle_version()) }
}
