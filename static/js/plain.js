/* What the other scripts share: asking the server, and the small things of every page. */
"use strict";

window.countroom = window.countroom || {};

(() => {
  const here = document.body.dataset.here || "";

  /** The token of this page's forms. */
  const token = () => {
    const field = document.querySelector("input[name=csrf_token]");
    return field ? field.value : "";
  };

  /** Put a fresh token into every form of the page. */
  const renew = (fresh) => {
    if (!fresh) return;
    document.querySelectorAll("input[name=csrf_token]").forEach((field) => { field.value = fresh; });
  };

  /** Ask the server as a script: {status, body}; status 0 says that there is no network. */
  const ask = async (path, body) => {
    const headers = { Accept: "application/json" };
    const options = { headers, credentials: "same-origin", redirect: "manual", cache: "no-store" };
    if (body !== undefined) {
      options.method = "POST";
      headers["Content-Type"] = "application/json";
      headers["X-CSRFToken"] = token();
      options.body = JSON.stringify(body);
    }
    try {
      const answer = await fetch(path, options);
      const plain = await answer.json().catch(() => ({}));
      return { status: answer.status, body: plain };
    } catch {
      return { status: 0, body: {} };
    }
  };

  /** A sentence at the foot of the page, gone when it is empty. */
  const say = (sentence) => {
    const line = document.getElementById("network");
    if (!line) return;
    line.textContent = sentence;
    line.hidden = !sentence;
  };

  Object.assign(window.countroom, { ask, here, renew, say, token });

  // Wheel and arrow keys never change a number.
  document.addEventListener("wheel", (event) => {
    if (event.target instanceof HTMLInputElement && event.target === document.activeElement) {
      event.target.blur();
    }
  }, { passive: true });
  document.addEventListener("keydown", (event) => {
    const number = event.target instanceof HTMLInputElement
      && event.target.matches(".cell, .number");
    if (number && (event.key === "ArrowUp" || event.key === "ArrowDown")) event.preventDefault();
  });

  // A refused form: its sentence is read out and stands in sight.
  const refusal = document.getElementById("refusal");
  if (refusal) refusal.focus({ preventScroll: false });
  else {
    const first = document.querySelector("[data-first]");
    if (first) first.focus();
  }

  // A page that nobody's input may survive: signing in.
  if (document.body.hasAttribute("data-wipe")) sessionStorage.clear();
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-wipes]")) {
      window.countroom.wiped = true;
      sessionStorage.clear();
    }
  });

  // A page that the browser kept for Back is asked for anew, so that it is never another person's.
  window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
})();
