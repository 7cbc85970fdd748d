/* A table is copied as tab-separated text, figures as they stand. */
"use strict";

(() => {
  const text = (table) => [...table.rows]
    .map((row) => [...row.cells].map((cell) => cell.textContent.trim().replace(/\s+/g, " ")).join("\t"))
    .join("\n");

  const copy = async (content) => {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(content);
      return;
    }
    const area = document.createElement("textarea");
    area.value = content;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-copy]");
    if (!button) return;
    await copy(text(document.getElementById(button.dataset.copy)));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2_000);
  });
})();
