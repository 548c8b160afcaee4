"""JUCE's MIDI-CI as the other side, in both roles (U9, U10)."""

import json
import os
import subprocess
import unittest

from wire import Wire

DEVICE, JUDGES = os.environ["CI_DEVICE"], os.environ["CI_JUDGES"]


def muid(message):
    """The sender of a message, as the programs print it."""
    return "%07x" % (message[6] | message[7] << 7 | message[8] << 14 | message[9] << 21)


class Case(unittest.TestCase):
    def setUp(self):
        self.wire = Wire(DEVICE, JUDGES)
        self.addCleanup(self.wire.close)

    def meet(self):
        """The judge discovers the box. Returns the MUID of the box."""
        self.wire.tell(self.wire.box, "come")
        self.wire.tell(self.wire.judge, "discover")
        return muid(self.wire.messages[self.wire.box][-1])

    def everything_was_understood(self):
        self.assertEqual([line for line in self.wire.said if line == "not understood"], [])

    def answer(self, line):
        """The data of an answer to a get of the judge."""
        lines = [said for said in self.wire.tell(self.wire.judge, line) if said.startswith("answer ")]
        self.assertEqual(len(lines), 1, lines)
        _, status, *data = lines[0].split(" ", 2)
        return int(status), json.loads(data[0]) if data and data[0] else None


class BoxAsks(Case):
    """U10: the box discovers the judge, and learns what it is and has."""

    def test_a_device_is_known_with_names_and_programs(self):
        said = self.wire.tell(self.wire.box, "come")
        self.assertIn("notice found", said)
        self.assertIn("peer Judge/JUCE/100/Warm Pad 99", said)
        self.assertEqual([line for line in said if line.startswith("asked")],
                         ["asked ResourceList", "asked DeviceInfo", "asked ProgramList", "asked ProgramList"])
        self.everything_was_understood()

    def test_the_judge_learns_the_box_from_its_discovery(self):
        said = self.wire.tell(self.wire.box, "come")
        added = [line.split(" ", 2)[2] for line in said if line.startswith("added")]
        self.assertEqual(added, ["manufacturer 007d00 family 1 model 1 revision 1.2.3.4 "
                                 "profiles properties process longest 512"])
        self.assertIn("endpoint treadle-1", said)


class JudgeAsks(Case):
    """U9: the judge discovers the box and asks it."""

    def test_capabilities_and_profiles(self):
        box = self.meet()
        self.assertIn("capabilities 4", self.wire.tell(self.wire.judge, "capabilities " + box))
        self.assertIn("profiles 0", self.wire.tell(self.wire.judge, "profiles " + box))
        self.everything_was_understood()

    def test_resources(self):
        box = self.meet()
        status, listed = self.answer('get %s {"resource":"ResourceList"}' % box)
        self.assertEqual(status, 200)
        names = [entry["resource"] for entry in listed]
        self.assertEqual(names, ["DeviceInfo", "ChannelList", "ProgramList", "StateList", "State", "X-Treadle-Status"])
        for name in names:
            extra = ',"resId":"band"' if name == "State" else ""
            status, data = self.answer('get %s {"resource":"%s"%s}' % (box, name, extra))
            self.assertEqual((name, status), (name, 200))
            self.assertTrue(data, name)
        self.assertEqual(self.answer('get %s {"resource":"CMList"}' % box)[0], 404)
        self.everything_was_understood()

    def test_a_long_list_comes_in_chunks(self):
        box = self.meet()
        self.wire.tell(self.wire.box, "presets 700")
        status, programs = self.answer('get %s {"resource":"ProgramList"}' % box)
        self.assertEqual((status, len(programs)), (200, 700))
        self.assertEqual(programs[699], {"title": "Préset 699", "bankPC": [0, 5, 59]})
        self.assertGreater(len(self.wire.messages[self.wire.box]), 50)
        self.assertLessEqual(max(len(message) for message in self.wire.messages[self.wire.box]), 512)
        status, programs = self.answer('get %s {"resource":"ProgramList","offset":690,"limit":20}' % box)
        self.assertEqual(len(programs), 10)

    def test_a_set_in_chunks_reaches_the_box(self):
        box = self.meet()
        said = self.wire.tell(self.wire.judge, 'set %s {"resource":"X-Treadle-Status"} {"preset":2}' % box)
        self.assertIn("request preset 2", said)
        text = "x" * 2000
        said = self.wire.tell(
            self.wire.judge, 'set %s {"resource":"State","resId":"band"} {"text":"%s"}' % (box, text))
        self.assertIn("request load band 2000", said)
        self.everything_was_understood()

    def test_a_subscription_is_updated_and_ends(self):
        box = self.meet()
        said = self.wire.tell(self.wire.judge, "subscribe %s X-Treadle-Status" % box)
        self.assertIn("subscription s1", said)
        for _ in range(3):
            updates = [line for line in self.wire.tell(self.wire.box, "changed X-Treadle-Status")
                       if line.startswith("update full")]
            self.assertEqual(len(updates), 1)
        self.wire.tell(self.wire.judge, "unsubscribe")
        self.assertEqual(self.wire.tell(self.wire.box, "changed X-Treadle-Status"), [])
        self.everything_was_understood()


