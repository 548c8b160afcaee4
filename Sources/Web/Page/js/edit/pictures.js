// Small pictures of a stage: a range among 128 places, and a curve.

import {s} from "../dom.js";

/** A bar of 128 places with a range in it. */
export function miniRange([low, high]) {
  return s(
      "svg",
      {viewBox: "0 0 128 6", class: "minirange", preserveAspectRatio: "none", "aria-hidden": "true"},
      s("rect", {width: 128, height: 6, class: "all"}),
      s("rect", {x: low, width: Math.max(2, high - low + 1), height: 6, class: "some"}));
}

/** A curve, small; `output` is of 0..127 for 0..127. */
export function sparkline(output) {
  const path =
      Array.from({length: 33}, (_, i) => `${i ? "L" : "M"}${i * 2} ${34 - output(Math.min(127, i * 4)) / 127 * 32}`)
          .join("");
  return s(
      "svg",
      {viewBox: "0 0 66 36", class: "sparkline", "aria-hidden": "true"},
      s("path", {d: "M 0 34 L 64 2", class: "straight"}),
      s("path", {d: path}));
}
