/* Saved as one types. What the server has not acknowledged stays in the page, is tried again, and
   outlives a reload: in sessionStorage, encrypted under a key that only a page of the same person
   on this tablet is given. A form says data-draft="/address"; the server answers with the time
   it saved and the revision, or 409 with who changed it first. A save whose answer was lost goes
   off again as it was, under the same key, before anything newer does. */
"use strict";

(() => {
  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  const { ask, say, signInHere } = window.countroom;
  const address = form.dataset.draft;
  const sign = document.querySelector("[data-saved]");
  const PAUSE_MS = 400;
  const AGAIN_MS = 3_000;
  const counter = form.querySelector("input[name=revision]");
  let revision = Number(counter ? counter.value : form.dataset.revision || "0");
  let timer = null;
  let saving = false;
  let dirty = false;
  let acknowledged = null;
  let pending = null;

  const fields = () => [...form.elements].filter(
    (field) => field.name && !["csrf_token", "key", "page_person", "revision"].includes(field.name)
      && !["password", "submit", "button"].includes(field.type)
      && !(["radio", "checkbox"].includes(field.type) && !field.checked),
  );
  const typed = () => Object.fromEntries(fields().map((field) => [field.name, field.value]));

  const show = (state, sentence) => {
    if (!sign) return;
    sign.dataset.state = state;
    sign.textContent = sentence;
  };

  // --- what is kept on this tablet -----------------------------------------------------------

  const secret = document.body.dataset.pageKey;
  const crypt = window.crypto && window.crypto.subtle;
  const bytes = (hex) => new Uint8Array(hex.match(/../g).map((two) => parseInt(two, 16)));
  const key = crypt && secret
    ? crypt.importKey("raw", bytes(secret), "AES-GCM", false, ["encrypt", "decrypt"])
    : null;
  const place = `kept ${address}`;
  const text64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
  const from64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  const keep = async (values, refused = false) => {
    if (!key || window.countroom.wiped) return;
    const iv = window.crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify({ revision, values, refused }));
    const sealed = await crypt.encrypt({ name: "AES-GCM", iv }, await key, plain);
    if (window.countroom.wiped) return;
    sessionStorage.setItem(place, `${text64(iv)}.${text64(sealed)}`);
  };

  const kept = async () => {
    const stored = key && sessionStorage.getItem(place);
    if (!stored) return null;
    const [iv, sealed] = stored.split(".").map(from64);
    try {
      const plain = await crypt.decrypt({ name: "AES-GCM", iv }, await key, sealed);
      return JSON.parse(new TextDecoder().decode(plain));
    } catch {
      sessionStorage.removeItem(place);
      return null;
    }
  };

  // --- saving --------------------------------------------------------------------------------

  const later = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(save, wait);
  };

  const stale = (problem) => {
    show("refused", `${problem.says} What you typed is still here.`);
  };

  const newKey = () => text64(window.crypto.getRandomValues(new Uint8Array(18)));
  const UNHEARD = [0, 401, 502, 503, 504];

  const save = async () => {
    if (saving || window.countroom.leaving) return;
    if (!pending) {
      if (JSON.stringify(typed()) === acknowledged) { dirty = false; return; }
      pending = { revision, values: typed(), key: newKey() };
    }
    const sent = JSON.stringify(pending.values);
    saving = true;
    const answer = await ask(address, pending);
    saving = false;
    if (!UNHEARD.includes(answer.status)) pending = null;
    const values = typed();
    const newer = JSON.stringify(values) !== sent;
    if (answer.status === 200) {
      revision = answer.body.revision;
      if (counter) counter.value = revision;
      acknowledged = sent;
      dirty = false;
      sessionStorage.removeItem(place);
      show("saved", `saved ${answer.body.saved}`);
      say("");
      if (newer) changed();
    } else if (answer.status === 401) {
      await keep(values);
      show("kept", "not saved yet, kept on this tablet");
      await signInHere();
      later(0);
    } else if (answer.status === 409) {
      await keep(values, true);
      stale(answer.body.problem);
    } else if (answer.status === 422) {
      await keep(values);
      show("refused", Object.values(answer.body.problem.fields)[0] || answer.body.problem.says);
      if (newer) changed();
    } else if (answer.status === 403) {
      sessionStorage.removeItem(place);
      show("refused", answer.body.problem.says);
    } else {
      await keep(values);
      show("kept", "not saved yet, kept on this tablet");
      later(AGAIN_MS);
    }
  };

  const changed = () => {
    dirty = true;
    if (sign && sign.dataset.state !== "kept") show("typing", "saving…");
    later(PAUSE_MS);
  };

  // Before the form itself goes off: what is being saved is waited for, what is not is left to it.
  window.countroom.settled = async () => {
    clearTimeout(timer);
    while (saving) await new Promise((resolve) => { setTimeout(resolve, 20); });
    if (pending) await save();
    clearTimeout(timer);
  };

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  document.addEventListener("input", (event) => {
    if (event.target.form === form && !form.contains(event.target)) changed();
  });
  window.addEventListener("online", () => { if (dirty) later(0); });
  window.addEventListener("beforeunload", (event) => {
    if (dirty && !window.countroom.leaving && !key) event.preventDefault();
  });
  window.addEventListener("pagehide", () => { if (dirty) keep(typed()); });

  // --- after a reload ------------------------------------------------------------------------

  const restore = (values) => {
    for (const field of form.elements) {
      if (!(field.name in values)) continue;
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === values[field.name];
      else field.value = values[field.name];
    }
    (window.countroom.grids || []).forEach((grid) => grid.show());
    show("kept", "not saved yet, kept on this tablet");
    dirty = true;
    later(0);
  };

  // What was saved since is not written over: it shows, and what was typed here is offered.
  const offer = (values) => {
    const line = document.createElement("p");
    line.className = "notice notice-look";
    line.setAttribute("role", "status");
    const says = document.createElement("span");
    says.textContent = "This was saved since. What you typed here before is kept on this tablet.";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = "Put it back on the screen";
    button.addEventListener("click", () => { line.remove(); restore(values); });
    line.append(says, button);
    form.before(line);
  };

  (async () => {
    acknowledged = JSON.stringify(typed());
    const found = await kept();
    if (!found) {
      // A refused form shows what nobody has saved yet.
      if (document.getElementById("refusal") && !document.querySelector("[data-kept]")) {
        acknowledged = null;
        changed();
      }
      return;
    }
    const shown = typed();
    const differs = Object.entries(found.values).some(([name, text]) => (shown[name] ?? "") !== text);
    const here = !found.refused && found.revision === revision;
    if (!differs || (found.refused && document.querySelector("[data-kept]"))) {
      sessionStorage.removeItem(place);
    } else if (here) restore(found.values);
    else offer(found.values);
  })();
})();
