/* A page that waits for something being made looks again every few seconds, for some minutes:
   long enough for any report, and never so long that it keeps an abandoned screen open. */
(() => {
  "use strict";
  const waiting = document.querySelector("[data-waits]");
  if (!waiting) return;
  const key = `waits ${window.location.pathname}`;
  const tries = Number(window.sessionStorage.getItem(key) || "0");
  if (tries > 60) { window.sessionStorage.removeItem(key); return; }
  window.setTimeout(() => {
    window.sessionStorage.setItem(key, String(tries + 1));
    window.location.reload();
  }, 3_000);
})();
