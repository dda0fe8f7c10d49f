"use strict";
// The table of evaluations; its rows are made as they come into sight. An ID opens the texts of the evaluation.
const region = byId("rows");
withChoices(region, (form, choice) => {
  const table = region.firstElementChild;
  const [head, body] = [table.tHead.rows[0], table.tBodies[0]];
  const dialog = byId("texts");
  const { evaluations, systems, explained, texts, units } = rougeReport.index;
  const control = form.elements;
  const names = evaluations.map((name) => name.toLowerCase());
  const AHEAD = 25; // Rows above and below those in sight, so that fast scrolling shows no gap.
  const BY_PLACE = { key: "place", name: "Evaluation", values: [...evaluations.keys()] };

  const state = { sort: "score", down: false };
  let columns = [];
  let shown = [];

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
    const cells = [BY_PLACE, ...columns].map(({ key, name }) => {
      const button = ["button", [["bdi", name]], { type: "button", "data-key": key }];
      const order = key === state.sort ? { "aria-sort": state.down ? "descending" : "ascending" } : {};
      return element("th", [button], { scope: "col", ...order });
    });
    head.replaceChildren(...cells);
    table.setAttribute("aria-colcount", cells.length);
  };

  // Filters and sorts the evaluations; those without a number come last in either direction.
  const choose = () => {
    const text = control.text.value.trim().toLowerCase();
    const by = columns[control.by.selectedIndex];
    const factor = by.key === "length" || by.key === "models" ? 1 : 100;
    const [least, most] = [control.least.valueAsNumber, control.most.valueAsNumber];
    const isShown = (place) => {
      if (control.explained?.checked && !(place in explained)) return false;
      if (!names[place].includes(text)) return false;
      const value = Math.round(by.values[place] * factor * units) / units; // 0.29 * 100 is below 29.
      return (isNaN(least) || value >= least) && (isNaN(most) || value <= most);
    };
    const { values } = [BY_PLACE, ...columns].find(({ key }) => key === state.sort);
    const sign = state.down ? -1 : 1;
    shown = BY_PLACE.values.filter(isShown);
    shown.sort((a, b) => isNaN(values[a]) - isNaN(values[b]) || sign * (values[a] - values[b]) || a - b);
    const all = several(evaluations.length, "evaluation");
    byId("count").textContent = shown.length === evaluations.length ? all : `${grouped(shown.length)} of ${all}`;
    table.setAttribute("aria-rowcount", shown.length + 1);
  };

  const makeRow = (row) => {
    const place = shown[row];
    const name = ["bdi", evaluations[place]];
    const button = ["button", [name], { type: "button", "data-place": place }];
    const head = [hasTexts(place) ? button : name];
    if (place in explained) head.push(["small", " explained"]);
    const cells = columns.map(({ values, text, signed }) => {
      const value = values[place];
      const side = signed && value ? { class: value > 0 ? "gain" : "loss" } : {};
      return ["td", isNaN(value) ? "–" : text(value), side];
    });
    cells.unshift(["th", head, { scope: "row", title: evaluations[place] }]);
    return element("tr", cells, { "aria-rowindex": row + 2 });
  };

  const space = () => element("tr", [["td", [], { colspan: 6 }]], { class: "space", "aria-hidden": "true" });
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
    const real = rows.values().next().value?.getBoundingClientRect().height;
    if (!real || Math.abs(real - height) <= 0.01) return;
    height = real;
    render();
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

  const redraw = (by = control.by.value) => {
    columns = makeColumns();
    if (!columns.some(({ key }) => key === state.sort)) state.sort = "place";
    makeHead();
    const options = columns.map(({ key, name }) => {
      const text = key === "score" || key === "other" ? `Score of ${name}` : name;
      return Object.assign(new Option(text, key, false, key === by), { dir: "auto" });
    });
    control.by.replaceChildren(...options);
    draw();
  };

  // Shows the texts of an evaluation by the chosen systems; arrows lead along the table.
  const showTexts = (place) => {
    const chosen = [control.system, control.baseline].map(({ value }) => value).filter(Boolean).map(Number);
    const choose = (system) => {
      if (control.baseline.value === String(system)) control.baseline.value = control.system.value;
      control.system.value = system;
      redraw();
      showTexts(place);
      dialog.querySelector(".others [aria-pressed=true]").focus({ preventScroll: true });
    };
    state.open = place;
    const view = evaluationView(place, choice.number("measure"), choice.number("figure"), [...new Set(chosen)], choose);
    byId("texts-body").replaceChildren(view);
    const [measure, figure] = [control.measure, control.figure].map((one) => one.selectedOptions[0].textContent);
    const title = ["Evaluation ", element("bdi", evaluations[place]), element("small", ` ${measure}, ${figure} × 100`)];
    byId("texts-title").replaceChildren(...title);
    const row = shown.indexOf(place);
    byId("texts-place").textContent = row < 0 ? "" : `${grouped(row + 1)} of ${grouped(shown.length)}`;
    byId("texts-before").disabled = row < 1;
    byId("texts-after").disabled = row + 1 >= shown.length;
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    remember();
  };

  const openTexts = (place) => {
    const file = `data/texts-${texts[place]}.js`;
    load(file, rougeReport.texts, texts[place], (isThere) => (isThere ? showTexts(place) : lacks(file)));
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
    choice.load(() => {
      redraw(address.get("by"));
      const place = Number(address.get("e") ?? NaN);
      if (hasTexts(place)) openTexts(place);
      else dialog?.close();
    });
  };
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
    body.querySelector(`[data-place="${state.open}"]`)?.focus();
  });
  dialog?.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !event.altKey && !event.ctrlKey && !event.metaKey) step(by);
  });
  for (const [id, by] of [["before", -1], ["after", 1]])
    byId(`texts-${id}`)?.addEventListener("click", () => step(by));
  form.addEventListener("input", ({ target }) => {
    if (["measure", "figure", "system", "baseline"].includes(target.name)) choice.load(redraw);
    else if (!region.hidden) draw();
  });
  form.addEventListener("reset", () =>
    setTimeout(() => {
      Object.assign(state, { sort: "score", down: false });
      choice.load(redraw);
    })
  );
  region.addEventListener("scroll", render, { passive: true });
  addEventListener("resize", () => {
    render();
    measureRow();
  });
  addEventListener("hashchange", recall);
});
