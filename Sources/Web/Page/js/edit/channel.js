// Channel: keep it, or send on one channel.

import {h} from "../dom.js";
import {learn} from "./fields.js";

export function channelEditor(part) {
  const now = part.get(["channel"]) ?? "";
  const button = (value, text) =>
      h("button",
        {"aria-pressed": String(now === value), onclick: () => part.set(["channel"], value || undefined)},
        text);
  return h(
      "div.stack",
      h("div.row.wrap",
        button("", "As received"),
        button("keep", "Keep, whatever the port remembers"),
        learn(part, ["channel"])),
      h("div.sixteen",
        {role: "group", "aria-label": "Channel"},
        Array.from({length: 16}, (_, at) => button(at + 1, at + 1))));
}
