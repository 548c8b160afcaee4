// One of the four curves with its plot, for velocities and controllers.

import {h, say} from "../dom.js";
import {watch} from "../store.js";
import {curveExact, curveOutput} from "../curves.js";
import {choice} from "../parts/choice.js";
import {curveplot} from "../parts/curveplot.js";

const curveKinds = {
  free: {name: "Free", help: "Drag the four points. Arrow keys move the chosen one."},
  softness:
      {name: "Softness", low: -100, high: 100, help: "Above 0 hard keys get softer, below 0 soft keys get louder."},
  dynamics: {name: "Dynamics", low: -100, high: 100, help: "Above 0 the middle is spread, below 0 it is evened out."},
  cutoff: {name: "Cutoff", low: 0, high: 99, help: "The loudest output comes earlier."},
};
const straight = [0, [42, 42], [85, 85], 127];

/** `change(curve)` takes another curve, `lead` stands above the choice of the curve. */
export function curvePanel(curve, change, isVelocity, lead) {
  const kind = Object.keys(curveKinds).find((key) => curve[key] != null) ?? "free";
  const {name, low, high, help} = curveKinds[kind];
  let value = kind === "free" ? undefined : curve[kind];
  const lowest = isVelocity ? 1 : 0;
  const plot = curveplot({
    output: (input, free) => Math.max(input ? lowest : 0, curveExact(free ? {free} : {[kind]: value}, input)),
    free: kind === "free" ? curve.free ?? straight : undefined,
    change: (free) => change({free}),
  });
  const shown = h("output", value);
  const slider = kind !== "free" && h("input", {
                   type: "range",
                   min: low,
                   max: high,
                   value,
                   "aria-label": name,
                   oninput: (event) => {
                     value = Number(event.target.value);
                     say(shown, value);
                     plot.redraw();
                   },
                   onchange: () => change({[kind]: value})
                 });
  const heard = h("p.heard");
  const output = (velocity) =>
      Math.max(1, curveOutput(kind === "free" ? {free: curve.free ?? straight} : {[kind]: value}, velocity));
  watch(heard, (state) => state.held, (held) => {
    if (!isVelocity) return;
    const velocity = held?.at(-1)?.velocity;
    plot.dot(velocity);
    say(heard, velocity ? `${velocity} → ${output(velocity)}` : "play to see");
  });
  const kinds = Object.entries(curveKinds).map(([key, {name: text}]) => [key, text]);
  return h(
      "div.curvepanel",
      plot.element,
      h("div.stack",
        lead,
        choice(
            "Curve",
            kinds,
            kind,
            (next) => change(next === "free" ? {free: straight} : {[next]: next === "cutoff" ? 20 : 30})),
        slider && h("div.sliderow", slider, shown),
        h("p.dim", help),
        isVelocity && h("div.block", h("span.label", "Last key"), heard),
        h("div.row",
          h("button.small",
            {onclick: () => change(kind === "free" ? {free: straight} : {[kind]: 0})},
            "Reset curve"))));
}
