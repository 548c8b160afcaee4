# Everything that is built, tested and measured. `make help` lists it.
# Writes into build/, .build/ (the package manager's own) and ~/.cache/treadle (toolchains, kernels).

ARCH ?= aarch64
BOARD ?= qemu-aarch64
BOX ?= docs/examples/laptop
CONFIGURATION ?= debug
MINUTES ?= 1
PACKETS ?= 1000000
PREFIX ?= /usr/local
REQUESTS ?= 10000000
TIMES ?= 5
# The release, or the bill, whose versions of Debian's packages are built with again.
ifdef BILL
export TREADLE_BILL := $(abspath $(BILL))
endif
SYSCONFDIR ?= /etc

tools := Board/tools
strict := --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors
sanitized := --scratch-path build/sanitized --sanitize address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=all
firmware_arch := $(if $(filter %x86_64,$(BOARD)),x86_64,aarch64)
# Both, unless ARCH is given.
packaged := $(if $(filter file,$(origin ARCH)),x86_64 aarch64,$(ARCH))

.NOTPARALLEL:
.DEFAULT_GOAL := help

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: host ## the box in a terminal, without hardware; of an example it runs a copy (BOX=, RESET=1, CONFIGURATION=)
	swift build -c $(CONFIGURATION) --product treadle
	@box=$$($(tools)/copy-example "$(BOX)" $(RESET)) && \
	    exec "$$(swift build -c $(CONFIGURATION) --show-bin-path)/treadle" run --simulate --http 8080+ "$$box"

test: ## everything that needs no board: units, style, corpus, memory, cost
	@$(tools)/prerequisites host firmware ci cost linux
	@Tests/Stages/run test-swift test-rtp test-ci lint test-documents firmware test-corpus rtcheck test-firmware \
	    test-cost test-linux

quick: test-swift lint test-documents ## while you work: units, style, documents, and the rules by example on the host's program
	Tests/Corpus/run "$$(swift build --show-bin-path)/treadle"

test-swift: host ## the units, and that modules import only what they may
	@mkdir -p build/report && rm -f build/report/swift*.xml
	swift build --build-tests $(strict)
	@# Not by `swift test`, which does not tell how a process of tests ended that crashed.
	"$$(swift build --show-bin-path)/treadlePackageTests.xctest" --testing-library swift-testing \
	    --xunit-output build/report/swift.xml

unit: host ## one target of tests, built without the others (ONLY=RoutingTests, FILTER=VelocityTableTests)
	TREADLE_TESTS=$(ONLY) swift test $(strict) --scratch-path build/unit/$(ONLY) --filter '$(FILTER)'

test-edits: host ## that 10,000 random edits of files keep every other byte (TREADLE_SEEDS=1250, 8 edits each)
	TREADLE_TESTS=ConfigurationTests TREADLE_SEEDS=$${TREADLE_SEEDS:-1250} swift test $(strict) \
	    --scratch-path build/unit/ConfigurationTests --filter EditPropertyTests

test-rtp: host ## that two sessions agree over a million packets of a bad network (PACKETS=1000000)
	swift build -c release --product soak $(strict)
	"$$(swift build -c release --show-bin-path)/soak" $(PACKETS)

test-ci: host ci ## MIDI-CI with JUCE and cmidi2 as the other side (ONLY="muid")
	swift build $(strict) --product ci-device
	judges=$$($(tools)/ci-judges) && Tests/CI/run "$$(swift build --show-bin-path)/ci-device" "$$judges" $(ONLY)

test-corpus: host ## the rules by example, on the host's program and both static ones
	swift build $(strict) --product treadle
	@$(MAKE) --no-print-directory firmware ARCH="x86_64 aarch64"
	Tests/Corpus/run "$$(swift build --show-bin-path)/treadle" build/x86_64/treadle \
	    "qemu-aarch64-static build/aarch64/treadle"

test-documents: host ## links, rule numbers and examples of the documents, and commit subjects
	swift build $(strict) --product treadle
	Tests/Documents/run "$$(swift build --show-bin-path)/treadle"

test-firmware: host ## that the static program stays within its memory, over a million messages
	@$(MAKE) --no-print-directory firmware ARCH="x86_64 aarch64"
	Tests/Firmware/run build/x86_64/treadle build/aarch64/treadle

test-network: host network ## RTP-MIDI with model peers and programs of others, in network namespaces (ONLY="peers")
	swift build $(strict) --product treadle
	Tests/Network/run "$$(swift build --show-bin-path)/treadle" $(ONLY)

test-sound: host sound ## the simulated box through a real FluidSynth, which writes to a file
	swift build $(strict) --product treadle
	Tests/Sound/run "$$(swift build --show-bin-path)/treadle"

test-page: host page ## the page in Chromium and Firefox, and its API by plain sockets (ONLY="editing", TREADLE_LONG=1)
	swift build $(strict) --product treadle
	Tests/Page/run "$$(swift build --show-bin-path)/treadle" $(ONLY)

