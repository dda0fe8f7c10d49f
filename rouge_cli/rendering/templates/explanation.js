"use strict";
// A table that is wider than its place says so; without this script, the shadows at its edges do.
(() => {
  if (!("ResizeObserver" in window)) return;
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries)
      target.toggleAttribute("data-wide", target.scrollWidth > target.clientWidth + 1);
  });
  for (const element of document.querySelectorAll(".scroll")) observer.observe(element);
})();

// A row of a list highlights its words in both texts, and a word highlights the rows it belongs to.
// The page lacks nothing else without this script, or in a browser without highlights.
(() => {
  if (!("highlights" in CSS)) return;
  const sides = ["model", "peer"];

  const places = (row, side) =>
    (row.dataset[side] || "").split(" ").filter(Boolean).map((place) => place.split(/[:-]/).map(Number));

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

  const light = (pair, rows) => {
    const found = rows.flatMap((row) =>
      sides.flatMap((side) => {
        const text = pair.querySelector(`ol.${side}`);
        return places(row, side).map(([sentence, start, end]) => range(text.children[sentence], start, end));
      })
    );
    CSS.highlights.set("lit", new Highlight(...found.filter(Boolean)));
  };
  const dark = () => CSS.highlights.delete("lit");

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

  for (const pair of document.querySelectorAll("details.pair")) {
    for (const body of pair.querySelectorAll("tbody")) {
      const rows = [...body.rows].filter((row) => row.dataset.model || row.dataset.peer);
      // The Tab key stops once at each list; the arrow keys move from row to row.
      rows.forEach((row, place) => {
        row.tabIndex = place ? -1 : 0;
        row.addEventListener("keydown", (event) => {
          const next = rows[place + { ArrowDown: 1, ArrowUp: -1 }[event.key]];
          if (!next) return;
          event.preventDefault();
          row.tabIndex = -1;
          next.tabIndex = 0;
          next.focus();
        });
        row.addEventListener("focus", () => light(pair, [row]));
        row.addEventListener("blur", dark);
        row.addEventListener("pointerenter", () => light(pair, [row]));
        row.addEventListener("pointerleave", dark);
      });
    }
    pair.addEventListener("pointerover", (event) => {
      const mark = event.target.closest("ol mark");
      if (mark) light(pair, rowsAt(pair, mark));
    });
    pair.addEventListener("pointerout", (event) => {
      if (event.target.closest("ol mark")) dark();
    });
  }
})();
