"""That scripts and styles of the page become smaller without another meaning."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Board/tools"))

import shrink  # noqa: E402

# A script, and what becomes of it. Names become short in the order of how often they are used.
SCRIPTS = [
    ("const first = 1;\nlet second = first;\n", "const a=1;let b=a;"),
    ("const make = (value, other) => value.other + other;", "const c=(a,b)=>a.other+b;"),
    ("const one = { name: 1, one };", "const a={name:1,one:a};"),
    ("const { width, height: high } = document.body;", "const{width:a,height:b}=document.body;"),
    ("function turn({ by = 1, ...rest }) { return rest[by]; }", "function c({by:a=1,...b}){return b[a];}"),
    ("const box = { get size() { return 1; }, async open() { }, close };\nconst close = 1;",
     "const a={get size(){return 1;},async open(){},close};const close=1;"),
    ("const text = `a ${{ part: 1 }.part} // ${\"}\"} b`;", "const a=`a ${{part:1}.part} // ${\"}\"} b`;"),
    ("const pattern = /[/\"]+ x/g; // why\nconst half = 4 / 2 / 1;", "const a=/[/\"]+ x/g;const b=4/2/1;"),
    ("const sum = 1 + +2 - -3;", "const a=1+ +2- -3;"),
    ("const chosen = document.all ? document : location;", "const a=document.all?document:location;"),
    ("for (const item of [1]) item.name = 'x  y';", "for(const a of[1])a.name='x  y';"),
    ("try { stop(); } catch (error) { document.write = error; }", "try{stop();}catch(a){document.write=a;}"),
    ("const label = 1\nconst other = label", "const a=1\nconst b=a"),
]

STYLES = [
    ("a { color: red; }\n/* why */\nb:hover > i { margin: 0 1px; }", "a{color:red}b:hover>i{margin:0 1px}"),
    ("a { width: calc(100% - 2 * var(--gap)); }", "a{width:calc(100% - 2 * var(--gap))}"),
    ("@media (min-width: 700px) { a :focus { top: 0; } }", "@media (min-width:700px){a :focus{top:0}}"),
    ("ul li + li, p { --x: 1 }", "ul li + li,p{--x:1}"),
]


class Shrinking(unittest.TestCase):
    def test_keepsTheMeaningOfScripts(self):
        for text, expected in SCRIPTS:
            with self.subTest(text):
                self.assertEqual(shrink.script(text), expected + "\n")

    def test_givesANameThatScriptsShareTheSameShortName(self):
        scripts = ["const first = 1, make = first + first;", "const make = 2;", "const make = 3, other = make;"]
        shared = shrink.shared_names(scripts)
        self.assertEqual(shared["make"], "a")
        self.assertEqual([shrink.script(text, (), shared) for text in scripts],
                         ["const b=1,a=b+b;\n", "const a=2;\n", "const a=3,c=a;\n"])
        # A name that is not shared has none of the letters that its script has for shared ones.
        self.assertEqual(shrink.script("const strange = 1, make = strange;", (), shared), "const b=1,a=b;\n")

    def test_sharesNoNameThatAScriptUsesOfOthers(self):
        self.assertEqual(shrink.shared_names(["const make = a;", "const make = 1;"], ["a"]), {"make": "b"})
        self.assertEqual(len(shrink.shared_names("const %s = 1;" % ("name" * at) for at in range(1, 80))), 52)

    def test_refusesANameThatNothingDeclares(self):
        with self.assertRaisesRegex(ValueError, "nothing declares `other`"):
            shrink.script("const one = other;")

    def test_keepsTheMeaningOfStyles(self):
        for text, expected in STYLES:
            with self.subTest(text):
                self.assertEqual(shrink.style(text), expected + "\n")


if __name__ == "__main__":
    unittest.main()
