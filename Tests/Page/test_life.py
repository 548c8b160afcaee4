"""What becomes of held notes and of the box when the process that serves the page ends, hangs or is killed (W1)."""

import contextlib
import os
import random
import signal
import time

from case import IS_LONG, PageCase
from common.waiting import until

KILLS = 100 if IS_LONG else 6


class Life(PageCase):
    def held(self, stream, client):
        """Holds a key and a footswitch, and waits until they are."""
        self.assertEqual(stream.next()[0], "state")
        for words in ["play keys 90 3C 50", "play keys 90 30 50", "switch B down"]:
            self.assertEqual(client.do(words).status, 204)
        return self.box.settles(lambda state: state["sounding"] >= 2 and state["switches"][1]["down"])

    def assert_silent(self):
        self.box.settles(lambda state: not state["held"] and not state["sounding"] and not state["switches"][1]["down"])

    def serves(self, client):
        """Waits until a browser is served again."""
        def status():
            with contextlib.suppress(OSError):
                return client.get("state").status
        self.assertEqual(until(status, lambda found: found == 200), 200)

    def test_nothing_sounds_on_after_kills_at_random_moments(self):
        seed = int(os.environ.get("TREADLE_SEED", time.time()))
        chance, client = random.Random(seed), self.client()
        descriptors = None
        for number in range(KILLS):
            with self.subTest(seed=seed, kill=number):
                child = self.box.has_server()
                self.serves(client)
                stream = client.events()
                self.held(stream, client)
                for _ in range(chance.randrange(20)):
                    client.do(
                        chance.choice(
                            ["tempo 120", "next", "play keys 90 40 50", "play pads B0 40 7F", "switch A down"]))
                os.kill(child, signal.SIGKILL)
                self.assert_silent()
                self.box.has_server(but=child)
                self.serves(client)
                stream.close()
                client.close()
                # The first new start may have opened what stays.
                descriptors = descriptors or len(self.box.listed("fd"))
        self.assertTrue(self.box.is_alive())
        self.assertLessEqual(until(lambda: len(self.box.listed("fd")), lambda count: count <= descriptors), descriptors)

    def test_what_a_browser_holds_ends_with_its_stream_and_no_other(self):
        first, second = self.client(), self.client()
        streams = [self.stream(first), self.stream(second)]
        for stream in streams:
            stream.next()
        self.assertEqual(first.do("play keys 90 3C 50").status, 204)
        self.assertEqual(second.do("play keys 90 40 50").status, 204)
        self.box.settles(lambda state: len(state["held"]) == 2)
        first.close()
        streams[0].close()
        state = self.box.settles(lambda state: len(state["held"]) == 1)
        self.assertEqual([key["note"] for key in state["held"]], [0x40])
        second.close()
        streams[1].close()
        self.assert_silent()

    def test_a_process_that_hangs_is_replaced(self):
        client, child = self.client(), self.box.has_server()
        self.held(self.stream(client), client)
        os.kill(child, signal.SIGSTOP)
        self.box.has_server(but=child)
        self.assertNotEqual(self.box.server(), child)
        self.assert_silent()
        client.close()
        self.serves(client)

    def test_the_status_tells_that_the_page_starts(self):
        def page():
            return [line.split(" ")[-1] for line in self.box.ask("status") if line.startswith("web")]
        # Longer and longer waits follow each other, so that one is seen.
        seen = []
        for _ in range(4):
            child = self.box.has_server()
            os.kill(child, signal.SIGKILL)
            seen += until(page, lambda lines: "starting" in lines or self.box.server() not in (None, child), pause=0)
        self.assertIn("starting", seen)

    def test_a_box_that_is_killed_takes_its_page_along(self):
        client, child = self.client(), self.box.has_server()
        client.close()
        self.box.kill()
        self.assertFalse(
            until(lambda: os.path.exists("/proc/%d/exe" % child) and self.is_running(child), lambda lives: not lives))
        self.box = self.started(self.box.again())
        self.serves(client)

    def test_playing_goes_on_while_the_page_is_away(self):
        os.kill(self.box.has_server(), signal.SIGSTOP)
        self.box.ask("play 0 90 3C 50", "do next", "play 0 80 3C 40")
        self.box.settles(lambda state: state["preset"]["name"] == "Chorus" and not state["sounding"])

    def test_it_stands_behind_the_box(self):
        child = self.box.has_server()
        nice = int(open("/proc/%d/stat" % child).read().rpartition(")")[2].split()[16])
        own = int(self.box.read("stat").rpartition(")")[2].split()[16])
        self.assertEqual(nice - own, 5)
        self.assertGreater(int(open("/proc/%d/oom_score_adj" % child).read()), int(self.box.read("oom_score_adj")))

    @staticmethod
    def is_running(process):
        with contextlib.suppress(OSError):
            return open("/proc/%d/stat" % process).read().rpartition(")")[2].split()[0] != "Z"
        return False
