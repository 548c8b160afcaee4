"""Editing: every byte that is not edited stays (W12), drafts (W13), two browsers (W10), presets and set lists (W14)."""

import contextlib
import os
import signal

from case import FILES, PageCase
from common.talk import Talk
from common.waiting import until

PRESET = "presets/verse.yaml"
# Of each stage: where, the new value, and the bytes that it changes.
SCALARS = {
    "source": (["routings", 0, "from"], ["keys", "pads"], "from: [keys]\n    to: [module]\n    restrict: {",
               "from: [keys, pads]\n    to: [module]\n    restrict: {"),
    "restrict": (["routings", 0, "restrict", "notes"], "C-1..C4", "C-1..B3", "C-1..C4"),
    "restrict in quotes": (["routings", 1, "restrict", "notes"], "C4..C6", '"C4..G9"', '"C4..C6"'),
    "notes": (["routings", 0, "notes", "shift"], -24, "shift: -12", "shift: -24"),
    "velocity": (["routings", 1, "velocity", "curve", "softness"], 30, "softness: 0", "softness: 30"),
    "channel": (["routings", 1, "channel"], 7, "channel: 1\n", "channel: 7\n"),
    "destination": (["routings", 0, "to"], ["any"], "to: [module]\n    restrict: {", "to: [any]\n    restrict: {"),
    "name": (["routings", 0, "name"], "Low", "name: Bass ", "name: Low "),
    "tempo": (["tempo"], 98.5, "tempo: 132", "tempo: 98.5"),
}
# Keys that the file does not have.
NEW = {
    "controllers": (["routings", 0, "controllers"], {"filter": True}),
    "remaps": (["routings", 1, "controllers"], {"remap": [{"from": "cc 1", "to": "cc 11"}]}),
    "on load": (["routings", 1, "on-load"], [{"send": "program 33"}]),
    "conditions": (["routings", 1, "restrict", "conditions"],
                   {"of": [{"from": "footswitches", "controller": "switch B", "mode": "latch", "when": ">= 1"}]}),
    "map of notes": (["routings", 1, "notes"], {"map-tones": {"C": "D"}}),
}


class EditCase(PageCase):
    def setUp(self):
        super().setUp()
        self.editor = self.client()

    def file(self, path=PRESET, client=None):
        """What a file is now, with the tag to edit it by."""
        answer = (client or self.editor).get("files/" + path)
        found = self.good(answer)
        self.assertIn(found["hash"], answer.headers["etag"])
        return {**found, "tag": answer.headers["etag"]}

    def patch(self, *operations, path=PRESET, tag=None, client=None):
        tag = tag or self.file(path, client)["tag"]
        return (client or self.editor).request("PATCH", "files/" + path, {"operations": list(operations)}, If_Match=tag)

    def put(self, text, path=PRESET):
        return self.editor.request("PUT", "files/" + path, {"text": text}, If_Match=self.file(path)["tag"])

    def set(self, at, value, **more):
        return self.patch({"op": "set", "at": at, "value": value}, **more)

    def drafts(self):
        return self.good(self.editor.get("state"))["draft"]

    def assert_drafts(self, name, value):
        """The state follows an edit, at most 20 times a second."""
        self.assertEqual(until(lambda: self.drafts()[name], lambda found: found == value), value)

    def played(self, note, count=2):
        """What routings make of a note: (routing, bytes) of those that send it."""
        with contextlib.closing(Talk(self.box.socket)) as talk:
            talk.ask("watch")
            talk.lines.write("play 0 90 %02X 50 80 %02X 40\n" % (note, note))
            talk.lines.flush()
            lines = []
            while sum(line.startswith(("out ", "why ")) for line in lines) < 2 * count:
                lines.append(talk.lines.readline())
        parts = [line.split('"') for line in lines if line.startswith("out ")]
        return [(part[3], part[4].strip()) for part in parts if not part[4].strip().startswith("8")]


    def assert_plays(self, wanted):
        """Waits until C4 becomes this."""
        self.assertEqual(until(lambda: self.played(60), lambda found: found == wanted), wanted)


