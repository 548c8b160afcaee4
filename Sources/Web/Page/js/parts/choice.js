// One of a few, side by side; left and right move.

import {h} from "../dom.js";

/** `options` is a list of [value, text]. */
export function choice(label, options, value, choose) {
  const buttons = options.map(
      ([key, text]) =>
          h("button",
            {
              type: "button",
              role: "radio",
              "aria-checked": String(key === value),
              tabindex: key === value ? "0" : "-1",
              onclick: () => pick(key)
            },
            text));
  const pick = (key) => {
    buttons.forEach((button, at) => {
      const isChosen = options[at][0] === key;
      button.setAttribute("aria-checked", isChosen);
      button.tabIndex = isChosen ? 0 : -1;
    });
    choose(key);
  };
  return h(
      "div.choice",
      {
        role: "radiogroup",
        "aria-label": label,
        onkeydown: (event) => {
          const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
          if (!by) return;
          event.preventDefault();
          const next = (buttons.indexOf(document.activeElement) + by + buttons.length) % buttons.length;
          buttons[next].focus();
          pick(options[next][0]);
        },
      },
      buttons);
}