page-pictures: host page ## makes the pictures of the page in the guide from the simulated box (ONLY="live")
	swift build $(strict) --product treadle
	Tests/Page/pictures "$$(swift build --show-bin-path)/treadle" $(ONLY)

test-load: host network ## units and network five times beside four busy programs: no test may fail of that (TIMES=5)
	swift build --build-tests $(strict)
	Tests/Load/run "$$(swift build --show-bin-path)/treadle" $(TIMES)

test-seeds: host ## random evenings, the same on the debug build and both of the firmware (SEEDS=100000, FIRST=1)
	swift build --build-tests $(strict)
	@$(MAKE) --no-print-directory firmware
	Tests/Seeds/run "$$(swift build --show-bin-path)/treadlePackageTests.xctest" "$(or $(SEEDS),100000)" "$(or $(FIRST),1)" \
	    "$$(swift build --show-bin-path)/treadle" build/x86_64/treadle "qemu-aarch64-static build/aarch64/treadle"

fuzz: host ## gives the program, and the one that is released, mutated input of every kind (MINUTES=1, ONLY=smf)
	swift build --build-tests $(strict)
	Tests/Fuzz/run $(MINUTES) $(ONLY)
	@$(MAKE) --no-print-directory firmware ARCH=x86_64
	Tests/Fuzz/shipped build/x86_64/treadle $(MINUTES) $(ONLY)
	$(if $(ONLY),,Tests/Fuzz/requests --seconds 90 build/x86_64/treadle 100000)

fuzz-sanitized: export TREADLE_SANITIZED = 1
fuzz-sanitized: host ## the same with checks of addresses and of undefined behaviour in C (MINUTES=10)
	$(tools)/microhttpd --sanitized
	swift build --build-tests $(sanitized)
	ASAN_OPTIONS=detect_leaks=0 TREADLE_FUZZ_TESTS="$(sanitized)" Tests/Fuzz/run $(MINUTES) $(ONLY)
	Tests/Fuzz/shipped --sanitized "$$(swift build $(sanitized) --show-bin-path)/treadle" $(MINUTES) $(ONLY)

fuzz-requests: export TREADLE_SANITIZED = 1
fuzz-requests: host ## mutated requests to the page, with the same checks, for hours (REQUESTS=10000000)
	$(tools)/microhttpd --sanitized
	swift build -c release $(sanitized) --product treadle
	Tests/Fuzz/requests --sanitized --boxes $$(nproc) "$$(swift build -c release $(sanitized) --show-bin-path)/treadle" $(REQUESTS)

test-cost: cost ## that a message costs the instructions that Tests/Cost/thresholds.txt allows
	@$(MAKE) --no-print-directory firmware ARCH=x86_64
	Tests/Cost/run build/x86_64/treadle

test-linux: linux package ## systemd units, the Debian package in clean roots of Debian 12 and 13 and Ubuntu 24.04, installing
	Tests/Linux/run

test-linux-arm64: linux package ## the Debian package in clean roots of Debian for arm64, by qemu-user
	ARCHITECTURE=arm64 Tests/Linux/run package

test-debian13: host ## builds the tests in a root of Debian 13 and runs them there (ONLY=DevicesTests)
	$(tools)/test-debian trixie '$(ONLY)'

test-board: board page bluetooth emulator firmware-of-board kernel ## the box on emulated boards (ONLY=, TREADLE_BOARDS=1)
	@$(MAKE) --no-print-directory image BOARD=pc-x86_64
	$(tools)/test-image qemu-aarch64
	$(tools)/test-programs
	@$(MAKE) --no-print-directory image BOARD=raspberry-pi
	Tests/Board/run $(ONLY)

test-cuts: board emulator firmware-of-board kernel ## cuts the power after each write of the emulated boards' disks (TREADLE_CUTS=20)
	$(tools)/test-image qemu-aarch64
	$(tools)/test-programs
	@$(MAKE) --no-print-directory image BOARD=raspberry-pi
	TREADLE_CUTS=$${TREADLE_CUTS:-20} Tests/Board/run every_cut

test-evening: board emulator firmware-of-board kernel ## Bluetooth in exact time: a long evening with lost packets, and the goals (MINUTES=10)
	$(tools)/test-image qemu-aarch64
	$(tools)/test-programs
	TREADLE_EVENING=$(if $(filter file,$(origin MINUTES)),10,$(MINUTES)) Tests/Board/run bluetooth_evening bluetooth_goals

bench-board: board emulator firmware-of-board kernel ## latency, clock, load in the emulated board (MEASURE=load, KERNEL_OF=raspberry-pi)
ifdef KERNEL_OF
	$(tools)/bench-with-kernel $(KERNEL_OF) $(MEASURE)
else
	$(tools)/test-image qemu-aarch64
	$(tools)/test-programs
	Tests/Board/bench $(MEASURE)
endif

