// Pictures: how exact the box was in the last minute, and what it remembers of the evening.

import {h, fill} from "../dom.js";
import {ask} from "../requests.js";
import {link} from "../link.js";
import {histogram, NONE} from "../parts/histogram.js";
import {timeline} from "../parts/timeline.js";

const period = 2000;  // milliseconds between two looks at the counts

export function pictures(screen) {
  const graph = () => h("section.panel.graph");
  const [latency, jitter, recorder] = [graph(), graph(), h("section.panel.recorder")];
  let stop;
  screen.append(latency, jitter, recorder);
  const draw = (timing) => {
    fill(latency, histogram("Latency, input to output", timing.latency, "messages"));
    fill(jitter, histogram("Clock, early and late", timing.jitter, "ticks"));
  };
  async function measure() {
    if (link.isLost || document.hidden) return;
    try {
      draw(await ask("timing"));
    } catch { /* the next look comes soon */
    }
  }
  async function open() {
    fill(recorder, h("header", h("h2", "Flight recorder"), h("span.dim", "is read …")), h("div.roll"));
    try {
      const {elements, close} = timeline(await ask("recorder", {wait: 60000}), open);
      stop = close;
      fill(recorder, elements);
    } catch (error) { fill(recorder, h("header", h("h2", "Flight recorder")), h("p.dim", error.message)); }
  }
  draw({latency: NONE, jitter: NONE});
  measure();
  open();
  const timer = setInterval(measure, period);
  return () => {
    clearInterval(timer);
    stop?.();
  };
}
