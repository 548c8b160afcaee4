// swift-tools-version: 6.2
// The same sources build twice: as ordinary Swift on the host (tests, debugging) and, with a toolset that adds
// `-enable-experimental-feature Embedded -wmo`, as the static firmware. Arrows between targets only point upwards;
// `--explicit-target-dependency-import-check error` holds them there.
import PackageDescription

let language: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
// Embedded Swift demands imports for members too: the host and the firmware are to accept the same files.
let constrained: [SwiftSetting] = language + [.enableUpcomingFeature("MemberImportVisibility")]
// What runs for each message is built to be fast, the rest to be small.
let shell: [SwiftSetting] = constrained + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
// `Compact` replaces members of the standard library that take much code. The compiler imports it into each file, since
// a file that forgot it would use the larger members.
let wordy: [SwiftSetting] = shell + [.unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "Compact"])]

// The HTTP library of the host's build, which `make host` puts there. The firmware's is in its sysroot.
let isFirmware = Context.environment["TREADLE_MODULES"] != nil
let isSanitized = Context.environment["TREADLE_SANITIZED"] != nil
let microhttpd = "\(Context.packageDirectory)/build/\(isSanitized ? "microhttpd-sanitized" : "microhttpd")"

let package = Package(
    name: "treadle",
    products: [.executable(name: "treadle", targets: ["treadle"])],
    targets: [
        .target(name: "MIDI", swiftSettings: constrained),
        .target(name: "Plan", dependencies: ["MIDI"], swiftSettings: constrained),
        .target(name: "RTPMIDI", dependencies: ["MIDI"], swiftSettings: constrained),
        .target(name: "BLEMIDI", dependencies: ["MIDI"], swiftSettings: constrained),
        .target(name: "Routing", dependencies: ["MIDI", "Plan"], swiftSettings: constrained),
        .target(name: "Compact", swiftSettings: shell),
        .target(name: "SMF", dependencies: ["MIDI", "Compact"], swiftSettings: wordy),
        .target(name: "MIDICI", dependencies: ["Compact"], swiftSettings: wordy),
        .target(name: "Panel", dependencies: ["MIDI"], swiftSettings: shell),
        .target(
            name: "CPlatform",
            // Board/tools/page writes the page there, Board/tools/qrcodegen the encoder of QR codes.
            cSettings: [.headerSearchPath("../../build/generated")]
                + (isFirmware ? [] : [.unsafeFlags(["-I\(microhttpd)/include"])]),
            linkerSettings: [
                .linkedLibrary("asound"), .linkedLibrary("avahi-core"), .linkedLibrary("avahi-common"),
                .linkedLibrary("gpiod"), .linkedLibrary("i2c"), .linkedLibrary("m"), .linkedLibrary("microhttpd"),
                .linkedLibrary("sodium"), .linkedLibrary("yaml"),
            ] + (isFirmware ? [] : [.unsafeFlags(["-L\(microhttpd)/lib"])])),
        .target(name: "Host", dependencies: ["CPlatform", "Compact"], swiftSettings: wordy),
        .target(name: "Settings", dependencies: ["Compact"], swiftSettings: wordy),
        .target(
            name: "Configuration", dependencies: ["MIDI", "Plan", "Panel", "Settings", "CPlatform", "Compact"],
            swiftSettings: wordy),
        .target(
            name: "Devices", dependencies: ["MIDI", "Panel", "Settings", "CPlatform", "Compact"],
            swiftSettings: wordy),
        .target(
            name: "Network", dependencies: ["RTPMIDI", "Host", "Settings", "Devices", "CPlatform", "Compact"],
            swiftSettings: wordy),
        .target(
            name: "Bluetooth", dependencies: ["BLEMIDI", "Host", "Settings", "Devices", "CPlatform", "Compact"],
            swiftSettings: wordy),
        .target(name: "Engine", dependencies: ["MIDI", "Plan", "Routing", "Panel"], swiftSettings: shell),
        .target(
            name: "Loop",
            dependencies: [
                "MIDI", "RTPMIDI", "BLEMIDI", "Plan", "Routing", "Panel", "Engine", "Devices", "CPlatform",
            ],
            swiftSettings: shell),
        .target(
            name: "Upkeep", dependencies: ["Plan", "Configuration", "Devices", "Host", "CPlatform", "Compact"],
            swiftSettings: wordy),
        .target(
            name: "Web",
            dependencies: ["MIDI", "Upkeep", "Configuration", "Settings", "Host", "CPlatform", "Compact"],
            // Board/tools/page puts them into the program.
            exclude: ["Page"],
            swiftSettings: wordy),
        .target(
            name: "Box",
            dependencies: [
                "MIDI", "SMF", "Plan", "Routing", "Panel", "Configuration", "Engine", "Devices", "RTPMIDI", "BLEMIDI",
                "Network", "Bluetooth", "MIDICI", "Loop", "Host", "Settings", "Upkeep", "Web", "CPlatform", "Compact",
            ],
            swiftSettings: wordy),
        .executableTarget(name: "treadle", dependencies: ["Box"]),
        .target(
            name: "TestSupport", dependencies: ["Plan", "CSignals"], path: "Tests/Support",
            exclude: ["Host", "Stage", "Network", "Signals"], swiftSettings: language),
        .target(name: "CSignals", path: "Tests/Support/Signals"),
        .target(
            name: "StageSupport",
            dependencies: ["Box", "Loop", "Engine", "Configuration", "Routing", "Plan", "MIDI", "TestSupport"],
            path: "Tests/Support/Stage", swiftSettings: language),
        .target(
            name: "HostSupport", dependencies: ["Host", "CPlatform", "CSignals"], path: "Tests/Support/Host",
            swiftSettings: language),
        .testTarget(name: "MIDITests", dependencies: ["MIDI", "TestSupport"], swiftSettings: language),
        .target(
            name: "NetworkSupport", dependencies: ["MIDI", "RTPMIDI", "TestSupport"], path: "Tests/Support/Network",
            swiftSettings: language),
        .executableTarget(
            name: "soak", dependencies: ["NetworkSupport"], path: "Tests/Soak", swiftSettings: language),
        .testTarget(
            name: "RTPMIDITests", dependencies: ["RTPMIDI", "MIDI", "CPlatform", "NetworkSupport", "TestSupport"],
            swiftSettings: language),
        .testTarget(name: "BLEMIDITests", dependencies: ["BLEMIDI", "MIDI", "TestSupport"], swiftSettings: language),
        .testTarget(name: "CompactTests", dependencies: ["Compact", "TestSupport"], swiftSettings: language),
        .testTarget(name: "SMFTests", dependencies: ["SMF", "MIDI"], swiftSettings: language),
        .executableTarget(
            name: "ci-device", dependencies: ["MIDICI"], path: "Tests/CI/Device", swiftSettings: language),
        .testTarget(name: "MIDICITests", dependencies: ["MIDICI", "Compact", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "HostTests", dependencies: ["Host", "Configuration", "CPlatform", "HostSupport"],
            swiftSettings: language),
        .testTarget(
            name: "RoutingTests", dependencies: ["Routing", "Plan", "MIDI", "TestSupport"], swiftSettings: language),
        .testTarget(name: "PanelTests", dependencies: ["Panel", "MIDI", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["Configuration", "Settings", "Plan", "Routing", "Panel", "MIDI", "Compact", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "DevicesTests", dependencies: ["Devices", "Settings", "MIDI", "CPlatform", "CSignals"],
            swiftSettings: language),
        .testTarget(
            name: "NetworkTests",
            dependencies: ["Network", "RTPMIDI", "Settings", "Devices", "CPlatform", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "BluetoothTests",
            dependencies: ["Bluetooth", "BLEMIDI", "Settings", "Compact", "CPlatform", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "Engine", "Configuration", "Plan", "Panel", "MIDI", "CPlatform", "StageSupport", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "LoopTests",
            dependencies: [
                "Loop", "Box", "Engine", "Configuration", "Devices", "Plan", "MIDI", "RTPMIDI", "BLEMIDI",
                "CPlatform", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Web", "Upkeep", "Configuration", "Settings", "Host", "CPlatform", "Compact", "HostSupport",
                "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "BoxTests",
            dependencies: [
                "Box", "Loop", "Engine", "Configuration", "Devices", "RTPMIDI", "Network", "Bluetooth", "Plan",
                "Routing", "Panel", "Host", "Settings", "Upkeep", "Web", "Compact", "MIDI", "MIDICI", "SMF",
                "CPlatform", "HostSupport",
                "NetworkSupport", "StageSupport", "TestSupport",
            ],
            swiftSettings: language),
    ]
)

// Embedded Swift compiles the code of a module again into each module above it. So the firmware is two modules, one
// built to be fast and one built to be small. Board/tools/firmware puts links to their files into the folder that
// TREADLE_MODULES names, with an empty module for each name that the files import.
if let folder = Context.environment["TREADLE_MODULES"] {
    let names = package.targets.filter { $0.type == .regular && $0.path == nil }.map { $0.name }
    let empty = names.filter { $0 != "CPlatform" && $0 != "Box" }
    let imported = empty.map { Target.Dependency(stringLiteral: $0) }
    package.targets.removeAll { $0.name != "CPlatform" && $0.name != "treadle" }
    package.targets += empty.map { .target(name: $0, path: "\(folder)/\($0)", swiftSettings: language) }
    package.targets += [
        .target(name: "Core", dependencies: imported, path: "\(folder)/Core", swiftSettings: constrained),
        .target(
            name: "Box", dependencies: ["Core", "CPlatform"] + imported, path: "\(folder)/Box",
            swiftSettings: shell + [.unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "Core"])]),
    ]
}

// `make unit` builds one target of tests, with only what it needs.
if let tests = Context.environment["TREADLE_TESTS"] {
    var needed: Set = [tests]
    var reached = [tests]
    while let name = reached.popLast(), let target = package.targets.first(where: { $0.name == name }) {
        for case .byNameItem(let name, _) in target.dependencies where needed.insert(name).inserted {
            reached.append(name)
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
