// A list whose items are put in order by dragging their handle, or by Alt with the arrow keys.

import {h} from "../dom.js";

/** Gives each item a handle; `move(from, to)` is called when it was put somewhere. */
export function sortable(list, move) {
  [...list.children].forEach((item, from) => {
    const name = item.dataset.name;
    const handle =
        h("button.handle",
          {type: "button", "aria-label": `${name}, place ${from + 1}. Alt and arrow keys move it.`},
          h("span", {"aria-hidden": "true"}, "≡"));
    item.prepend(handle);
    handle.addEventListener("keydown", (event) => {
      const by = event.altKey ? {ArrowUp: -1, ArrowDown: 1}[event.key] : 0;
      const to = from + by;
      if (!by || to < 0 || to >= list.children.length) return;
      event.preventDefault();
      move(from, to);
      requestAnimationFrame(() => list.children[to]?.querySelector(".handle")?.focus());
    });
    handle.addEventListener("pointerdown", (down) => {
      if (down.button) return;
      down.preventDefault();
      handle.setPointerCapture(down.pointerId);
      const height = item.offsetHeight + 4;
      let to = from;
      item.classList.add("dragged");
      const drag = (event) => {
        const by = event.clientY - down.clientY;
        to = Math.min(list.children.length - 1, Math.max(0, from + Math.round(by / height)));
        item.style.setProperty("transform", `translateY(${by}px)`);
        [...list.children].forEach((other, at) => {
          if (other === item) return;
          const shift = at > from && at <= to ? -height : at < from && at >= to ? height : 0;
          other.style.setProperty("transform", shift ? `translateY(${shift}px)` : "none");
        });
      };
      const drop = () => {
        handle.removeEventListener("pointermove", drag);
        item.classList.remove("dragged");
        for (const other of list.children) other.style.removeProperty("transform");
        if (to !== from) move(from, to);
      };
      handle.addEventListener("pointermove", drag);
      handle.addEventListener("pointerup", drop, {once: true});
      handle.addEventListener("pointercancel", drop, {once: true});
    });
  });
}
