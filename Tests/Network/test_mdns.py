"""`treadle mdns` (N2, N13) against avahi."""

import mdns_flood
from case import BINARY, NetworkCase
from common.waiting import PATIENCE
from mdns_hosts import Hosts

# Names as avahi-browse prints them.
STAGE, SECOND = r"Stage\\032Box", r"Stage\\032Box\\032\\0352"


def own_name(lines):
    names = [line.split(" ")[1] for line in lines if line.startswith("name ")]
    return names[-1] if names else None


def has_two_others(lines):
    found = set()
    for verb, interface, version, name, *_ in (line.split(" ") for line in lines if " ipv4 " in line):
        (found.add if verb == "found" else found.discard)(name)
    return len(found) == 2 and own_name(lines) not in found | {None}


class Hosted(NetworkCase):
    def made_network(self):
        return Hosts(self.hosts, BINARY, self.folder)


class Judged(Hosted):
    def setUp(self):
        super().setUp()
        self.network.judge(2)
        self.browser = self.network.browse(2)

    def published(self, name="Stage Box", *words):
        box = self.network.box(1, name, *words)
        box.lines.until("name ")
        self.browser.until("=;eth0;IPv4;")
        return box

    def gone(self, name=STAGE):
        """Goodbyes count after a second (RFC 6762, 10.1)."""
        self.browser.all([r"-;eth0;IPv%d;%s;" % (version, name) for version in (4, 6)])

    def test_the_box_is_found_on_both_ip_versions(self):
        self.network.box(1, "Stage Box", "--port", "5006").lines.until(r"name Stage\\032Box$")
        found = r"=;eth0;IPv%d;" + STAGE + r";_apple-midi._udp;local;Stage-Box\.local;%s;5006;"
        self.browser.all([found % (4, r"10\.77\.0\.1"), found % (6, "fe80:[0-9a-f:]*")])

    def test_the_host_is_found_as_name_local(self):
        self.published("Bühne 1")
        answer = self.network.asked(2, "avahi-resolve", "-4", "-n", "B-hne-1.local")
        self.assertEqual(answer.communicate(timeout=PATIENCE)[0].split(), ["B-hne-1.local", "10.77.0.1"])

    def test_the_end_of_input_withdraws_the_record(self):
        box = self.published()
        box.stdin.close()
        self.gone()
        self.assertEqual(box.wait(PATIENCE), 0)

    def test_a_signal_withdraws_the_record(self):
        box = self.published()
        box.terminate()
        self.gone()
        self.assertEqual(box.wait(PATIENCE), 0)

    def test_the_record_does_not_outlive_a_killed_parent(self):
        # The input stays open, so only the death of the parent ends the process.
        script = 'exec 3<&0; "$0" mdns --name "Stage Box" <&3 & wait'
        parent = self.network.start(1, ["sh", "-c", script, BINARY], stdin=-1)
        self.browser.all([r"=;eth0;IPv%d;" % version for version in (4, 6)])
        parent.kill()
        self.gone()

    def test_another_name_replaces_the_first(self):
        box = self.published()
        box.stdin.write("rename nonsense\\\n" + "x" * 20000 + "\nrename Left\\032Side\n")
        box.stdin.flush()
        box.lines.until(r"name Left\\032Side$")
        self.browser.all([r"-;eth0;IPv4;" + STAGE, r"=;eth0;IPv4;Left\\032Side;.*;Left-Side\.local;10\.77\.0\.1;"])

    def test_a_name_in_use_is_left_to_its_owner(self):
        self.network.publish(2, "Stage Box", 5010)
        self.browser.until("=;eth0;IPv4;" + STAGE + ";")
        box = self.network.box(1, "Stage Box")
        box.lines.all([r"name Stage\\032Box\\032#2$",
                       r"found eth0 ipv4 Stage\\032Box judge2\.local 10\.77\.0\.2 5010$"])
        self.browser.until("=;eth0;IPv4;" + SECOND + ";")

    def test_others_are_found_and_lost(self):
        box = self.network.box(1, "Stage Box")
        name = "Desk \\ Bühne"
        session = self.network.publish(2, name, 5008)
        word = r"Desk\\032\\092\\032Bühne"
        box.lines.all(["found eth0 ipv4 " + word + r" judge2\.local 10\.77\.0\.2 5008$",
                       "found eth0 ipv6 " + word + r" judge2\.local fe80:[0-9a-f:]*%eth0 5008$"])
        session.terminate()
        box.lines.all(["lost eth0 ipv4 " + word + "$", "lost eth0 ipv6 " + word + "$"])

    def test_a_session_that_moves_to_another_port_is_found_again(self):
        box = self.network.box(1, "Stage Box")
        session = self.network.publish(2, "Desk", 5008)
        box.lines.until("found eth0 ipv4 Desk .* 5008$")
        session.terminate()
        session.wait()
        self.network.publish(2, "Desk", 5020)
        box.lines.until("found eth0 ipv4 Desk .* 5020$")

    def test_only_named_interfaces_are_used(self):
        self.network.box(1, "Inside", "--interfaces", "lo").lines.until("name Inside$")
        other = self.network.box(1, "Other", "--interfaces", "eth1,lo")
        self.published("Outside", "--interfaces", "eth0")
        self.assertFalse([line for line in self.browser.seen if "Inside" in line or "Other" in line])
        self.assertFalse([line for line in other.lines.seen if "eth0" in line])

    def test_a_cable_that_is_plugged_in_later_is_used(self):
        self.network.execute(1, "ip", "link", "set", "eth0", "down")
        box = self.network.box(1, "Stage Box")
        box.lines.until("name ")
        self.network.execute(1, "ip", "link", "set", "eth0", "up")
        self.browser.until("=;eth0;IPv4;" + STAGE + r";.*;10\.77\.0\.1;")

    def test_a_cable_that_is_pulled_out_takes_its_sessions_along(self):
        box = self.network.box(1, "Stage Box")
        self.network.publish(2, "Desk", 5008)
        box.lines.until("found eth0 ipv4 Desk ")
        self.network.execute("sw", "ip", "link", "set", "v1", "down")
        box.lines.until("lost eth0 ipv4 Desk$")
        self.network.execute("sw", "ip", "link", "set", "v1", "up")
        box.lines.until("found eth0 ipv4 Desk ")

    def test_floods_and_nonsense_do_no_harm(self):
        box = self.published()
        # Answers count only from port 5353 (RFC 6762, 11).
        with self.network.bound(3, 5353) as socket:
            mdns_flood.nonsense(socket)
            self.flood(socket, box, "dropped [0-9]+$")
            self.network.publish(2, "Desk", 5008)
            # There is room when the others have gone.
            self.flood(socket, box, r"found eth0 ipv4 Desk .* 5008$", seconds=0)
        self.assertLess(mdns_flood.resident(box.pid), 16 << 20)

    def flood(self, socket, box, pattern, **options):
        """Sends services until a line comes. More than once, as the receiver's buffer may overflow."""
        for _ in range(PATIENCE // 2):
            mdns_flood.services(socket, 400, **options)
            if box.lines.comes(pattern, 2):
                return
        self.fail("no %r in %s" % (pattern, box.lines.seen[-100:]))


class Twins(Hosted):
    def test_boxes_of_one_name_that_start_at_once_find_each_other(self):
        boxes = [self.network.box(host, "Treadle") for host in (1, 2, 3)]
        for box in boxes:
            self.assertTrue(box.lines.settle(has_two_others), box.lines.seen)
        self.assertEqual(len(set(own_name(box.lines.seen) for box in boxes)), 3)

    def test_a_responder_on_the_same_machine_is_no_conflict(self):
        with open(BINARY, "rb") as file:
            if b"libavahi-core.so" in file.read():
                self.skipTest("the program does not have the project's avahi-core")
        log = self.network.daemon(1, "laptop")
        log.until(".*Server startup complete")
        self.network.box(1, "Stage Box").lines.until(r"name Stage\\032Box$")
        other = self.network.box(2, "Other").lines
        other.until(r"found eth0 ipv4 Stage\\032Box Stage-Box\.local 10\.77\.0\.1 5004$")
