// Controllers to play with.

import {h} from "../dom.js";
import {fader} from "./fader.js";

export function faders(play) {
  const controllers = [[1, "Mod"], [7, "Volume"], [11, "Expr"], [74, "Bright"]];
  return h(
      "section.panel.faders",
      {"aria-label": "Controllers"},
      fader("Bend", {value: 8192, high: 16383, rest: 8192, change: (value) => play(0xE0, value & 127, value >> 7)}),
      fader("Press", {value: 0, rest: 0, change: (value) => play(0xD0, value)}),
      controllers.map(([number, name]) => fader(name, {
                        value: number === 7 ? 100 :
                            number === 11   ? 127 :
                                              64,
                        change: (value) => play(0xB0, number, value)
                      })));
}
