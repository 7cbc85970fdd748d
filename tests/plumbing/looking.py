"""Looking at a screen as its users do: at both sizes, in gloves, and with a reader's ears."""

from typing import Final

from playwright.sync_api import Page

from tests.plumbing import browser as chromium

_SMALL: Final = """() => {
  const all = document.querySelectorAll(
    "a, button, summary, select, textarea, .choice, .cell, .field-tick > label, "
    + "input:not([type=hidden], [type=radio], [type=checkbox])");
  return [...all].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".skip")) return false;
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.height < 55.9 || box.width < 47.9);
  }).map((one) => {
    const box = one.getBoundingClientRect();
    const name = one.innerText || one.getAttribute("aria-label") || one.name || one.className;
    return `${name.trim()} is ${Math.round(box.width)} by ${Math.round(box.height)}`;
  });
}"""
"""Targets too small for a thumb in a glove."""

_CLIPPED: Final = """() => {
  const words = document.querySelectorAll(
    "h1, h2, h3, p, dt, dd, label, legend, th, td, output, button, a, select, .figure-value");
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  const found = wide > 0 ? [`the page is ${wide} too wide`] : [];
  words.forEach((one) => {
    if (!one.checkVisibility() || one.closest(".visually-hidden, .data-scroll, .skip")) return;
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
      found.push(`"${one.innerText.trim().slice(0, 40)}" is wider than its place`);
    }
  });
  const cells = [...document.querySelectorAll(".cell, .way, .row-value")]
    .filter((one) => one.checkVisibility());
  const boxes = cells.map((one) => one.getBoundingClientRect());
  cells.slice(1).forEach((one, at) => {
    const [before, here] = [boxes[at], boxes[at + 1]];
    const beside = Math.abs(before.top + before.height / 2 - here.top - here.height / 2) < 20;
    if (beside && before.right > here.left + 1 && before.left < here.right) {
      found.push(`${one.name || one.innerText} lies over what stands before it`);
    }
  });
  return found;
}"""
"""Words that do not fit where they stand."""

SIZES: Final = (chromium.LANDSCAPE, chromium.PORTRAIT)


def layout_faults(page: Page) -> list[str]:
    """What is too small, cut off or too wide, held either way; the page is left as it was held."""
    held = page.viewport_size
    assert held is not None
    found: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [
            f"{page.url} at {width}: {fault}"
            for script in (_SMALL, _CLIPPED)
            for fault in page.evaluate(script)
        ]
    page.set_viewport_size(held)
    return found


def faults(page: Page) -> list[str]:
    """Everything that a screen must not have; empty where it is calm."""
    return [
        *layout_faults(page),
        *(f"{page.url}: {problem}" for problem in chromium.accessibility_problems(page)),
    ]
