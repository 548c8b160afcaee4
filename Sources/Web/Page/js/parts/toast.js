// A message that goes by itself, maybe with one thing to do about it.

import {h} from "../dom.js";

let shown, timer;

export function toast(text, action, run) {
  shown?.remove();
  clearTimeout(timer);
  const leave = () => {
    shown?.remove();
    shown = undefined;
  };
  shown =
      h("div.toast",
        {role: "status"},
        h("span", text),
        action &&
            h("button",
              {
                onclick: () => {
                  leave();
                  run();
                }
              },
              action));
  document.body.append(shown);
  timer = setTimeout(leave, action ? 8000 : 4000);
}
