// The box's state as this page knows it, and who wants to hear of changes.

let state = {};
const watchers = new Set();
let isDrawing = false;

export const current = () => state;

/**
 * Calls `update(value)` now and whenever `select(state)` gives another value, at most once a frame, while the element
 * is on the page.
 */
export function watch(element, select, update) {
  const watcher = {element, select, update, value: select(state), wasShown: false};
  update(watcher.value);
  watchers.add(watcher);
  return element;
}

/** Replaces the whole state: at the start and after a lost connection. */
export function replace(next) {
  state = next;
  draw();
}

/** Takes an RFC 7396 merge patch. Parts that do not change stay the very same objects. */
export function patch(change) {
  state = merge(state, change);
  draw();
}

function merge(target, change) {
  if (change === null || typeof change !== "object" || Array.isArray(change)) return change;
  const result = target && typeof target === "object" && !Array.isArray(target) ? {...target} : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value);
  }
  return result;
}

function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    for (const watcher of [...watchers]) {
      if (watcher.element.isConnected) watcher.wasShown = true;
      else if (watcher.wasShown) {
        watchers.delete(watcher);
        continue;
      }
      const value = watcher.select(state);
      if (value === watcher.value) continue;
      watcher.value = value;
      watcher.update(value);
    }
  });
}