class Bytes(EditCase):
    def test_a_value_of_every_stage_changes_its_own_bytes_alone(self):
        before = FILES[PRESET]
        for name, (at, value, old, new) in SCALARS.items():
            with self.subTest(name):
                self.assertEqual(before.count(old), 1)
                was = self.file()
                answer = self.good(self.set(at, value))
                self.assertEqual(answer["text"], before.replace(old, new))
                self.assertEqual(answer["diagnostics"], [])
                # Nothing is written before it is saved (W13).
                self.assertEqual(self.on_disk(PRESET).decode(), before)
                self.assert_drafts("files", [PRESET])
                self.assertEqual(self.editor.do("save").status, 204)
                self.assertEqual(self.on_disk(PRESET).decode(), before.replace(old, new))
                tree = was["tree"]
                for step in at:
                    tree = tree[step]
                self.assertEqual(self.good(self.set(at, tree))["text"], before)
                self.assertEqual(self.editor.do("save").status, 204)
                self.assertEqual(self.on_disk(PRESET).decode(), before)
                self.assert_drafts("files", [])

    def test_a_new_key_of_every_stage_leaves_all_lines(self):
        before = FILES[PRESET]
        for name, (at, value) in NEW.items():
            with self.subTest(name):
                answer = self.good(self.set(at, value))
                self.assertEqual(answer["diagnostics"], [])
                after = iter(answer["text"].splitlines())
                self.assertTrue(all(line in after for line in before.splitlines()), answer["text"])
                tree = answer["tree"]
                for step in at:
                    tree = tree[step]
                self.assertEqual(tree, value)
                self.assertEqual(self.editor.do("save").status, 204)
                self.assertEqual(self.on_disk(PRESET).decode(), answer["text"])
                self.assertEqual(self.good(self.patch({"op": "remove", "at": at}))["text"], before)
                self.assertEqual(self.editor.do("save").status, 204)

    def test_items_move_with_their_comments_and_back(self):
        before = FILES[PRESET]
        moved = self.good(self.patch({"op": "move", "at": ["routings", 0], "value": 1}))
        self.assertEqual([routing["name"] for routing in moved["tree"]["routings"]], ["Piano", "Bass"])
        self.assertIn("- name: Bass          # the left hand", moved["text"])
        self.assertEqual(self.good(self.patch({"op": "move", "at": ["routings", 1], "value": 0}))["text"], before)
        fresh = {"name": "Pad", "from": ["keys"], "to": ["module"], "channel": 9}
        self.good(self.patch({"op": "insert", "at": ["routings", 1], "value": fresh}))
        self.assertEqual(self.good(self.patch({"op": "remove", "at": ["routings", 1]}))["text"], before)

    def test_places_are_those_of_the_bytes(self):
        file = self.file()
        for path, place in file["places"].items():
            if place != "shared" and path.endswith("/shift"):
                line, column, first, end = place
                self.assertEqual(file["text"].encode()[first:end], b"-12")
                self.assertEqual(file["text"].splitlines()[line - 1][column - 1:column + 2], "-12")

    def test_several_operations_are_done_all_or_none(self):
        good, bad = {"op": "set", "at": ["tempo"], "value": 99}, {"op": "remove", "at": ["routings", 9]}
        self.assertEqual(self.patch(good, bad).status, 422)
        self.assertEqual(self.file()["text"], FILES[PRESET])

    def test_operations_that_are_none_are_400(self):
        for operation in [{}, {"op": "set"}, {"op": "set", "at": ["tempo"]}, {"op": "sort", "at": []}, 1, None,
                          {"op": "set", "at": "tempo",
                           "value": 1}, {"op": "set", "at": ["tempo"], "value": 1,
                                         "more": 2}, {"op": "move", "at": ["routings", 0], "value": -1}]:
            with self.subTest(operation):
                self.assertEqual(self.patch(operation).status, 400)
        self.assertEqual(self.file()["text"], FILES[PRESET])


class Shared(EditCase):
    files = {**FILES, PRESET: FILES[PRESET].replace("notes: { shift: -12 }", "notes: &low { shift: -12 }")
             .replace("    velocity:", "    notes: *low\n    velocity:")}

    def test_a_shared_value_is_refused_with_its_place(self):
        self.assertEqual(self.file()["places"]["/routings/1/notes/shift"], "shared")
        answer = self.set(["routings", 1, "notes", "shift"], 12)
        self.assertEqual((answer.status, answer.code), (422, "shared"))
        self.assertEqual(self.file()["text"], self.files[PRESET])


