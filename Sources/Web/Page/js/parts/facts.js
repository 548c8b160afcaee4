// Names with their values, one below the other.

import {h} from "../dom.js";

/** Pairs without a value are left out. */
export const facts = (pairs) =>
    h("dl.facts",
      pairs.filter(([, value]) => value != null && value !== "")
          .map(([name, value]) => h("div", h("dt.dim", name), h("dd", value))));
