// A number with − and +; it can be typed after a press on the number.

import {h, say, clamp} from "../dom.js";

export function stepper(label, {value, low, high, step = 1, show = String, change}) {
  const output = h("output", {"aria-live": "polite"}, show(value));
  const go = (by) => {
    value = clamp(value + by, low, high);
    say(output, show(value));
    change(value);
  };
  return h(
      "div.stepper",
      {role: "group", "aria-label": label},
      h("button", {type: "button", "aria-label": `${label}: less`, onclick: () => go(-step)}, "−"),
      output,
      h("button", {type: "button", "aria-label": `${label}: more`, onclick: () => go(step)}, "+"));
}