class Drafts(EditCase):
    def test_an_edit_is_in_force_at_once(self):
        self.assertEqual(self.played(60), [("Piano", "90 3C 50")])
        self.good(self.set(["routings", 1, "channel"], 7))
        self.assert_plays([("Piano", "96 3C 50")])
        self.box.settles(lambda state: state["preset"]["changed"])

    def test_a_draft_with_errors_is_shown_and_not_in_force(self):
        answer = self.good(self.set(["routings", 1, "to"], ["modle"]))
        self.assertIn("modle", str(answer["diagnostics"]))
        self.assertFalse(answer["good"])
        self.assertIn("[modle]", answer["text"])
        self.assertEqual(self.played(60), [("Piano", "90 3C 50")])
        self.good(self.set(["routings", 1, "channel"], 7))
        self.assertEqual(self.played(60), [("Piano", "90 3C 50")])
        self.assertEqual(self.on_disk(PRESET).decode(), FILES[PRESET])
        # Good files are saved, and it is said which is left.
        self.good(self.set(["routings", 0, "channel"], 6, path="presets/chorus.yaml"))
        saved = self.editor.do("save")
        self.assertIn("verse.yaml", saved.body.decode() + str(self.drafts()["files"]))
        self.assertIn("channel: 6", self.on_disk("presets/chorus.yaml").decode())
        self.assertEqual(self.on_disk(PRESET).decode(), FILES[PRESET])
        self.assertEqual(self.good(self.set(["routings", 1, "to"], ["module"]))["diagnostics"], [])
        self.assert_plays([("Piano", "96 3C 50")])

    def test_undo_goes_back_by_steps_and_revert_to_the_files(self):
        for channel in [7, 8, 9]:
            self.good(self.set(["routings", 1, "channel"], channel))
        self.assert_drafts("undo", 3)
        self.assertEqual(self.editor.do("undo").status, 204)
        self.assertIn("channel: 8", self.file()["text"])
        self.assertEqual(self.editor.do("revert").status, 204)
        self.assertEqual(self.file()["text"], FILES[PRESET])
        self.assert_drafts("files", [])
        self.assertEqual(self.on_disk(PRESET).decode(), FILES[PRESET])

    def test_at_most_64_steps_can_be_undone(self):
        for step in range(70):
            self.assertEqual(until(lambda: self.set(["tempo"], 60 + step).status, lambda status: status != 429), 200)
        self.assert_drafts("undo", 64)
        for _ in range(64):
            self.assertEqual(until(lambda: self.editor.do("undo").status, lambda status: status != 429), 204)
        self.assertEqual(self.file()["tree"]["tempo"], 65)

    def test_a_draft_survives_the_page_and_the_box(self):
        self.good(self.set(["routings", 1, "channel"], 7))
        text = self.file()["text"]
        child = self.box.has_server()
        os.kill(child, signal.SIGKILL)
        self.box.has_server(but=child)
        self.editor.close()
        self.assertEqual(until(self.text_now, lambda now: now == text), text)
        for way in [self.box.kill, self.box.end]:
            way()
            self.editor.close()
            self.box = self.started(self.box.again())
            self.assertEqual(until(self.text_now, lambda now: now == text), text)
            self.assertEqual(self.played(60), [("Piano", "96 3C 50")])
        self.assertEqual(self.on_disk(PRESET).decode(), FILES[PRESET])
        self.assertEqual(self.editor.do("save").status, 204)
        self.assertEqual(self.on_disk(PRESET).decode(), text)

    def text_now(self):
        with contextlib.suppress(OSError, KeyError):
            return self.editor.get("files/" + PRESET).json()["text"]

    def test_a_file_that_somebody_else_changed_is_not_saved(self):
        self.good(self.set(["routings", 1, "channel"], 7))
        other = FILES[PRESET].replace("tempo: 132", "tempo: 90")
        (self.folder / "box" / PRESET).write_text(other)
        answer = self.editor.do("save")
        self.assertEqual(answer.status, 409)
        self.assertIn("disk", answer.json()["error"]["message"])
        self.assertEqual(self.on_disk(PRESET).decode(), other)
        self.assertEqual(self.editor.do("revert").status, 204)
        self.assertEqual(self.file()["text"], other)

    def test_check_changes_nothing(self):
        bad = FILES[PRESET].replace("[module]", "[modle]")
        answer = self.good(self.editor.request("POST", "check", {"path": PRESET, "text": bad}))
        self.assertIn("modle", str(answer))
        self.assertEqual(self.file()["text"], FILES[PRESET])
        self.assert_drafts("files", [])

    def test_text_may_be_written_as_a_whole(self):
        text = FILES[PRESET].replace("channel: 1\n", "channel: 12\n") + "# The end."
        self.assertEqual(self.good(self.put(text))["text"], text)
        self.assertEqual(self.played(60), [("Piano", "9B 3C 50")])
        self.assertEqual(self.editor.do("save").status, 204)
        self.assertEqual(self.on_disk(PRESET).decode(), text)

    def test_text_that_is_no_YAML_is_kept_and_not_in_force(self):
        answer = self.good(self.put("name: [Verse\n\t- :"))
        self.assertNotEqual(answer["diagnostics"], [])
        self.assertEqual(self.played(60), [("Piano", "90 3C 50")])


