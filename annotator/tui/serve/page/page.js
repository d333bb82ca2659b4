"use strict";
// textual.js connects to the address it finds here when the page has loaded.
const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl = `ws://${window.location.host}/ws`;

// Keys go to the terminal from its first frame on, without a click.
new MutationObserver((_, observer) => {
  if (document.body.classList.contains("-first-byte")) {
    observer.disconnect();
    terminal.querySelector("textarea").focus();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
