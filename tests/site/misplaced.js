// Returns words on texts that lie on other texts or beyond their boxes, and columns that are not in line.
() => {
  // The texts in sight, each with the box that it is drawn in.
  const found = [];
  const root = document.querySelector("dialog[open]") ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const unseen = ".spoken, .skip, option, title, script, noscript, .rows, .chooser";
  const texts = [];
  for (let node; (node = walker.nextNode()); ) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(unseen) || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const scroll = parent.closest(".scroll, .ranking, dialog")?.getBoundingClientRect();
    for (const box of range.getClientRects()) {
      if (scroll && (box.right > scroll.right + 1 || box.bottom > scroll.bottom + 1)) continue;
      if (box.width < 1) continue;
      texts.push({ node, box, text: node.data.trim().slice(0, 30) });
      const right = parent.closest(".scroll") ? Infinity : innerWidth;
      if (box.left < -1 || box.right > right + 1) found.push(`beyond the page: ${node.data}`);
      const cell = parent.closest("td, th, figure, li, button")?.getBoundingClientRect();
      if (cell && (box.left < cell.left - 1 || box.right > cell.right + 1))
        found.push(`beyond its box: ${node.data}`);
    }
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  texts.forEach((one, place) => {
    for (let next = place + 1; next < texts.length && texts[next].box.top < one.box.bottom - 3; next++) {
      const other = texts[next];
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 2 && high > 5)
        found.push(`${one.text} on ${other.text}`);
    }
  });
  // The figures of a column end at one place, and its marks begin at one.
  for (const table of document.querySelectorAll("table.leaderboard")) {
    if (!table.checkVisibility()) continue;
    const rows = [...table.tBodies[0].rows];
    [...rows[0].cells].forEach((cell, column) => {
      if (!cell.classList.contains("value") && !cell.classList.contains("group")) return;
      const side = cell.classList.contains("value") ? "right" : "left";
      const full = rows.map((row) => row.cells[column]).filter((one) => /\w/.test(one.textContent));
      const ends = full.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return Math.round(range.getBoundingClientRect()[side]);
      });
      if (new Set(ends).size > 1) found.push(`column ${column}: ${[...new Set(ends)]}`);
    });
  }
  return found;
}
