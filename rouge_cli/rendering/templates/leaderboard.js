"use strict";
// Sorts the tables of systems by their heads, and copies the signature. The baseline stays on top.
const collator = new Intl.Collator("en", { numeric: true });
const numberOf = (text) => parseFloat(text.replace("−", "-").replaceAll(",", ""));

for (const table of document.querySelectorAll("table.leaderboard")) {
  const heads = [...table.tHead.rows[0].cells];

  const sort = (head, isDown) => {
    const isText = head.dataset.sort === "text";
    const textOf = ({ cells }) => cells[head.cellIndex].textContent.trim();
    const isMissing = (text) => (isText ? text === "" : isNaN(numberOf(text)));
    const compare = (x, y) => {
      const [a, b] = [textOf(x), textOf(y)];
      const order = isText ? collator.compare(a, b) : numberOf(a) - numberOf(b);
      return isMissing(a) - isMissing(b) || (isDown ? -order : order);
    };
    const rows = [...table.querySelectorAll("tbody tr:not(.baseline)")];
    table.tBodies[0].append(...rows.sort(compare));
    for (const one of heads) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
    const measure = head.dataset.measure;
    if (measure !== undefined)
      for (const cell of table.querySelectorAll(".whisker"))
        [...cell.children].forEach((one, number) => (one.hidden = number !== Number(measure)));
  };

  for (const head of heads.filter(({ dataset }) => dataset.sort)) {
    const button = element("button", [...head.childNodes], { type: "button" });
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      sort(head, before ? before === "ascending" : head.dataset.sort === "number");
    });
  }
}

const copy = byId("copy");
copy.hidden = false;
copy.addEventListener("click", () => {
  getSelection().selectAllChildren(byId("signature"));
  copy.textContent = document.execCommand("copy") ? "Copied" : "Selected";
});
