"use strict";
// The table of evaluations; its rows are made as they come into sight. An ID opens the texts of the evaluation.
addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("controls");
  const region = document.getElementById("rows");
  const count = document.getElementById("count");
  const dialog = document.getElementById("texts");

  if (!rougeReport.index) {
    form.remove();
    region.hidden = true;
    lacks("data/index.js");
    return;
  }
  const { evaluations, systems, explained, texts, units } = rougeReport.index;
  const control = form.elements;
  const choice = choices(form);
  const head = region.querySelector("thead tr");
  const body = region.querySelector("tbody");
  const names = evaluations.map((name) => name.toLowerCase());
  const AHEAD = 25; // Rows above and below those in sight, so that fast scrolling shows no gap.
  const fill = (select, options) =>
    select.replaceChildren(...options.map(([value, name]) => element("option", name, { value, dir: "auto" })));

  const state = { sort: "place", down: false };
  let columns = [];
  let shown = new Int32Array(0);

  // Returns the columns of the table as they are chosen: how each is called, its values and how they read.
  const makeColumns = () => {
    const [a, kind] = [choice.number("system"), choice.number("figure")];
    const score = choice.column(a, kind);
    const made = [{ key: "score", name: systems[a], values: score, text: figureText }];
    if (control.baseline.value !== "") {
      const b = choice.number("baseline");
      const other = choice.column(b, kind);
      made.push({ key: "other", name: systems[b], values: other, text: figureText });
      const difference = score.map((value, place) => Math.round((value - other[place]) * units) / units);
      made.push({ key: "difference", name: "Difference", values: difference, text: signedText, signed: true });
    }
    for (const [key, name, column] of [["length", "Peer length", 3], ["models", "Model length", 4]]) {
      const values = choice.column(a, column);
      const digits = values.some((value) => value % 1) ? 1 : 0; // All of a column, so that its decimals are in line.
      const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      made.push({ key, name, values, text: (value) => minus(value.toLocaleString("en", format)) });
    }
    return made;
  };

  const makeHead = () => {
    const cells = [{ key: "place", name: "Evaluation" }, ...columns].map(({ key, name }) => {
      const cell = element("th", "", { scope: "col" });
      if (key === state.sort) cell.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      const button = element("button", "", { type: "button", "data-key": key });
      button.append(element("bdi", name));
      cell.append(button);
      return cell;
    });
    head.replaceChildren(...cells);
    region.firstElementChild.setAttribute("aria-colcount", cells.length);
  };

  const number = (text) => (text.trim() === "" ? null : Number(text));

  // Filters and sorts the evaluations; those without a number come last in either direction.
  const choose = () => {
    const text = control.text.value.trim().toLowerCase();
    const by = columns.find(({ key }) => key === control.by.value) ?? columns[0];
    const factor = by.key === "length" || by.key === "models" ? 1 : 100;
    const least = number(control.least.value);
    const most = number(control.most.value);
    const isExplained = control.explained?.checked;
    const kept = [];
    for (let place = 0; place < evaluations.length; place++) {
      if (isExplained && !(place in explained)) continue;
      if (text && !names[place].includes(text)) continue;
      const value = Math.round(by.values[place] * factor * units) / units; // 0.29 * 100 is below 29.
      if (least !== null && !(value >= least)) continue;
      if (most !== null && !(value <= most)) continue;
      kept.push(place);
    }
    shown = Int32Array.from(kept);
    const sorted = columns.find(({ key }) => key === state.sort);
    const sign = state.down ? -1 : 1;
    if (sorted) {
      const { values } = sorted;
      shown.sort((a, b) => {
        const [x, y] = [values[a], values[b]];
        if (x !== x || y !== y) return (x !== x) - (y !== y) || a - b;
        return sign * (x - y) || a - b;
      });
    } else if (state.down) {
      shown.reverse();
    }
    const all = several(evaluations.length, "evaluation");
    count.textContent = shown.length === evaluations.length ? all : `${grouped(shown.length)} of ${all}`;
    region.firstElementChild.setAttribute("aria-rowcount", shown.length + 1);
  };

  const makeRow = (row) => {
    const place = shown[row];
    const line = element("tr", "", { "aria-rowindex": row + 2 });
    const name = element("bdi", evaluations[place]);
    const cell = element("th", "", { scope: "row", title: evaluations[place] });
    if (typeof texts[place] === "number") {
      const button = element("button", "", { type: "button", "data-place": place });
      button.append(name);
      cell.append(button);
      if (place in explained) cell.append(element("small", " explained"));
    } else {
      cell.append(name);
    }
    line.append(cell);
    for (const column of columns) {
      const value = column.values[place];
      const text = value === value ? column.text(value) : "–";
      const side = column.signed && value > 0 ? "up" : column.signed && value < 0 ? "down" : "";
      line.append(element("td", text, side ? { class: side } : {}));
    }
    return line;
  };

  const space = () => {
    const line = element("tr", "", { class: "space", "aria-hidden": "true" });
    line.append(element("td", "", { colspan: 6 }));
    return line;
  };
  const [above, below] = [space(), space()];
  let height = 36;
  let rows = new Map();

  // Makes the rows in sight and some around them, and removes others; spaces stand for those.
  const render = () => {
    const first = Math.max(0, Math.floor(region.scrollTop / height) - AHEAD);
    const last = Math.min(shown.length, Math.ceil((region.scrollTop + region.clientHeight) / height) + AHEAD);
    const before = rows;
    rows = new Map();
    for (let row = first; row < last; row++) rows.set(row, before.get(row) ?? makeRow(row));
    const active = document.activeElement;
    for (const [row, line] of before) {
      if (rows.has(row)) continue;
      if (line.contains(active)) region.focus({ preventScroll: true });
      line.remove();
    }
    let next = above.nextSibling;
    for (const line of rows.values()) {
      if (line === next) next = next.nextSibling;
      else body.insertBefore(line, next);
    }
    above.firstChild.style.height = `${first * height}px`;
    below.firstChild.style.height = `${(shown.length - last) * height}px`;
  };

  const measureRow = () => {
    const line = rows.values().next().value;
    if (!line) return;
    const real = line.getBoundingClientRect().height;
    if (real && Math.abs(real - height) > 0.01) {
      height = real;
      render();
    }
  };

  const draw = () => {
    choose();
    rows = new Map();
    body.replaceChildren(above, below);
    region.scrollTop = 0;
    render();
    measureRow();
    remember();
  };

  // The choices stand in the address, so that they are there again when one comes back.
  const remember = () => {
    const others = { s: state.sort, d: Number(state.down) };
    for (const name of ["text", "by", "least", "most"]) if (control[name].value) others[name] = control[name].value;
    if (control.explained?.checked) others.explained = 1;
    if (dialog?.open) others.e = state.open;
    choice.remember(others);
  };

  const fillBy = () => {
    const before = control.by.value;
    fill(control.by, columns.map(({ key, name }) => [key, key === "score" || key === "other" ? `Score of ${name}` : name]));
    if (columns.some(({ key }) => key === before)) control.by.value = before;
  };

  const redraw = () => {
    columns = makeColumns();
    if (state.sort !== "place" && !columns.some(({ key }) => key === state.sort)) state.sort = "place";
    makeHead();
    fillBy();
    draw();
  };

  const load = (then) =>
    choice.load((isThere) => {
      region.hidden = !isThere;
      if (isThere) then();
    });

  // Shows the texts of an evaluation by the chosen systems; arrows lead along the table.
  const showTexts = (place) => {
    const [a, b] = ["system", "baseline"].map((name) => (control[name].value === "" ? null : choice.number(name)));
    const kind = choice.number("figure");
    const figureOf = (system, at) => {
      const value = rougeReport.measures[choice.number("measure")][system][kind][at];
      return value === null ? "" : figureText(value / units);
    };
    const choose = (system) => {
      if (control.baseline.value === String(system)) control.baseline.value = a;
      control.system.value = system;
      redraw();
      showTexts(place);
      dialog.querySelector(".others [aria-pressed=true]").focus({ preventScroll: true });
    };
    state.open = place;
    state.model = Math.max(0, [...dialog.querySelectorAll(".tabs button")].findIndex((tab) => tab.getAttribute("aria-pressed") === "true"));
    const chosen = [...new Set(b === null ? [a] : [a, b])];
    const view = evaluationView(place, { measure: choice.number("measure"), systems: chosen, model: state.model, figureOf, choose });
    document.getElementById("texts-body").replaceChildren(view);
    const [measure, figure] = [control.measure, control.figure].map((one) => one.selectedOptions[0].textContent);
    dialog.querySelector("h2").replaceChildren("Evaluation ", element("bdi", evaluations[place]), element("small", ` ${measure}, ${figure} × 100`));
    const row = shown.indexOf(place);
    document.getElementById("texts-place").textContent = row < 0 ? "" : `${grouped(row + 1)} of ${grouped(shown.length)}`;
    document.getElementById("texts-before").disabled = row < 1;
    document.getElementById("texts-after").disabled = row + 1 >= shown.length;
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    remember();
  };

  // Opens the texts of an evaluation, whose file is loaded when it is first asked for.
  const openTexts = (place) => {
    const file = `data/texts-${texts[place]}.js`;
    if (rougeReport.texts[texts[place]]) return showTexts(place);
    run(file, () => (rougeReport.texts[texts[place]] ? showTexts(place) : lacks(file)));
  };
  const step = (by) => {
    const place = shown[shown.indexOf(state.open) + by];
    if (place !== undefined) openTexts(place);
  };

  const recall = () => {
    const address = new URLSearchParams(location.hash.slice(1));
    choice.recall(address);
    for (const name of ["text", "least", "most"]) control[name].value = address.get(name) ?? "";
    if (control.explained) control.explained.checked = address.has("explained");
    state.sort = address.get("s") ?? "score";
    state.down = address.get("d") === "1";
    load(() => {
      columns = makeColumns();
      fillBy();
      const by = address.get("by");
      if (columns.some(({ key }) => key === by)) control.by.value = by;
      redraw();
      const place = Number(address.get("e") ?? NaN);
      if (typeof texts[place] === "number") openTexts(place);
      else dialog?.close();
    });
  };

  choice.usual();
  recall();

  head.addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.key;
    if (!key) return;
    state.down = state.sort === key && !state.down;
    state.sort = key;
    makeHead();
    draw();
    head.querySelector(`button[data-key="${key}"]`).focus({ preventScroll: true });
  });
  body.addEventListener("click", (event) => {
    const place = event.target.closest("button")?.dataset.place;
    if (place !== undefined) openTexts(Number(place));
  });
  dialog?.addEventListener("close", () => {
    remember();
    [...rows.values()].find((line) => line.querySelector(`[data-place="${state.open}"]`))?.querySelector("button").focus();
  });
  dialog?.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !event.altKey && !event.ctrlKey && !event.metaKey) step(by);
  });
  for (const [id, action] of [["close", () => dialog.close()], ["before", () => step(-1)], ["after", () => step(1)]])
    document.getElementById(`texts-${id}`)?.addEventListener("click", action);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (!region.hidden && ["text", "least", "most", "by", "explained"].includes(event.target.name)) draw();
  });
  form.addEventListener("change", (event) => {
    if (["measure", "figure", "system", "baseline"].includes(event.target.name)) load(redraw);
  });
  form.addEventListener("reset", () =>
    setTimeout(() => {
      choice.usual();
      state.sort = "score";
      state.down = false;
      load(redraw);
    })
  );
  region.addEventListener("scroll", render, { passive: true });
  addEventListener("resize", () => {
    render();
    measureRow();
  });
  addEventListener("hashchange", recall);
});
