// Box: network, browsers, backup, update, faults, and how this page looks.

import {h, fill} from "../dom.js";
import {current, watch} from "../store.js";
import {ask} from "../requests.js";
import {hear, link} from "../link.js";
import {choice} from "../parts/choice.js";
import {theme, setTheme} from "../parts/theme.js";
import {languages, setNames} from "../music.js";
import {browserPanel, tokenPanel} from "../box/visitors.js";
import {backupPanel} from "../box/backup.js";
import {networkPanel} from "../box/network.js";
import {updatePanel} from "../box/update.js";

export function boxScreen(screen) {
  const faults = h("section.panel.faults");
  const cards = h("div.cards");
  screen.append(faults, cards);
  watch(
      faults,
      (state) => state.faults,
      (list = []) => fill(
          faults,
          h("header", h("h2", "Faults")),
          list.length ? h("ul", list.map(fault)) : h("p.dim", "None since the start.")));
  async function open() {
    try {
      const about = await ask("about");
      fill(
          cards,
          about.network && networkPanel(about.network, open),
          about.browsers && browserPanel(about.browsers, open),
          tokenPanel(about.tokens, open),
          backupPanel(about.backup ?? {}),
          updatePanel(about),
          look());
    } catch (error) { fill(cards, h("section.panel", h("p.dim", error.message)), look()); }
  }
  open();
  const follow = (isLost) => {
    if (!isLost) open();
  };
  link.listeners.add(follow);
  const end = hear("files", open);
  return () => {
    link.listeners.delete(follow);
    end();
  };
}

const fault = ({place = "", message}) =>
    h("li",
      h("span.sign", {"aria-hidden": "true"}, "!"),
      h("div.grow", h("div", message), h("div.mono.dim", place)),
      place.includes(".yaml") && h("a.button.small", {href: `#edit/text/${encodeURIComponent(place)}`}, "Show"));

function look() {
  const {box} = current();
  const note =
      h("select",
        {onchange: () => setNames(note.value, box.middleC)},
        languages.map((name) => h("option", {selected: name === box.noteNames}, name)));
  return h(
      "section.panel",
      h("header", h("h2", "This browser")),
      h("div.field",
        h("span.label", "Theme"),
        choice("Theme", [["dark", "Dark"], ["light", "Light"]], theme(), setTheme)),
      h("label.field", h("span.label", "Names of notes"), note),
      h("p.dim.label", "Keys: 1 to 7 screens, Page Up and Page Down presets, T tap, Shift Esc panic."));
}
