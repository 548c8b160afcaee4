// Text that becomes a file of this browser's.

import {h} from "../dom.js";
import {toast} from "./toast.js";

export function saveText(name, text) {
  const link = h("a", {href: URL.createObjectURL(new Blob([text], {type: "text/plain"})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  toast(`${name} is saved`);
}
