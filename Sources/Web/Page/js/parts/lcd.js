// The display of the box as dots.

import {h} from "../dom.js";
import {watch} from "../store.js";
import {colour} from "./theme.js";

// Five columns a character from the blank on, the top dot in bit 0. (The build makes them from OLEDFont+Dots.swift.)
const font = ("0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649552250 0004030000 " +
              "001c224100 0041221c00 14083e0814 08083e0808 00a0600000 0808080808 0060600000 6010080403 " +
              "3e5149453e 00427f4000 4261514946 2141454b31 1814127f10 2745454539 3c4a494930 0101790503 " +
              "3649494936 064949291e 0036360000 0056360000 0814224100 1414141414 0041221408 0201510906 " +
              "3e415d551e 7e0909097e 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e4149497a " +
              "7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f020c027f 7f0408107f 3e4141413e " +
              "7f09090906 3e4151215e 7f09192946 4649494931 01017f0101 3f4040403f 1f2040201f 3f4038403f " +
              "6314081463 0708700807 6151494543 007f414100 0304081060 0041417f00 0402010204 4040404040 " +
              "0001020400 2054545478 7f44444438 3844444428 384444447f 3854545418 087e090102 18a4a4a47c " +
              "7f04040478 00447d4000 4080847d00 7f10284400 00417f4000 7c04780478 7c04040478 3844444438 " +
              "fc24242418 18242424fc 7c08040408 4854545424 043f444020 3c4040407c 1c2040201c 3c4030403c " +
              "4428102844 1ca0a0a07c 4464544c44 0008364100 00007f0000 0041360800 0804081008 ffffffffff ")
                 .trim()
                 .split(" ");
const block = "ffffffffff";
const glyphs = {
  "→": "08082a1c08",
  "▶": "007f3e1c08",
  "█": block
};

/** A picture that follows `state.display`. */
export function lcd() {
  const canvas = h("canvas.lcd", {role: "img"});
  let display;
  const draw = () => {
    if (!display) return;
    const {columns, rows, lines} = display;
    const scale = 4;  // device pixels a dot, one of them is its gap
    canvas.width = (columns * 6 + 3) * scale;
    canvas.height = (rows * 9 + 3) * scale;
    const pen = canvas.getContext("2d");
    const [on, off] = [colour("dot"), colour("dot-off")];
    lines.forEach((line, row) => [...line.padEnd(columns)].slice(0, columns).forEach((character, column) => {
      const glyph = glyphs[character] ?? font[character.codePointAt(0) - 32] ?? font[31];
      for (let x = 0; x < 5; x++) {
        const dots = parseInt(glyph.slice(x * 2, x * 2 + 2), 16);
        for (let y = 0; y < 8; y++) {
          pen.fillStyle = dots >> y & 1 ? on : off;
          pen.fillRect((2 + column * 6 + x) * scale, (2 + row * 9 + y) * scale, scale - 1, scale - 1);
        }
      }
    }));
    canvas.setAttribute("aria-label", `Display: ${lines.map((line) => line.trim()).join("; ")}`);
  };
  addEventListener("themechange", () => canvas.isConnected && draw());
  return watch(canvas, (state) => state.display, (next) => {
    canvas.hidden = !next;
    display = next;
    draw();
  });
}
