// Tilt and pedals as levels. What the box lacks is left out.

import {h, fill, say, clamp} from "../dom.js";
import {watch} from "../store.js";

/** A level between two ends, with its value in words. */
function level(name) {
  const bar = h("i");
  const value = h("span.value");
  const row = h("div.level", h("span.label", name), h("div.track", {"aria-hidden": "true"}, bar), value);
  const show = (at, text) => {
    bar.style.setProperty("--at", clamp(at, 0, 1));
    say(value, text);
  };
  return {row, show};
}

export function tilt() {
  const axes = ["x", "y", "z"].map((axis) => [axis, level(`Tilt ${axis}`)]);
  const pedals = h("div.pedals");
  let rows = [];
  const section = h("section.panel.tilt", {"aria-label": "Tilt and pedals"}, axes.map(([, {row}]) => row), pedals);
  watch(section, (state) => state.tilt, (now) => {
    const isThere = now?.sensor === "ok";
    for (const [axis, {row, show}] of axes) {
      const [low, high] = now?.range?.[axis] ?? [-90, 90];
      // Of the third axis only a box that uses it says something.
      row.hidden = !now || (isThere ? now[axis] === undefined : axis === "z");
      show(isThere ? (now[axis] - low) / (high - low || 1) : 0, isThere ? `${now[axis]}°` : "none");
    }
  });
  watch(section, (state) => state.pedals, (list = []) => {
    if (list.length !== rows.length) {
      rows = list.map(({number}) => level(`Pedal ${number}`));
      fill(pedals, rows.map(({row}) => row));
    }
    list.forEach(
        ({value}, at) => rows[at].show(value ?? 0, value === undefined ? "none" : `${Math.round(value * 100)} %`));
  });
  watch(
      section,
      (state) => !state.pedals?.length && axes.every(([, {row}]) => row.hidden),
      (isNone) => { section.hidden = isNone; });
  return section;
}
