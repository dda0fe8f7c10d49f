"use strict";
// A table that is wider than its place says so; without this script, the shadows at its edges do.
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries)
    target.toggleAttribute("data-wide", target.scrollWidth > target.clientWidth + 1);
});
for (const table of document.querySelectorAll(".scroll")) observer.observe(table);

// A row of a list highlights its words in both texts, and a word highlights the rows it belongs to.
// The page lacks nothing else without this script, or in a browser without highlights.
const places = (row, side) =>
  (row.dataset[side] ?? "").split(" ").filter(Boolean).map((place) => place.split(/[:-]/).map(Number));

// Returns the range of characters of an element; marks may divide its text.
const range = (element, start, end) => {
  const made = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let begun = false;
  for (let node, offset = 0; (node = walker.nextNode()); offset += node.length) {
    if (!begun && start < offset + node.length) {
      made.setStart(node, start - offset);
      begun = true;
    }
    if (begun && end <= offset + node.length) {
      made.setEnd(node, end - offset);
      return made;
    }
  }
  return null;
};

// Returns the rows that have a place in the text of a mark.
const rowsAt = (pair, mark) => {
  const sentence = mark.closest("li");
  const side = mark.closest("ol").className;
  const number = [...sentence.parentNode.children].indexOf(sentence);
  const before = document.createRange();
  before.setStart(sentence, 0);
  before.setEndBefore(mark);
  const start = before.toString().length;
  const end = start + mark.textContent.length;
  return [...pair.querySelectorAll("tr[data-model]")].filter((row) =>
    places(row, side).some(([at, first, last]) => at === number && first < end && start < last)
  );
};

const LIT = "ol mark, tr[tabindex]";
const dark = ({ target }) => target.closest(LIT) && CSS.highlights.delete("lit");
const light = ({ target, currentTarget: pair }) => {
  const lit = target.closest(LIT);
  if (!lit) return;
  const found = (lit.matches("tr") ? [lit] : rowsAt(pair, lit)).flatMap((row) =>
    ["model", "peer"].flatMap((side) => {
      const text = pair.querySelector(`ol.${side}`);
      return places(row, side).map(([sentence, start, end]) => range(text.children[sentence], start, end));
    })
  );
  CSS.highlights.set("lit", new Highlight(...found.filter(Boolean)));
};

// The Tab key stops once at each list; the arrow keys move from row to row.
const move = (event) => {
  const row = event.target.closest("tr[tabindex]");
  const rows = [...(row?.parentNode.querySelectorAll("tr[tabindex]") ?? [])];
  const next = rows[rows.indexOf(row) + { ArrowDown: 1, ArrowUp: -1 }[event.key]];
  if (!next) return;
  event.preventDefault();
  row.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
};

const pairs = "highlights" in CSS ? document.querySelectorAll("details.pair") : [];
for (const pair of pairs) {
  for (const body of pair.querySelectorAll("tbody")) {
    const rows = [...body.rows].filter(({ dataset }) => dataset.model || dataset.peer);
    rows.forEach((row, place) => (row.tabIndex = place ? -1 : 0));
  }
  for (const type of ["focusin", "pointerover"]) pair.addEventListener(type, light);
  for (const type of ["focusout", "pointerout"]) pair.addEventListener(type, dark);
  pair.addEventListener("keydown", move);
}
