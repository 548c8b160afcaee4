"""The examples of docs/reference/API.md run as they stand there (W7)."""

import re

from case import PageCase
from common.project import ROOT, run

EXAMPLES = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
# An answer with an error ends the script. Streams are cut after some seconds, which the examples allow.
HEAD = """set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
"""


class Examples(PageCase):
    def test_every_example_is_answered_without_an_error(self):
        blocks = EXAMPLES.findall((ROOT / "docs" / "reference" / "API.md").read_text())
        self.assertGreater(len(blocks), 5)
        token = max(re.findall(r"[0-9A-Za-z_-]+", " ".join(self.box.ask('web token "desk"'))), key=len)
        script = "\n".join(blocks)
        self.assertEqual(len(re.findall(r"^BOX=\S+ TOKEN=\S+$", script, re.M)), 1)
        script = re.sub(r"^BOX=\S+ TOKEN=\S+$", "BOX=http://127.0.0.1:%d TOKEN=%s" % (self.box.port, token), script,
                        flags=re.M)
        done = run("bash", "-xc", HEAD + script, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-3000:])
        # Two of them save what they are given.
        self.assertEqual((self.folder / "evening.mid").read_bytes()[:4], b"MThd")
        self.assertGreater((self.folder / "board.tar").stat().st_size, 1024)
