import Host
import Upkeep

/// `treadle import`: imports the owner's edits into the data partition. Process 1 runs it before the box starts. The
/// last line on standard output is the outcome (I3).
enum ImportCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        try arguments.finish()
        do throws(BackupProblem) {
            let outcome = try CardImport().run()
            Console.out("\(outcome.rawValue)\n")
            return outcome == .refused ? .badInput : .done
        } catch {
            Console.out("failed \(error.message)\n")
            return error.exit
        }
    }
}

/// `treadle export`: writes the box's configuration back to the owner's partition (I3). The box runs it as its child,
/// process 1 runs it after a power cut.
enum ExportCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        try arguments.finish()
        do throws(ExportProblem) {
            let count = try CardExport().run()
            Console.error("treadle: exported to the card: \(count == 1 ? "1 file" : "\(count) files")\n")
            Console.out("exported\n")
            return .done
        } catch {
            Console.error("treadle: export: \(error.message)\n")
            Console.out("refused \(error.words)\n")
            return .unusable
        }
    }
}

/// `treadle grow`: grows the data partition to the end of the card. Process 1 runs it beside the box (I2).
enum GrowCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        try arguments.finish()
        do throws(UpdateProblem) {
            guard let disk = ImageFacts.disk else { throw .noDisk }
            var card = try SystemCard(signature: disk)
            if let bytes = try CardGrowth.grow(&card) {
                Console.out("treadle: the data partition has grown to \(bytes >> 20) MiB\n")
            }
            return .done
        } catch {
            Console.error("treadle: growing the data partition: \(error.message)\n")
            return .unusable
        }
    }
}
