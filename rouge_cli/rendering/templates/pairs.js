"use strict";
// Two systems, evaluation by evaluation: facts, a scatter, a histogram and the greatest losses; and the matrix of all pairs.
withChoices(byId("pair"), (form, choice) => {
  const { evaluations, systems, measures, units } = rougeReport.index;
  const control = form.elements;
  const words = { higher: "significantly above", lower: "significantly below", level: "not significant", open: "too few evaluations or resamples to decide", "": "not tested" };
  const turned = { higher: "lower", lower: "higher" };
  const [SIZE, LEFT, TOP, RIGHT, LOW, HEIGHT, BASE] = [360, 44, 8, 348, 316, 240, 196];
  const DOTS = 300; // The most evaluations with a named dot for each; more are clouds of three densities.

  const svg = maker(byId("scatter").firstChild.namespaceURI);
  // A scale from one round number to another that holds all values, with at most so many ticks.
  const scaleFor = (values, most) => {
    let [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
    if (low === high) [low, high] = [low - 1, high + 1];
    const least = (high - low) / (most - 1);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= least * (1 - 1e-9));
    const [first, last] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
    const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, place) => first + place * step);
    return { low: first, high: last, ticks, share: (value) => (value - first) / (last - first) };
  };
  const tenth = (value) => Math.round(value * 10) / 10;
  const across = (scale, value) => tenth(LEFT + scale.share(value) * (RIGHT - LEFT));
  const upward = (scale, value, low) => tenth(low - scale.share(value) * (low - TOP));
  const tick = (value) => minus(String(Math.round(value * 1e6) / 1e6));
  const signed = (value) => (value > 1e-9 ? "+" : "") + tick(Math.round(value * 100) / 100);
  const side = (value) => (value > 0 ? "gain" : value < 0 ? "loss" : "same");
  const shorten = (name) => (name.length > 32 ? `${name.slice(0, 15)}…${name.slice(-15)}` : name);

  const frame = (kind, label, height) => svg("svg", [], { role: "img", "aria-label": label, class: kind, viewBox: `0 0 ${SIZE} ${height}` });
  const upright = (x, y, low, name, parts = []) => svg("line", parts, { x1: x, x2: x, y1: y, y2: low, class: name });
  const written = (text, at, name = "tick") => svg("text", text, { "text-anchor": "middle", class: name, ...at });
  const axes = (chart, scale, low, label, ups, upLabel) => {
    for (const value of ups.ticks) {
      const y = upward(ups, value, low);
      chart.append(svg("line", [], { x1: LEFT, x2: RIGHT, y1: y, y2: y, class: "grid" }));
      chart.append(written(upLabel(value), { x: LEFT - 6, y, dy: "0.35em", "text-anchor": "end" }));
    }
    for (const value of scale.ticks) chart.append(written(label(value), { x: across(scale, value), y: low + 16 }));
  };

  const scatter = (points, [name, other]) => {
    const scale = scaleFor(points.flatMap(({ a, b }) => [100 * a, 100 * b]), 6);
    const chart = frame("scatter", `${name} against ${other}, a point for each evaluation`, SIZE);
    axes(chart, scale, LOW, tick, scale, tick);
    for (const value of scale.ticks) chart.append(upright(across(scale, value), TOP, LOW, "grid"));
    chart.append(svg("line", [], { x1: LEFT, y1: LOW, x2: RIGHT, y2: TOP, class: "diagonal" }));
    const spotOf = ({ a, b }) => [across(scale, 100 * b), upward(scale, 100 * a, LOW)];
    if (points.length <= DOTS) {
      for (const point of points) {
        const [cx, cy] = spotOf(point);
        const title = `${evaluations[point.place]}: ${figureText(point.b)} → ${figureText(point.a)}`;
        chart.append(svg("circle", [["title", title]], { cx, cy, r: 4, class: side(point.gap), "data-place": point.place }));
      }
    } else {
      const spots = Map.groupBy(points, (point) => `${side(point.gap)} M${spotOf(point).map(Math.round).join(" ")}h0`);
      const density = ({ length }) => (length === 1 ? "few" : length <= 4 ? "some" : "many");
      const clouds = Map.groupBy(spots, ([spot, there]) => `cloud ${density(there)} ${spot.slice(0, 4)}`);
      for (const classes of [...clouds.keys()].sort()) {
        const path = clouds.get(classes).map(([spot]) => spot.slice(5)).join("");
        chart.append(svg("path", [], { d: path, class: classes }));
      }
    }
    chart.append(written(shorten(other), { x: (LEFT + RIGHT) / 2, y: SIZE - 8 }, "axis"));
    chart.append(written(shorten(name), { transform: `translate(12 ${(TOP + LOW) / 2}) rotate(-90)` }, "axis"));
    return chart;
  };

  const histogram = (points, mean) => {
    const gaps = points.map(({ gap }) => 100 * gap);
    const reach = gaps.reduce((most, gap) => Math.max(most, Math.abs(gap)), 0);
    const scale = scaleFor([-reach, reach], 7);
    const bins = Math.min(Math.max(12, 2 * Math.round(Math.sqrt(gaps.length))), 40);
    const width = (scale.high - scale.low) / bins;
    const counts = new Array(bins).fill(0);
    for (const gap of gaps) if (gap) counts[Math.min(Math.floor((gap - scale.low) / width), bins - 1)]++;
    const equal = gaps.filter((gap) => !gap).length;
    const heights = scaleFor([0, ...counts, equal], 5);
    heights.ticks = heights.ticks.filter(Number.isInteger);
    const chart = frame("histogram", "Evaluations by difference", HEIGHT);
    axes(chart, scale, BASE, signed, heights, grouped);
    chart.append(upright(across(scale, 0), TOP, BASE, "zero"));
    const room = (RIGHT - LEFT) / bins;
    counts.forEach((number, place) => {
      if (!number) return;
      const [start, y] = [scale.low + place * width, upward(heights, number, BASE)];
      const box = { x: tenth(LEFT + place * room + 0.4), y, width: tenth(room - 0.8), height: tenth(BASE - y), class: side(start + width / 2) };
      chart.append(svg("rect", [["title", `${signed(start)} to ${signed(start + width)}: ${grouped(number)}`]], box));
    });
    const titled = (value, y, name, title) => upright(across(scale, value), y, BASE, name, [["title", title]]);
    if (equal) chart.append(titled(0, upward(heights, equal, BASE), "equal", `equal: ${grouped(equal)}`));
    chart.append(titled(100 * mean, TOP, "mean", "mean"));
    chart.append(written("difference", { x: (LEFT + RIGHT) / 2, y: HEIGHT - 8 }, "axis"));
    return chart;
  };

  // The comparisons by measure and pair, which are turned round where they were made the other way.
  const made = rougeReport.pairs.map((pairs) => new Map(pairs.map(([one, other, ...figures]) => [`${one} ${other}`, figures])));
  const compared = (measure, a, b) => {
    const read = (key) => made[measure]?.get(key)?.[choice.number("figure")];
    const [own, its] = [read(`${a} ${b}`), read(`${b} ${a}`)];
    const [average, low, high, p, corrected, verdict] = own ?? its ?? [];
    if (own) return { average, low, high, corrected, verdict };
    return its ? { average: -average, low: high && -high, high: low && -low, corrected, verdict: turned[verdict] ?? verdict } : null;
  };
  const correlation = (points) => {
    const mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
    const [x, y] = [mean("b"), mean("a")];
    const sum = (make) => points.reduce((total, point) => total + make(point.b - x, point.a - y), 0);
    const spread = Math.sqrt(sum((b) => b * b) * sum((_, a) => a * a));
    return spread > 1e-12 ? sum((b, a) => a * b) / spread : null;
  };

  const show = () => {
    const [measure, kind, a, b] = ["measure", "figure", "system", "baseline"].map(choice.number);
    choice.remember({});
    matrix(measure);
    const [name, other] = [systems[a], systems[b]];
    const [own, its] = [choice.column(a, kind), choice.column(b, kind)];
    const points = [...own.keys()]
      .map((place) => ({ place, a: own[place], b: its[place], gap: Math.round((own[place] - its[place]) * units) / units }))
      .filter(({ gap }) => gap === gap);
    byId("pair").hidden = a === b || !points.length;
    const found = points.length ? several(points.length, "evaluation") : "The two have no evaluation in common.";
    byId("count").textContent = a === b ? "Choose two different systems." : found;
    if (byId("pair").hidden) return;
    const named = (...parts) => parts.map((part) => (part === name || part === other ? ["bdi", part] : part));
    byId("pair-title").replaceWith(element("h2", named(name, " against ", other, `: ${measures[measure].name}`), { id: "pair-title" }));
    const gaps = points.map(({ gap }) => gap).sort((x, y) => x - y);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const half = gaps.length / 2;
    const median = gaps.length % 2 ? gaps[Math.floor(half)] : (gaps[half - 1] + gaps[half]) / 2;
    const higher = gaps.filter((gap) => gap > 0).length;
    const lower = gaps.filter((gap) => gap < 0).length;
    const tested = compared(measure, a, b);
    const text = (value) => signedText(value / units);
    const interval = tested && tested.low !== null ? `[${text(tested.low)}, ${text(tested.high)}], ` : "";
    const facts = [
      [[tested ? "Difference" : "Mean difference"], tested ? text(tested.average) : signedText(mean), `${interval}median ${signedText(median)}`],
      [[["bdi", name], " higher"], grouped(higher), `of ${several(gaps.length, "evaluation")}`],
      [[["bdi", name], " lower"], grouped(lower), `and ${grouped(gaps.length - higher - lower)} equal`],
      ...(tested ? [[["Corrected p"], tested.corrected, words[tested.verdict]]] : []),
    ];
    byId("facts").replaceChildren(
      ...facts.map(([title, value, also]) => element("div", [element("dt", title), element("dd", [["strong", value], ["span", also]])], { class: "figure" }))
    );
    const r = correlation(points);
    byId("scatter-title").replaceChildren(...element("p", named("Each evaluation: ", other, " across, ", name, ` upwards${r === null ? "" : ` (r = ${minus(r.toFixed(2))})`}`)).childNodes);
    byId("histogram-title").replaceChildren(...element("p", named("Evaluations by difference: ", name, " − ", other)).childNodes);
    byId("sides").replaceChildren(element("span", named("above: ", name, " is higher"), { class: "gain" }), " ", element("span", named("below: ", other, " is higher"), { class: "loss" }));
    byId("scatter").replaceChildren(scatter(points, [name, other]));
    byId("histogram").replaceChildren(histogram(points, mean));
    const address = `evaluations.html#m=${measure}&f=${kind}&a=${a}&b=${b}&s=difference`;
    const losses = points.filter(({ gap }) => gap < 0).sort((x, y) => x.gap - y.gap).slice(0, 10);
    const link = (place) => (hasTexts(place) ? element("a", [["bdi", evaluations[place]]], { href: `${address}&e=${place}` }) : element("bdi", evaluations[place]));
    byId("losses").replaceChildren(...losses.map(({ place, gap }) => element("li", [link(place), " ", ["span", signedText(gap), { class: "value" }]])));
    byId("all").href = address;
  };

  const matrix = (measure) => {
    const table = byId("matrix");
    if (!table) return;
    const all = [...systems.keys()];
    const [a, b] = [choice.number("system"), choice.number("baseline")];
    table.tHead.replaceChildren(element("tr", [["td"], ...all.map((place) => element("th", [["span", shorten(systems[place]), { dir: "auto" }]], { scope: "col" }))]));
    const cell = (row, column) => {
      const found = row === column ? null : compared(measure, row, column);
      if (!found) return element("td", row === column ? "" : "–");
      const title = `${systems[row]} − ${systems[column]}: ${signedText(found.average / units)}, ${words[found.verdict]}, corrected p ${found.corrected}`;
      const chosen = row === a && column === b ? " chosen" : "";
      return element("td", signedText(found.average / units) + (found.verdict === "open" ? "?" : ""), { title, class: found.verdict + chosen, "data-pair": `${row} ${column}` });
    };
    table.tBodies[0].replaceChildren(
      ...all.map((row) => element("tr", [element("th", [["bdi", shorten(systems[row])]], { scope: "row" }), ...all.map((column) => cell(row, column))]))
    );
  };

  const recall = () => {
    choice.recall(new URLSearchParams(location.hash.slice(1)));
    choice.load(show);
  };
  recall();
  form.addEventListener("change", () => choice.load(show));
  addEventListener("hashchange", recall);
  byId("matrix")?.addEventListener("click", (event) => {
    const pair = event.target.closest("[data-pair]")?.dataset.pair.split(" ");
    if (!pair) return;
    [control.system.value, control.baseline.value] = pair;
    choice.load(show);
    byId("pair").scrollIntoView();
  });
  byId("scatter").addEventListener("click", (event) => {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (place !== undefined && hasTexts(place)) location.href = `${byId("all").href}&e=${place}`;
  });
});