class Two(EditCase):
    def test_the_second_of_two_gets_412_with_the_present_file(self):
        other = self.client()
        tag = self.file(client=other)["tag"]
        self.good(self.set(["routings", 1, "channel"], 7))
        answer = self.set(["routings", 1, "channel"], 8, client=other, tag=tag)
        self.assertEqual(answer.status, 412)
        self.assertIn("channel: 7", answer.json()["file"]["text"])
        self.assertIn("channel: 7", self.file()["text"])
        self.assertEqual(self.set(["routings", 1, "channel"], 8, client=other).status, 200)

    def test_an_edit_without_a_tag_is_refused(self):
        operations = [{"op": "set", "at": ["tempo"], "value": 99}]
        answer = self.editor.request("PATCH", "files/" + PRESET, {"operations": operations})
        self.assertEqual(answer.status, 400)
        self.assertEqual(self.file()["text"], FILES[PRESET])

    def test_others_are_told_who_has_edited(self):
        stream = self.stream(self.client())
        stream.next()
        self.good(self.set(["tempo"], 99))
        _, data = stream.next("files")
        self.assertEqual(data["changed"], [PRESET])
        self.assertTrue(data["by"])
        stream.settles(lambda state: state["draft"]["files"] == [PRESET])


class Presets(EditCase):
    def preset(self, what, status=200, **more):
        return self.good(self.editor.request("POST", "presets", {"do": what, **more}), status)

    def names(self):
        return sorted(preset["name"] for preset in self.box.state()["presets"])

    def number(self, name):
        return next(preset.get("number") for preset in self.box.state()["presets"] if preset["name"] == name)

    def test_presets_are_made_named_numbered_and_removed_with_undo(self):
        # A preset of a set list stays (M12).
        self.preset("new", name="Spare")
        for what, more, is_good in [
                ("new", {"name": "Bridge", "value": "Verse"}, lambda: "Bridge" in self.names()),
                ("duplicate", {"name": "Verse", "value": "Verse 2"}, lambda: "Verse 2" in self.names()),
                ("rename", {"name": "Chorus", "value": "Refrain"}, lambda: "Refrain" in self.names() and "Chorus" not in self.names()),
                ("number", {"name": "Chorus", "value": 9}, lambda: self.number("Chorus") == 9),
                ("delete", {"name": "Spare"}, lambda: "Spare" not in self.names())]:
            with self.subTest(what):
                before = self.names()
                step = self.preset(what, **more)["undo"]
                self.assertTrue(until(is_good))
                self.preset("undo", step=step)
                self.assertEqual(until(self.names, lambda names: names == before), before)
                self.assertFalse(is_good())

    def test_presets_that_cannot_be_are_refused(self):
        for what, more, statuses in [
                ("new", {"name": "Verse"}, [409]), ("rename", {"name": "Vers", "value": "X"}, [409]),
                ("number", {"name": "Verse", "value": 128}, [400, 409]), ("delete", {"name": "Nothing"}, [409]),
                ("undo", {"step": 4711}, [409]),
                ("steal", {}, [400]), ("new", {}, [400]), ("new", {"name": ""}, [400, 409])]:
            with self.subTest(what):
                answer = self.editor.request("POST", "presets", {"do": what, **more})
                self.assertIn(answer.status, statuses, answer)
                self.assertTrue(answer.json()["error"]["message"])
        self.assertEqual(self.names(), ["Chorus", "Verse"])

    def test_the_order_of_a_set_list_keeps_all_other_bytes(self):
        before = FILES["box.yaml"]
        answer = self.editor.request("PUT", "setlists/Friday", {"presets": ["Chorus", "Verse", "Chorus"]})
        self.good(answer)
        self.assertEqual(self.box.settles(lambda state: len(state["setlists"]["Friday"]) == 3)["setlists"]["Friday"],
                         ["Chorus", "Verse", "Chorus"])
        self.assertEqual(self.file("box.yaml")["text"], before.replace("[Verse, Chorus]", "[Chorus, Verse, Chorus]"))
        # A draft with errors is kept and not in force (W13).
        answer = self.good(self.editor.request("PUT", "setlists/Friday", {"presets": ["Nothing"]}))
        self.assertTrue(answer["diagnostics"])
