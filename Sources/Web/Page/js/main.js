// Begins: pairs where the box does not know this browser, then shows the frame.

import {connect} from "./box.js";
import {current} from "./store.js";
import {setNames} from "./music.js";
import {keepTheme} from "./parts/theme.js";
import {frame} from "./frame.js";
import {pairing, takeCode} from "./screens/pairing.js";
import {h} from "./dom.js";

async function begin() {
  try {
    await takeCode();
    await connect();
    setNames(current().box.noteNames, current().box.middleC);
    frame();
  } catch (error) {
    if (error.stranger !== undefined) document.body.replaceChildren(pairing(error.stranger));
    else {
      document.body.replaceChildren(
          h("main.pair", h("h1", "Treadle"), h("p", {role: "alert"}, `${error.message} Trying again …`)));
      setTimeout(begin, 2000);
    }
  }
  document.documentElement.dataset.ready = "";
}

keepTheme();
document.body.replaceChildren();
begin();
