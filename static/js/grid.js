/* The denomination grid: the pad types into the marked cell, totals are always in sight, and a
   hand scanner writes into the scan field whatever has the focus. */
"use strict";

(() => {
  const DIGITS = /^[0-9]{1,7}$/;
  const DOLLARS = /^[0-9]{1,13}(\.[0-9]{2})?$/;

  /** Cents as text: thousands separated, two decimals. */
  const money = (cents) => {
    const text = cents.toString().padStart(3, "0");
    return `${text.slice(0, -2).replace(/\B(?=([0-9]{3})+$)/g, ",")}.${text.slice(-2)}`;
  };

  /** Value of a cell in cents; null is not entered, undefined is wrong. */
  const value = (cell) => {
    const text = cell.value.trim().replace(/,/g, "");
    const row = cell.closest("[data-row]");
    if (text === "") return null;
    if (row.hasAttribute("data-by-amount")) {
      if (!DOLLARS.test(text)) return undefined;
      const [whole, part] = text.split(".");
      const cents = BigInt(whole) * 100n + BigInt(part || "0");
      return cents % BigInt(row.dataset.cents) === 0n ? cents : undefined;
    }
    if (!DIGITS.test(text)) return undefined;
    return BigInt(text) * BigInt(cell.dataset.factor) * BigInt(row.dataset.cents);
  };

  const sum = (cells) => cells.reduce(
    (all, cell) => all + (value(cell) ?? 0n), 0n,
  );

  const rowSays = (row) => {
    const cells = [...row.querySelectorAll(".cell")];
    const values = cells.map(value);
    const output = row.querySelector("[data-value]");
    output.replaceChildren();
    if (values.includes(undefined)) output.textContent = "cannot be read";
    else if (values.every((one) => one === null)) {
      const word = document.createElement("span");
      word.className = "not-entered";
      word.textContent = "not entered";
      output.append(word);
    } else output.textContent = money(sum(cells));
    return values.every((one) => one === null) || values.includes(undefined);
  };

  class Grid {
    constructor(root) {
      this.root = root;
      this.cells = [...root.querySelectorAll(".cell")];
      this.money = this.cells.filter((cell) => cell.closest("[data-row]"));
      this.undone = [];
      this.current = null;
      this.cells.forEach((cell) => {
        cell.addEventListener("focus", () => this.mark(cell));
        cell.addEventListener("input", () => this.show());
        cell.addEventListener("beforeinput", () => this.remember(cell));
        if (matchMedia("(pointer: coarse)").matches && document.querySelector(".keypad")) {
          cell.setAttribute("inputmode", "none");
        }
      });
      root.addEventListener("keydown", (event) => this.typed(event));
      this.show();
      const first = this.money.find((cell) => cell.value === "") || this.cells[0];
      if (first) this.mark(first);
    }

    mark(cell) {
      this.cells.forEach((one) => one.removeAttribute("data-current"));
      this.root.querySelectorAll("[data-marked]").forEach((row) => row.removeAttribute("data-marked"));
      cell.setAttribute("data-current", "");
      const row = cell.closest("[data-row]");
      if (row) row.setAttribute("data-marked", "");
      this.current = cell;
      this.fresh = true;
    }

    remember(cell) {
      const last = this.undone[this.undone.length - 1];
      if (!last || last.cell !== cell || last.before !== cell.value) {
        this.undone.push({ cell, before: cell.value });
      }
    }

    put(text) {
      if (text === this.current.value) return;
      this.remember(this.current);
      this.current.value = text;
      this.current.dispatchEvent(new Event("input", { bubbles: true }));
    }

    press(key) {
      if (!this.current) return;
      const text = this.current.value;
      if (/^[0-9]$/.test(key)) this.put((text === "0" ? "" : text) + key);
      else if (key === "clear") this.put("");
      else if (key === "plus") this.step(1);
      else if (key === "minus") this.step(-1);
      else if (key === "undo") this.undo();
      else if (key === "next") this.next();
    }

    step(by) {
      const text = this.current.value.trim();
      if (text !== "" && !DIGITS.test(text)) return;
      this.put(String(Math.max(0, Number(text || "0") + by)));
    }

    undo() {
      let last = this.undone.pop();
      while (last && last.cell.value === last.before) last = this.undone.pop();
      if (!last) return;
      last.cell.value = last.before;
      this.mark(last.cell);
      last.cell.dispatchEvent(new Event("input", { bubbles: true }));
    }

    next(back = false) {
      const place = this.cells.indexOf(this.current) + (back ? -1 : 1);
      const cell = this.cells[(place + this.cells.length) % this.cells.length];
      if (document.activeElement && document.activeElement.matches(".cell")) {
        cell.focus();
        cell.select();
      }
      this.mark(cell);
      cell.scrollIntoView({ block: "nearest" });
    }

    typed(event) {
      if (!(event.target instanceof HTMLInputElement)) return;
      if (event.key === "Enter") {
        event.preventDefault();
        this.next(event.shiftKey);
      } else if (event.key === "+" || event.key === "-") {
        event.preventDefault();
        this.step(event.key === "+" ? 1 : -1);
      }
    }

    show() {
      let open = 0;
      this.root.querySelectorAll("[data-row]").forEach((row) => { open += rowSays(row) ? 1 : 0; });
      const nothing = document.querySelector("[data-nothing]:checked");
      if (nothing && nothing.value) open = 0;
      this.root.querySelectorAll("table").forEach((table) => {
        const output = table.querySelector("[data-section-total]");
        if (output) output.textContent = money(sum([...table.querySelectorAll(".cell")]));
      });
      const total = sum(this.money);
      document.querySelectorAll("[data-tally-total]").forEach((output) => {
        const cells = [...this.root.querySelectorAll("[data-tally] .cell")];
        output.textContent = cells.filter((cell) => DIGITS.test(cell.value.trim()))
          .reduce((all, cell) => all + Number(cell.value.trim()) * Number(cell.dataset.each || "1"), 0);
      });
      document.querySelectorAll("[data-running-total]").forEach((output) => {
        output.textContent = money(total);
      });
      this.root.dispatchEvent(new CustomEvent("counted", { bubbles: true, detail: { total, open } }));
    }
  }

  // A sentence that depends on the grid: "3 denominations open", and the button it explains.
  document.addEventListener("counted", (event) => {
    const { open, total } = event.detail;
    const why = document.querySelector("[data-why-open]");
    const button = document.querySelector("[data-needs-all]");
    if (button && why) {
      why.textContent = open ? `${open} denomination${open === 1 ? "" : "s"} open` : "";
      button.toggleAttribute("data-blocked", open > 0);
      if (open) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    document.querySelectorAll("[data-check-total]").forEach((field) => {
      const says = document.getElementById(`${field.id}-says`);
      const typed = field.value.trim().replace(/,/g, "");
      if (!says) return;
      if (!DOLLARS.test(typed)) { says.textContent = ""; return; }
      const [whole, part] = typed.split(".");
      const cents = BigInt(whole) * 100n + BigInt(part || "0");
      says.textContent = cents === total ? "agrees" : "differs: look again";
      says.dataset.look = cents === total ? "done" : "look";
    });
  });
  const grids = [...document.querySelectorAll("[data-grid]")].map((root) => new Grid(root));
  window.countroom.grids = grids;

  document.querySelectorAll(".keypad").forEach((pad) => {
    // The pad leaves the focus where it is.
    pad.addEventListener("pointerdown", (event) => event.preventDefault());
    pad.addEventListener("click", (event) => {
      const key = event.target instanceof Element && event.target.closest("[data-key]");
      if (key && grids[0]) grids[0].press(key.dataset.key);
    });
  });

  document.querySelectorAll("[data-check-total]").forEach((field) => {
    field.addEventListener("input", () => grids.forEach((grid) => grid.show()));
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-nothing]")) grids.forEach((grid) => grid.show());
  });

  // A list that grows: when the last row is begun, an empty one follows.
  document.addEventListener("input", (event) => {
    const row = event.target.closest("[data-grows] > :last-child");
    if (!row || !event.target.value.trim()) return;
    const number = Number(row.dataset.number) + 1;
    const next = row.cloneNode(true);
    next.dataset.number = number;
    next.querySelectorAll("[data-wrong]").forEach((one) => one.remove());
    next.querySelectorAll("input, select").forEach((field) => {
      field.value = field.dataset.empty || "";
      field.name = field.name.replace(/\.[0-9]+\./, `.${number}.`);
      field.id = field.name;
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    });
    next.querySelectorAll("label").forEach((label) => {
      label.htmlFor = label.htmlFor.replace(/\.[0-9]+\./, `.${number}.`);
    });
    row.querySelectorAll("[data-scan]").forEach((field) => field.removeAttribute("data-scan"));
    row.after(next);
    const list = row.parentElement;
    document.querySelectorAll(`[data-grown="${list.id}"]`).forEach((output) => {
      output.textContent = list.children.length - 1;
    });
  });

  // A hand scanner types fast and ends with Enter; what it typed goes to the scan field.
  const FAST_MS = 35;
  const BLANKING_MS = 600;
  let burst = { text: "", at: 0, target: null, before: "" };
  let scannedAt = -Infinity;

  const scanField = () => {
    const open = document.querySelector("dialog[open] [data-scan]");
    return open || document.querySelector("main [data-scan]");
  };

  document.addEventListener("keydown", (event) => {
    const now = event.timeStamp; // when the key came, however busy the page was
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (now - burst.at > FAST_MS) {
        const target = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
        burst = { text: "", at: now, target, before: target ? target.value : "" };
      }
      burst.text += event.key;
      burst.at = now;
      return;
    }
    if (event.key !== "Enter") return;
    const scanned = burst.text.length >= 3 && now - burst.at <= FAST_MS ? burst : null;
    burst = { text: "", at: 0, target: null, before: "" };
    const field = scanned && scanField();
    if (!field) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (scanned.target && scanned.target !== field) {
      scanned.target.value = scanned.before;
      scanned.target.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (now - scannedAt < BLANKING_MS) return;
    scannedAt = now;
    field.value = scanned.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (field.form && field.form.hasAttribute("data-scan-form")) field.form.requestSubmit();
    else if (!field.closest("[data-grows]")) {
      const fields = [...field.form.elements].filter((one) => one instanceof HTMLInputElement && one.type !== "hidden");
      const after = fields[fields.indexOf(field) + 1];
      if (after) after.focus();
    }
  }, true);
})();