pictures: host ## draws the pictures of the guide from what the program shows, and the wiring from the table of pins
	swift build $(strict) --product treadle
	docs/guide/pictures/draw "$$(swift build --show-bin-path)/treadle"
	python3 docs/hardware/drawings/draw.py

firmware: known-arch ## the static program, ARCH=aarch64, x86_64 or both, to build/ARCH/treadle
	@$(tools)/prerequisites firmware
	$(tools)/firmware $(ARCH)

package: known-arch ## Debian packages of amd64 and arm64, to build/package; ARCH=x86_64 or aarch64: only that one
	@$(MAKE) --no-print-directory firmware ARCH="$(packaged)"
	@for arch in $(packaged); do $(tools)/package $$arch || exit; done

release: board ## all images and packages, signed, to build/release (TREADLE_UPDATE_KEY=, TREADLE_RESERVE_KEY=, BILL=)
	@$(tools)/release

install: ## installs build/<machine>/treadle, manual, completions, service, rules and limits (DESTDIR=, PREFIX=/usr/local)
	DESTDIR=$(DESTDIR) PREFIX=$(PREFIX) SYSCONFDIR=$(SYSCONFDIR) $(tools)/install build/$$(uname -m)/treadle

uninstall: ## removes what `make install` has installed
	DESTDIR=$(DESTDIR) PREFIX=$(PREFIX) SYSCONFDIR=$(SYSCONFDIR) $(tools)/install --uninstall

kernel: known-board board ## the kernel of BOARD
	$(tools)/kernel $(BOARD)

image: known-board firmware-of-board kernel ## what BOARD boots: kernel and initramfs in build/BOARD, and its card as .img.xz
	$(tools)/image $(BOARD)
	@[ ! -x Board/$(BOARD)/slot ] || $(tools)/card $(BOARD)
	@if [ -x Board/$(BOARD)/slot ]; then echo "Write it to a card or stick: make flash BOARD=$(BOARD) DISK=/dev/…"; \
	    echo "Without DISK that lists the disks that are there."; \
	elif [ -x Board/$(BOARD)/start ]; then echo "Start it here: make emulate BOARD=$(BOARD)"; fi

flash: known-card ## writes the image of BOARD to a card or stick, after a question (DISK=/dev/…)
	@$(tools)/flash $(BOARD) $(DISK)

emulate: known-emulated image ## a console on the emulated board
	Board/$(BOARD)/start

rtcheck: host ## proves that the real-time loop never allocates, locks or formats
	@$(MAKE) --no-print-directory firmware ARCH=x86_64
	$(tools)/rtcheck

bench: cost ## what a message costs, in nanoseconds of this machine and in instructions
	@$(MAKE) --no-print-directory firmware ARCH=x86_64
	Tests/Cost/run build/x86_64/treadle --table

lint: host ## checks the style of the sources, and that folders refer only to those above them
	swift format lint --strict --recursive Sources Tests Package.swift
	Tests/Structure/run

format: host ## puts the sources into that style
	swift format --in-place --recursive Sources Tests Package.swift

update: known-card board ## signs build/BOARD/slot.img as build/BOARD/update.treadle (TREADLE_UPDATE_KEY=)
	$(tools)/update $(BOARD)

size: ## how large the firmware is, what it locks, what has grown (KEEP=--keep makes these the numbers to grow from)
	@$(MAKE) --no-print-directory firmware ARCH="x86_64 aarch64"
	@$(tools)/size $(KEEP)

clean: ## removes what was built, but not the cache
	rm -rf build .build

host board ci cost linux network sound page bluetooth:
	@$(tools)/prerequisites $@
	@[ $@ != host ] || $(tools)/page
	@[ $@ != host ] || $(tools)/qrcodegen >/dev/null
	@[ $@ != bluetooth ] || { $(tools)/bumble && $(tools)/bluez; }

# A slip in BOARD or ARCH is told before anything is installed or built.
known-board:
	@$(tools)/known '$(BOARD)'

known-card:
	@$(tools)/known '$(BOARD)' slot

known-emulated:
	@$(tools)/known '$(BOARD)' start

known-arch:
	@$(tools)/known --arch $(ARCH)

# So that no test waits for it, or fails because it cannot be fetched.
emulator: board
	@$(tools)/emulator --version >/dev/null

firmware-of-board:
	@$(MAKE) --no-print-directory firmware ARCH=$(firmware_arch)

.PHONY: help run test quick unit fuzz fuzz-sanitized fuzz-requests test-swift test-rtp test-corpus test-documents test-firmware test-cost test-linux \
    test-linux-arm64 test-debian13 test-board test-cuts test-evening bench-board firmware package release install uninstall \
    kernel image flash emulate update rtcheck bench pictures lint format size clean host board ci cost linux network sound page \
    bluetooth emulator firmware-of-board test-edits test-network test-ci test-load test-seeds test-sound test-page page-pictures known-board known-card known-emulated known-arch
