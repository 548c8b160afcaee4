/// Runs the command in the program's arguments for `main` in C, and returns the exit status.
@c(treadle_run_command)
public func runCommandOfArguments() -> Int32 { TreadleCommand.main() }
