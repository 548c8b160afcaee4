// A line of Monitor. Lines are used again for other messages, because new elements are dear at 2,000 messages a second.

import {h, fill, say} from "../dom.js";
import {messageKind, messageText, channelText, timeText} from "../music.js";

/** A line; `put(group, names)` shows a message and, for each name of a routing, what became of it. */
export function messageRow(view, choose) {
  let group, shown, cells = [], columns;
  const time = h("div.time", {role: "cell"});
  const [text, tag, from] = [h("b"), h("span.tag"), h("span.to")];
  const element =
      h("div.line",
        {role: "row", onclick: () => choose(group)},
        time,
        h("div", {role: "cell"}, h("button.cell.in", {type: "button"}, text, tag, from)));

  function put(next, names) {
    const key = `${next.results.length} ${view.form}`;
    if (group === next && shown === key) return;
    [group, shown] = [next, key];
    element.dataset.kind = messageKind(next.bytes);
    say(time, timeText(next.time));
    say(text, next.port === undefined ? "the box" : messageText(next.bytes, view.form, true));
    say(tag, next.port === undefined ? "" : channelText(next.bytes));
    say(from, next.port ?? "");
    if (columns !== names.join("\n")) {
      columns = names.join("\n");
      for (const {cell} of cells) cell.remove();
      cells = names.map((name) => resultCell(name));
      element.append(...cells.map(({cell}) => cell));
    }
    for (const {name, show} of cells) show(next.results.filter(({routing}) => routing === name), view.form);
  }
  return {element, put, clear() { group = undefined; }, get group() { return group; }};
}

function resultCell(name) {
  const [text, tag, to] = [h("b"), h("span.tag"), h("span.to")];
  const cell = h("div.cell", {role: "cell"});
  let form;
  function show(results, written) {
    const [first] = results;
    const next = !first ? "none" : first.reason ? "why" : "out";
    if (form !== next) {
      form = next;
      cell.className = `cell ${next}`;
      if (next === "none") {
        cell.removeAttribute("data-routing");
        fill(cell, h("span.hidden", `${name}: not concerned`));
      } else {
        cell.dataset.routing = name;
        fill(cell, next === "out" && [text, tag, to]);
      }
    }
    if (next === "why") say(cell, first.reason);
    if (next !== "out") return;
    const sent = results.filter(({reason}) => !reason);
    say(text, messageText(first.bytes, written, true));
    say(tag, channelText(first.bytes));
    say(to, [...new Set(sent.map(({port}) => port))].join(", "));
  }
  return {name, cell, show};
}
