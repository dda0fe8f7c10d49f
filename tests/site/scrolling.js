// Counts, while the table of evaluations scrolls, what jumps and what is blank.
() => {
  const region = document.getElementById("rows");
  window.seen = { shifts: 0, blank: 0, frames: 0, heights: new Set(), widths: new Set() };
  new PerformanceObserver((list) => (seen.shifts += list.getEntries().length))
    .observe({ type: "layout-shift" });
  const look = () => {
    const box = region.getBoundingClientRect();
    for (const y of [box.top + 60, (box.top + box.bottom) / 2, box.bottom - 8])
      if (!document.elementFromPoint(box.left + 40, y)?.closest("tbody tr:not(.space)")) seen.blank++;
    seen.frames++;
    seen.heights.add(region.scrollHeight);
    seen.widths.add(region.querySelector("th").getBoundingClientRect().width);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
