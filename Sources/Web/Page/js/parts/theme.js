// Dark is the theme of the stage. Light is chosen by hand and kept in this browser.

const root = document.documentElement;

export const theme = () => root.dataset.theme ?? "dark";

export function setTheme(name) {
  root.dataset.theme = name;
  try {
    localStorage.setItem("theme", name);
  } catch { /* private window */
  }
  dispatchEvent(new Event("themechange"));
}

export function keepTheme() {
  let kept;
  try {
    kept = localStorage.getItem("theme");
  } catch { /* private window */
  }
  root.dataset.theme = new URLSearchParams(location.search).get("theme") ?? kept ?? "dark";
}

/** A colour of tokens.css, for canvases. */
export const colour = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
