// Counts in bins, as bars.

import {h, s} from "../dom.js";

/** A figure, with tenths only where they say something. */
const figure = (value) => (value === undefined ? "–" : value < 1000 ? value : Math.round(value));

/** What stands in the place of a histogram until it is read. */
export const NONE = {unit: "µs", from: 0, width: 1, counts: Array(40).fill(0), total: 0};

export function histogram(title, {unit, from, width, counts, median, p99, max, total}, things) {
  const [wide, high] = [600, 200];
  const top = Math.max(...counts);
  const step = wide / counts.length;
  const x = (value) => (value - from) / width * step;
  const height = (count) => (count ? Math.max(2, Math.sqrt(count / top) * (high - 12)) : 0);
  const bars = counts.map(
      (count, at) =>
          s("rect", {x: at * step + 1, y: high - height(count), width: step - 2, height: height(count), rx: 1}));
  const end = from + counts.length * width;
  const ticks = Array.from({length: 5}, (_, i) => from + (end - from) * i / 4);
  const mark = (value) => s("line", {x1: x(value), x2: x(value), y1: 4, y2: high, class: "mark"});
  return [
    h("header", h("h2", title), h("span.dim", `last minute, ${total.toLocaleString("en")} ${things}`)),
    h("dl.figures",
      [["Median", median], ["99 %", p99], ["Worst", max]].map(
          ([name, value]) => h("div", h("dt.label", name), h("dd", figure(value), h("small", ` ${unit}`))))),
    s("svg",
      {
        viewBox: `0 0 ${wide} ${high}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": total ? `${title}: median ${median}, 99 % within ${p99}, worst ${max} ${unit}` : `${title}: none`,
        class: "bars"
      },
      bars,
      p99 === undefined ? [] : mark(p99)),
    h("div.ticks", {"aria-hidden": "true"}, ticks.map((value, at) => h("span", at === 4 ? `${value} ${unit}` : value))),
  ];
}