class Muids(Case):
    """U9, U11: collisions and malformed messages."""

    def test_the_box_takes_another_muid_when_its_own_is_invalid(self):
        before = self.meet()
        self.wire.tell(self.wire.box, "wait 5000")
        target = bytes(int(before, 16) >> shift & 127 for shift in (0, 7, 14, 21)).hex(" ")
        self.wire.tell(self.wire.box, "f0 7e 7f 0d 7e 02 01 01 01 01 7f 7f 7f 7f %s f7" % target)
        after = muid(self.wire.messages[self.wire.box][-1])
        self.assertNotEqual(before, after)
        self.assertIn("added " + after, " ".join(self.wire.said))

    def test_the_judge_understands_the_naks_of_the_box(self):
        box = self.meet()
        own = bytes(int(box, 16) >> shift & 127 for shift in (0, 7, 14, 21)).hex(" ")
        judge = self.wire.messages[self.wire.judge][-1][6:10].hex(" ")
        for kind, status in (("5f", "01"), ("34", "41"), ("42", "41")):
            said = self.wire.tell(self.wire.box, "f0 7e 7f 0d %s 02 %s %s f7" % (kind, judge, own))
            self.assertIn("nak %s %s" % (kind, status), said)


class Bytes(Case):
    """The messages that cmidi2 makes, byte by byte."""

    def test_cmidi2_makes_the_same_bytes(self):
        self.wire.tell(self.wire.box, "come")
        discovery = self.wire.messages[self.wire.box][0]
        box, peer = discovery[6:10].hex(" "), "0123456"
        other = bytes(int(peer, 16) >> shift & 127 for shift in (0, 7, 14, 21)).hex(" ")
        made = subprocess.run([JUDGES + "/cmidi2", muid(discovery), peer], check=True, stdout=subprocess.PIPE,
                              text=True).stdout
        expected = {line.split(" ", 1)[0]: line.split(" ", 1)[1] for line in made.splitlines()}
        about = "7d 00 00 01 00 02 00 03 00 00 00 1c 00 04 00 00"
        get = '{"resource":"x"}'.encode()
        frame = "09 %02x 00 %s 01 00 01 00 00 00" % (len(get), get.hex(" "))
        found = {"discovery": discovery.hex(" ")}
        for name, kind, version, to, body in (
                ("discovery-reply", "70", 2, "7f 7f 7f 7f", about + " 05"),
                ("discovery-reply-1", "70", 1, "7f 7f 7f 7f", about),
                ("capabilities-reply", "30", 2, box, "04 00 00"), ("get-reply", "34", 2, box, frame),
                ("set-reply", "36", 2, box, frame), ("process-reply", "40", 2, box, ""),
                ("report-end", "42", 2, box, "00 00 00 00 00"),
                ("invalidate", "70", 2, "7f 7f 7f 7f", None)):
            source = other if body is not None else box
            if body is None:
                # Somebody else has the box's MUID.
                body = about + " 00"
            lines = self.wire.box.say("f0 7e 7f 0d %s %02x %s %s %s f7" % (kind, version, source, to, body))
            sent = [line[5:] for line in lines if line.startswith("send f0")]
            wanted = [message for message in sent if message == expected[name]]
            found[name] = wanted[0] if wanted else sent
        self.assertEqual(found, expected)
