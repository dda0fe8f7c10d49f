"use strict";
// Sorts the tables of systems by their heads, and copies the signature. The baseline stays on top.
addEventListener("DOMContentLoaded", () => {
  const collator = new Intl.Collator("en", { numeric: true });
  const numberOf = (text) => (/\d/.test(text) ? Number(text.replace("−", "-").replace(/[^\d.+-].*$/, "").replaceAll(",", "")) : NaN);

  for (const table of document.querySelectorAll("table.leaderboard")) {
    const [body] = table.tBodies;
    const heads = [...table.tHead.rows[0].cells];

    const sort = (place, isDown) => {
      const head = heads[place];
      const isText = head.dataset.sort === "text";
      const value = ({ cells }) => (isText ? cells[place].textContent.trim() : numberOf(cells[place].textContent.trim()));
      const compare = (x, y) => {
        const [a, b] = [value(x), value(y)];
        const lacks = (one) => one !== one || one === "";
        if (lacks(a) || lacks(b)) return lacks(a) - lacks(b);
        return (isDown ? -1 : 1) * (isText ? collator.compare(a, b) : a - b);
      };
      const rows = [...body.rows].filter((row) => !row.classList.contains("baseline"));
      body.append(...rows.sort(compare));
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const measure = head.dataset.measure;
      if (measure !== undefined)
        for (const cell of table.querySelectorAll(".whisker"))
          [...cell.children].forEach((one, number) => (one.hidden = number !== Number(measure)));
    };

    heads.forEach((head, place) => {
      if (!head.dataset.sort) return;
      const button = element("button", "", { type: "button" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        sort(place, before ? before === "ascending" : head.dataset.sort === "number");
      });
    });
  }

  const copy = document.getElementById("copy");
  copy.hidden = false;
  copy.addEventListener("click", () => {
    getSelection().selectAllChildren(document.getElementById("signature"));
    copy.textContent = document.execCommand("copy") ? "Copied" : "Selected";
  });
});
