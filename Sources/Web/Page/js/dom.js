// Making elements, without a framework.

/** Makes an element: `h("button.small#go", { onclick }, "Go")`. False, null and undefined children are left out. */
export function h(selector, attributes, ...children) {
  const isAttributes = attributes && Object.getPrototypeOf(attributes) === Object.prototype;
  if (!isAttributes) {
    children.unshift(attributes);
    attributes = {};
  }
  const [, tag, rest] = /^([a-z0-9]*)(.*)$/i.exec(selector);
  const element = document.createElement(tag || "div");
  for (const part of rest.match(/[.#][^.#]+/g) ?? []) {
    if (part[0] === "#") element.id = part.slice(1);
    else element.classList.add(part.slice(1));
  }
  set(element, attributes);
  append(element, children);
  return element;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an SVG element. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(svgSpace, tag);
  set(element, attributes);
  append(element, children);
  return element;
}

/** Sets attributes; `onname` are listeners, `style` an object, false and null take an attribute away. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style")
      for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (value === false || value == null) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

function append(element, children) {
  for (const child of children.flat(4)) {
    if (child === false || child == null) continue;
    element.append(child.nodeType ? child : String(child));
  }
}

/** Replaces the children. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Sets text only if it differs, so that nothing is laid out anew. */
export function say(element, text) {
  const string = String(text);
  if (element.textContent !== string) element.textContent = string;
}

/** Draws anew and gives the focus back to what had it, known by its label or its place. */
export function keepFocus(root, draw) {
  const find = () => [...root.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")];
  const had = document.activeElement;
  const [at, label] = [find().indexOf(had), had?.getAttribute("aria-label")];
  draw();
  if (at < 0) return;
  const now = find();
  const isSame = (element) => element?.getAttribute("aria-label") === label;
  (isSame(now[at]) ? now[at] : label ? now.find(isSame) : now[at])?.focus({preventScroll: true});
}

/** A button that calls `begin` when it goes down and `end` when it goes up, by finger, mouse or key. */
export function holdable(button, begin, end) {
  let isDown = false;
  const down = (event) => {
    if (isDown || (event.type === "keydown" && (event.repeat || (event.key !== " " && event.key !== "Enter")))) return;
    if (event.type === "pointerdown") {
      if (event.button) return;
      button.setPointerCapture(event.pointerId);
    }
    event.preventDefault();
    isDown = true;
    button.classList.add("down");
    begin(event);
  };
  const up = (event) => {
    if (!isDown || (event.type === "keyup" && event.key !== " " && event.key !== "Enter")) return;
    isDown = false;
    button.classList.remove("down");
    end?.(event);
  };
  for (const name of ["pointerdown", "keydown"]) button.addEventListener(name, down);
  for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) button.addEventListener(name, up);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

/**
 * Calls `run` when a button goes down, by mouse or key at once. A finger that scrolls instead runs nothing, so it
 * counts when it has stayed for a moment, or is lifted.
 */
export function pressable(button, run) {
  const [stillness, moment] = [10, 60];  // CSS pixels, milliseconds
  let pending, from;
  const cancel = () => {
    clearTimeout(pending);
    pending = undefined;
  };
  const go = () => {
    cancel();
    run();
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (event.pointerType !== "touch") return run();
    from = event;
    pending = setTimeout(go, moment);
  });
  button.addEventListener("pointermove", (event) => {
    if (pending && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > stillness) cancel();
  });
  button.addEventListener("pointercancel", cancel);
  button.addEventListener("pointerup", () => pending && go());
  button.addEventListener("keydown", (event) => {
    if (event.repeat || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    run();
  });
  // A click without a pointer comes from a screen reader.
  button.addEventListener("click", (event) => {
    if (!event.detail && !event.pointerType) run();
  });
  return button;
}

/** Follows a finger or mouse on an element: `move(x, y)` in fractions of it, from its top left. */
export function draggable(element, move, end) {
  const at = (event) => {
    const area = element.getBoundingClientRect();
    move((event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height, event);
  };
  element.style.setProperty("touch-action", "none");
  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    element.setPointerCapture(event.pointerId);
    at(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) at(event);
  });
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, (event) => end?.(event));
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Lets a pointer drag a handle along a track, which `track` returns: `move` gets the part of its width, and `done` is
 * called when the pointer lets go.
 */
export function slide(handle, track, move, done) {
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.focus();
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const area = track().getBoundingClientRect();
    move((event.clientX - area.left) / area.width);
  });
  handle.addEventListener("pointerup", done);
}
