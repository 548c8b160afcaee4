// The footswitches of the box: what they do, whether they are down, and their LEDs. They can be pressed and held.

import {h, fill, holdable} from "../dom.js";
import {watch} from "../store.js";
import {act} from "../box.js";

const words = ({gesture, text}) => (gesture === "press" ? text : `${gesture}: ${text}`);

function foot(one, caps) {
  const label = `Footswitch ${one.name}: ${one.does.map(words).join(", ")}`;
  const cap = holdable(
      h("button.cap", {"aria-label": label}, h("span", one.name)),
      () => act(`switch ${one.name} down`),
      () => act(`switch ${one.name} up`));
  caps.set(one.name, cap);
  return h(
      "li.foot",
      cap,
      h("div.does",
        one.does.map(({gesture, text}) => h("div", gesture !== "press" && h("span.gesture", gesture), " ", text))));
}

export function footswitches() {
  const list = h("ul.feet", {"aria-label": "Footswitches"});
  const caps = new Map();
  let shown;
  watch(list, (state) => state.switches, (switches = []) => {
    list.hidden = !switches.length;
    const effects = JSON.stringify(switches.map(({name, does}) => [name, does]));
    // A button that is held must stay the same element.
    if (effects !== shown && !list.querySelector(".down")) {
      shown = effects;
      caps.clear();
      fill(list, switches.map((one) => foot(one, caps)));
    }
    for (const one of switches) {
      caps.get(one.name)?.classList.toggle("lit", one.led === "on");
      caps.get(one.name)?.classList.toggle("blink", one.led === "blink");
      caps.get(one.name)?.classList.toggle("isdown", one.down);
    }
  });
  return list;
}
