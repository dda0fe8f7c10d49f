"use strict";
// The table of evaluations. Its data are scripts, since a page that is opened from a disk can load nothing
// else; rows are made as they come into sight. Texts are only ever set as text, never as HTML.
const rougeReport = { index: null, measures: [], texts: [] };

addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("controls");
  const region = document.getElementById("rows");
  const count = document.getElementById("count");

  // Says that a file of data is not beside the page, in place of rows that would be of other data.
  const lacks = (file) => {
    region.hidden = true;
    count.textContent = `There is no table because the file ${file} is missing or damaged: copy the whole folder of the report.`;
  };

  if (!rougeReport.index) {
    form.remove();
    lacks("data/index.js");
    return;
  }
  const { evaluations, systems, figure, system, baseline, pages, texts, units } = rougeReport.index;
  const control = form.elements;
  const head = region.querySelector("thead tr");
  const body = region.querySelector("tbody");
  const names = evaluations.map((name) => name.toLowerCase());
  const AHEAD = 25; // Rows above and below those in sight, so that fast scrolling shows no gap.

  const element = (name, content = "", attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = content;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const fill = (select, choices) =>
    select.replaceChildren(...choices.map(([value, name]) => element("option", name, { value, dir: "auto" })));
  const minus = (text) => text.replace("-", "−");
  // Rounds a half to the even digit, as the other pages do, where `toFixed` rounds it up. Of the numbers with a
  // half of a hundredth, doubles hold the odd eighths alone.
  const figureText = (value) => {
    const figure = value * 100;
    const isDown = Math.abs(figure * 8) % 4 === 1;
    return minus((isDown ? figure - Math.sign(figure) * 0.001 : figure).toFixed(2));
  };
  const signed = (value) => (value > 0 ? "+" : "") + figureText(value);

  const state = { sort: "place", down: false };
  let columns = [];
  let shown = new Int32Array(0);

  const chosen = (name) => Number(control[name].value);

  // Returns the columns of the table as they are chosen: how each is called, its values and how they read.
  const makeColumns = () => {
    const data = rougeReport.measures[chosen("measure")];
    const of = (place, kind) =>
      Float64Array.from(data[place][kind], (value) => (value === null ? NaN : kind < 3 ? value / units : value));
    const a = chosen("system");
    const kind = chosen("figure");
    const score = of(a, kind);
    const made = [{ key: "score", name: systems[a], values: score, text: figureText }];
    if (control.baseline.value !== "") {
      const b = chosen("baseline");
      const other = of(b, kind);
      made.push({ key: "other", name: systems[b], values: other, text: figureText });
      const difference = score.map((value, place) => Math.round((value - other[place]) * units) / units);
      made.push({ key: "difference", name: "Difference", values: difference, text: signed, signed: true });
    }
    const counted = (value) => minus(value.toLocaleString("en"));
    made.push({ key: "length", name: "Peer length", values: of(a, 3), text: counted });
    made.push({ key: "models", name: "Model length", values: of(a, 4), text: counted });
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
    const explained = control.explained?.checked;
    const kept = [];
    for (let place = 0; place < evaluations.length; place++) {
      if (explained && !(place in pages)) continue;
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
    const all = `${evaluations.length.toLocaleString("en")} evaluation${evaluations.length === 1 ? "" : "s"}`;
    count.textContent =
      shown.length === evaluations.length ? all : `${shown.length.toLocaleString("en")} of ${all}`;
    region.firstElementChild.setAttribute("aria-rowcount", shown.length + 1);
  };

  const makeRow = (row) => {
    const place = shown[row];
    const line = element("tr", "", { "aria-rowindex": row + 2 });
    const name = element("bdi", evaluations[place]);
    const cell = element("th", "", { scope: "row", title: evaluations[place] });
    if (place in pages) {
      const link = element("a", "", { href: pages[place] });
      link.append(name);
      cell.append(link);
    } else if (typeof texts[place] === "number") {
      const button = element("button", "", { type: "button", "data-place": place });
      button.append(name);
      cell.append(button);
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
    const parts = { m: control.measure.value, f: control.figure.value, a: control.system.value, b: control.baseline.value };
    const address = new URLSearchParams({ ...parts, s: state.sort, d: Number(state.down) });
    for (const name of ["text", "by", "least", "most"]) if (control[name].value) address.set(name, control[name].value);
    if (control.explained?.checked) address.set("explained", 1);
    try {
      history.replaceState(null, "", `#${address}`);
    } catch {
      // Some browsers refuse this for files; then the choices are not kept.
    }
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

  // Calls `ended` when a file of data has been run, or cannot be.
  const run = (file, ended) => {
    const script = element("script", "", { src: file });
    for (const event of ["load", "error"])
      script.addEventListener(event, () => {
        script.remove();
        ended();
      });
    document.head.append(script);
  };

  // Calls `then` when the columns of the chosen measure are there.
  const load = (then) => {
    const place = chosen("measure");
    if (rougeReport.measures[place]) {
      region.hidden = false;
      return then();
    }
    count.textContent = "Loading …";
    const file = `data/measure-${place}.js`;
    run(file, () => {
      if (chosen("measure") !== place) return;
      if (rougeReport.measures[place]) load(then);
      else lacks(file);
    });
  };

  const dialog = document.getElementById("texts");

  // Shows the models of an evaluation, then the systems: the chosen ones first, each with its figure.
  const showTexts = (place) => {
    const [models, peers] = rougeReport.texts[texts[place]][place];
    const several = models.length > 1;
    const article = (heading, lines) => {
      const made = element("article");
      const list = element("ol");
      list.append(...lines.map((line) => element("li", line, { dir: "auto" })));
      made.append(heading, lines.length ? list : element("p", "Empty."));
      return made;
    };
    const titled = (before, name, after = "") => {
      const heading = element("h3", before);
      heading.append(element("bdi", name), after);
      return heading;
    };
    const first = [chosen("system"), ...(control.baseline.value === "" ? [] : [chosen("baseline")])];
    const order = [...new Set([...first, ...systems.keys()])].filter((one) => peers[one]);
    const kind = chosen("figure");
    const scores = rougeReport.measures[chosen("measure")];
    dialog.querySelector(".texts").replaceChildren(
      ...models.map(([person, lines]) => article(titled("Model ", several ? person : ""), lines)),
      ...order.map((one) => {
        const value = scores[one][kind][place];
        return article(titled("", systems[one], value === null ? "" : ` ${figureText(value / units)}`), peers[one]);
      })
    );
    const title = dialog.querySelector("h2");
    const [measure, figure] = [control.measure, control.figure].map((choice) => choice.selectedOptions[0].textContent);
    title.replaceChildren("Evaluation ", element("bdi", evaluations[place]), element("small", ` ${measure}, ${figure} × 100`));
    dialog.showModal();
    dialog.scrollTop = 0;
  };

  // Opens the texts of an evaluation, whose file is loaded when it is first asked for.
  const openTexts = (place) => {
    const file = `data/texts-${texts[place]}.js`;
    if (rougeReport.texts[texts[place]]) return showTexts(place);
    run(file, () => (rougeReport.texts[texts[place]] ? showTexts(place) : lacks(file)));
  };

  const recall = () => {
    const address = new URLSearchParams(location.hash.slice(1));
    const set = (name, key, choices) => {
      const value = address.get(key);
      if (value !== null && [...choices.options].some((choice) => choice.value === value)) control[name].value = value;
    };
    for (const [name, key] of [["measure", "m"], ["figure", "f"], ["system", "a"], ["baseline", "b"]]) set(name, key, control[name]);
    for (const name of ["text", "least", "most"]) control[name].value = address.get(name) ?? "";
    if (control.explained) control.explained.checked = address.has("explained");
    state.sort = address.get("s") ?? "score";
    state.down = address.get("d") === "1";
    load(() => {
      columns = makeColumns();
      fillBy();
      set("by", "by", control.by);
      redraw();
    });
  };

  const usual = () => {
    control.figure.value = figure;
    control.system.value = system;
    control.baseline.value = baseline ?? "";
  };
  usual();
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
  document.getElementById("texts-close")?.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (!region.hidden && ["text", "least", "most", "by", "explained"].includes(event.target.name)) draw();
  });
  form.addEventListener("change", (event) => {
    if (["measure", "figure", "system", "baseline"].includes(event.target.name)) load(redraw);
  });
  form.addEventListener("reset", () =>
    setTimeout(() => {
      usual();
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
