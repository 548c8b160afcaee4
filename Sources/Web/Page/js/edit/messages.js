// Messages that are sent when a preset is loaded or left, or a part begins.

import {h} from "../dom.js";
import {field, learn} from "./fields.js";
import {asList, inline} from "./values.js";
import {destinations, wordSelect} from "./words.js";

/**
 * `key` names the list within `part`; with `hasPort` each message names its port, with `isLeaving` it may also be sent
 * at the end.
 */
export function messages(part, key, {hasPort = false, isLeaving = false} = {}) {
  const list = asList(part.get([key]));
  const add = (send) => part.insert([key], hasPort ? {to: destinations()[0] ?? "", send} : {send});
  const row = (message, at) =>
      h(
          "li",
          h("label.inline.delay", h("span.hidden", "Delay"), h("input", {
              value: inline(message.delay ?? "0 ms"),
              "aria-invalid": part.fault([key, at, "delay"]) && "true",
              onchange: (event) => part.set([key, at, "delay"], event.target.value.trim() || undefined)
            })),
          h("div.withlearn",
            h(
                "input", {
                  value: inline(message.send),
                  list: "controllers",
                  "aria-label": "Message",
                  onchange: (event) => part.set([key, at, "send"], event.target.value)
                }),
            learn(part, [key, at, "send"], "the message")),
          h("button.small.plain",
            {"aria-label": `Take out ${inline(message.send)}`, onclick: () => part.remove([key, at])},
            "✕"),
          part.fault([key, at, "send"]) && h("span.fault.label", part.fault([key, at, "send"])),
          h("div.row.wrap.aside",
            hasPort && wordSelect("To", destinations(), message.to, (name) => part.set([key, at, "to"], name)),
            (hasPort || message.channel !== undefined) &&
                field(part, [key, at, "channel"], "Channel", "text", {hint: "1"}),
            isLeaving && field(part, [key, at, "also-at-end"], "also when the box ends", "switch")));
  const samples = [
    "program 1",
    "cc 7 = 100",
    "message \"F0 7E 7F 09 01 F7\"",
    ...(hasPort ? ["mmc play"] : ["position of cc sustain"])
  ];
  return h(
      "div.stack",
      list.length > 0 && h("ol.messages", list.map(row)),
      h("div.row.wrap",
        samples.filter((send) => !isLeaving || !send.startsWith("position"))
            .map((send) => h("button.small", {onclick: () => add(send)}, `Add ${send.split(" ")[0]}`))));
}

/** What a routing sends when its preset is loaded and left. */
export const onLoadEditor = (routing) =>
    h("div.stack",
      h("div.block", h("div.head", h("h3", "On load")), messages(routing, "on-load")),
      field(routing, ["positions"], "Last values of these controllers, on load", "text", {
        list: true,
        hint: "cc sustain, pitch-bend"
      }),
      h("div.block", h("div.head", h("h3", "On leave")), messages(routing, "on-leave", {isLeaving: true})));
