/* One tap, one act: a form goes off once; before that the page makes sure that somebody is
   signed in and that there is a network, so that nothing typed is lost to an error page. A form
   that settles does nothing for a moment after its page came: the second tap of the act before
   lands where its button is. */
"use strict";

(() => {
  const { ask, renew, say } = window.countroom;
  const going = new WeakSet();
  const settling = 600; // milliseconds: two taps of one thumb are closer together

  document.querySelectorAll("form[data-settles]").forEach((form) => {
    form.toggleAttribute("data-settling", true);
    setTimeout(() => form.removeAttribute("data-settling"), settling);
  });

  const release = (form) => {
    going.delete(form);
    form.removeAttribute("aria-busy");
  };

  const send = (form, button) => {
    if (button && button.name) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = button.name;
      field.value = button.value;
      form.append(field);
    }
    window.countroom.leaving = true;
    form.submit();
  };

  const go = async (form, button) => {
    if (window.countroom.settled) await window.countroom.settled();
    const answer = await ask("/sign-in/alive");
    if (answer.status === 200) {
      if (answer.body.person !== window.countroom.here) {
        window.location.assign("/");
        return;
      }
      renew(answer.body.token);
      say("");
      send(form, button);
    } else if (answer.status === 401) {
      await window.countroom.signInHere();
      send(form, button);
    } else {
      say("No network. Nothing was sent; what you typed is kept on this page. Try again.");
      release(form);
    }
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter;
    const early = form.hasAttribute("data-settling");
    if (early || (button && button.hasAttribute("data-blocked"))) {
      event.preventDefault();
      return;
    }
    if (!form.hasAttribute("data-once")) return;
    event.preventDefault();
    if (going.has(form)) return;
    going.add(form);
    form.setAttribute("aria-busy", "true");
    if (window.countroom.here) go(form, button);
    else send(form, button);
  });

  // What is typed into a grid that saves no draft is lost with its page: the browser asks first.
  let typed = false;
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    const counts = event.target.classList.contains("cell") && form && form.hasAttribute("data-once");
    if (counts && !form.dataset.draft) typed = true;
  });
  window.addEventListener("beforeunload", (event) => {
    if (typed && !window.countroom.leaving) event.preventDefault();
  });

  // Back brings the page with its forms ready again; the key of the form keeps the act single.
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[aria-busy]").forEach(release);
  });
})();
