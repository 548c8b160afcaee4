"""axe-core, which looks for faults of accessibility (WCAG 2.2 AA): `axe.min.js` 4.12.1 (MPL-2.0) of a wheel of PyPI,
for tests only. No release of Debian has it."""

import functools
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

WHEEL = "axe-playwright-python==0.1.8"
HASH = "fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "treadle", "page")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
RUN = """
const done = arguments[1];
axe.run(document, { runOnly: arguments[0], resultTypes: ["violations"] }).then(({ violations }) => done(violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html, any, all, none }) =>
    `${html.slice(0, 160)} ${[...any, ...all, ...none].map(({ message }) => message).join("; ")}`).join(" | ")}`)),
    (error) => done([String(error)]));
"""


@functools.cache
def source():
    """The text of the script."""
    path = CACHE / ("axe-%s.js" % HASH[:16])
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            fetched = pathlib.Path(folder)
            (fetched / "wanted.txt").write_text("%s --hash=sha256:%s\n" % (WHEEL, HASH))
            subprocess.run([sys.executable, "-m", "venv", fetched / "venv"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([
                fetched / "venv/bin/pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--require-hashes",
                "-r", fetched / "wanted.txt", "-d", fetched
            ],
                           check=True)
            wheel, = fetched.glob("*.whl")
            if hashlib.sha256(wheel.read_bytes()).hexdigest() != HASH:
                raise RuntimeError("%s has another hash" % wheel.name)
            part = fetched / "axe.js"
            part.write_bytes(zipfile.ZipFile(wheel).read("axe_playwright_python/axe.min.js"))
            part.rename(path)
    return path.read_text(encoding="utf-8")


def faults(browser):
    """What axe finds on the page that is shown, a line for each."""
    if not browser.value("typeof axe === 'object'"):
        # By the driver: the page's own rules would let in no script from elsewhere.
        browser.run(source() + ";window.axe = axe;")
    return browser.driver.execute_async_script(RUN, TAGS)
