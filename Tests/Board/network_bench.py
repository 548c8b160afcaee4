"""The verdicts on network MIDI in the bench (rtp.py has its scripts)."""

import latency
import rtp
from latency import HEADINGS
from load import counted
from measured import measure


def network(report, seeds, share):
    """Peers of network MIDI: the goals of their round trips, of a buffer, of a flood, and of silence."""
    def play(script, seed=1):
        return measure(script, seed, rtp.FILES)[0]

    rows = {subject: latency.Sample() for subject in (rtp.ECHO, rtp.EPOLL, rtp.BARE, rtp.TREADLE)}
    for seed in seeds:
        found = play(rtp.script(seed, round(1000 * share)), seed)
        for name, lines in found.items():
            if "|" in name:
                rows[name.split("|")[0]].add(lines)
            else:
                clean(report, lines)
    round_trips(report, "Network: round trip of a note, in µs", rows)
    least = rows[rtp.ECHO].figures
    for subject in (rtp.BARE, rtp.TREADLE):
        own = rows[subject].figures
        report.goal("%s / least echo, median" % subject, own[0] / least[0], 1.15)
        report.goal("%s / least echo, 99.9 %%" % subject, own[2] / least[2], 1.3)
    report.say()
    buffered(report, play(rtp.jitter_script(1, round(5000 * share))))
    beside_a_flood(report, play(rtp.flood_script(1, round(1000 * share))))
    silence(report, play(rtp.silent_script(60)), 60)


def round_trips(report, title, rows):
    report.say(title)
    report.say("%-24s %8s %8s %8s %8s" % ("", *HEADINGS))
    for subject, sample in rows.items():
        report.say("%-24s %8.1f %8.1f %8.1f %8.1f" % (subject, *sample.figures))
        if sample.wrong:
            report.check("%s: %d of %d messages wrong or lost" % (subject, sample.wrong, sample.messages), False)


def clean(report, lines):
    """The loop has neither allocated nor faulted."""
    counters = counted(lines)
    lost = [counters[name] for name in ("allocations", "page faults", "dropped")]
    report.check("the loop, after %d wakes: %d allocations, %d page faults, %d dropped" % (
        counters["wakes"], *lost), not any(lost))
    return counters


def buffered(report, found):
    """What a buffer makes of the delays of a line."""
    rows = {line: latency.Sample() for line in (0, rtp.JITTER)}
    for line, sample in rows.items():
        sample.add(found["jitter|%d" % line])
        clean(report, found["counters-%d" % line])
    round_trips(report, "Network, `buffer: 5 ms`: from the time stamp of a note to its return, in µs",
                {"delays up to %d µs" % line: sample for line, sample in rows.items()})
    exact, jittered = rows.values()
    report.goal("spread of all returns beside delays of 4 ms", jittered.at(1) - jittered.at(0), 300, " µs")
    error = max(abs(jittered.at(share) - exact.at(0.5)) for share in (0, 0.5, 1))
    report.goal("clock sync error beside delays of 4 ms", error, 1000, " µs")
    report.say()


def beside_a_flood(report, found):
    """The round trip of a peer beside another that sends as fast as it can."""
    for subject in [rtp.ECHO, rtp.TREADLE]:
        samples = {name: latency.Sample() for name in [rtp.QUIET, rtp.BESIDE]}
        for name, sample in samples.items():
            sample.add(found["%s|%s" % (name, subject)])
        round_trips(report, "Network, %s: round trip beside the flood of another peer, in µs" % subject, samples)
        ratios = [own / quiet for quiet, own in zip(samples[rtp.QUIET].figures, samples[rtp.BESIDE].figures)]
        if subject == rtp.ECHO:
            report.say("times %s" % " ".join("%8.2f" % ratio for ratio in ratios))
    clean(report, found["counters"])
    for heading, ratio in zip(HEADINGS, ratios):
        if heading in ("median", "99 %"):
            report.goal("beside it / quiet, %s" % heading, ratio, 1.1)
    report.say()


def silence(report, found, seconds):
    """The idle cost of eight peers."""
    clean(report, found["counters"])
    used = [line for line in found["counters"] if line.startswith("loop: ")][-2:]
    before, after = (counted([line]) for line in used)
    report.say("Network: eight silent peers, %d s, %d wakes" % (seconds, after["wakes"] - before["wakes"]))
    share = (after["us of processor"] - before["us of processor"]) / seconds / 1e4
    report.goal("the loop's share of a processor", share, 0.5, " %")
    report.say()
