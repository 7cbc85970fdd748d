/* The lock: an untouched page is covered, and kept, until the same person shows his PIN. */
"use strict";

(() => {
  const { ask, here, renew } = window.countroom;
  const dialog = document.getElementById("sign-in-here");
  let waiting = [];

  const signInHere = () => new Promise((resolve) => {
    if (!dialog) { window.location.assign("/sign-in"); return; }
    waiting.push(resolve);
    if (!dialog.open) {
      document.body.setAttribute("data-locked", "");
      dialog.showModal();
      document.getElementById("here-pin").focus();
    }
  });
  window.countroom.signInHere = signInHere;
  if (!dialog) return;

  dialog.addEventListener("cancel", (event) => event.preventDefault());

  const says = document.getElementById("here-says");
  const refuse = (sentence) => { says.textContent = sentence; says.hidden = !sentence; };

  document.getElementById("sign-in-here-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const pin = document.getElementById("here-pin");
    const badge = document.getElementById("here-badge");
    const asked = { badge: badge.value, pin: pin.value, person: here, duty: dialog.dataset.duty };
    pin.value = "";
    refuse("");
    const answer = await ask("/sign-in/here", asked);
    if (answer.status === 0) { refuse("No network: try again."); return; }
    if (answer.status !== 200) {
      const problem = answer.body.problem || { says: "Try again.", fields: {} };
      refuse(problem.fields.pin || problem.says);
      return;
    }
    if (!answer.body.same) {
      window.countroom.wiped = true;
      sessionStorage.clear();
      window.countroom.leaving = true;
      window.location.replace("/");
      return;
    }
    renew(answer.body.token);
    document.body.removeAttribute("data-locked");
    dialog.close();
    const ready = waiting;
    waiting = [];
    ready.forEach((resolve) => resolve());
  });

  // The timer runs here too, so that the page is covered even without a network.
  const seconds = Number(document.body.dataset.idleSeconds);
  const kept = document.body.hasAttribute("data-stays-open");
  let touched = Date.now();
  let told = Date.now();
  const touch = () => { touched = Date.now(); };
  ["keydown", "pointerdown"].forEach((kind) => document.addEventListener(kind, touch, { passive: true }));

  const tick = async () => {
    if (dialog.open) return;
    if (!kept && Date.now() - touched > seconds * 1000) {
      ask("/sign-in/lock", {});
      signInHere();
      return;
    }
    // Touched, but nothing was sent for a while: tell the server that somebody is here.
    if (touched > told && Date.now() - told > 60_000) {
      told = Date.now();
      await ask("/sign-in/alive");
    }
  };
  setInterval(tick, 5_000);
  window.countroom.lastTouched = () => touched;
})();
