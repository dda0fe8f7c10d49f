"use strict";
// Common to all pages of a report. Data are scripts, since a page that is opened from a disk can load nothing else.
// Names and texts are only ever set as text, never as HTML.
const rougeReport = { index: null, measures: [], pairs: [], texts: [] };

const byId = (id) => document.getElementById(id);

// Returns a function that makes elements of a namespace. Their content is a text, or a list of texts, of elements, and
// of elements to make: ["bdi", name] sets a name in its own direction.
const maker = (space) => {
  const make = (name, content = [], attributes = {}) => {
    const made = document.createElementNS(space, name);
    made.append(...[content].flat().map((part) => (Array.isArray(part) ? make(...part) : part)));
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  return make;
};
const element = maker(document.documentElement.namespaceURI);

const minus = (text) => text.replace("-", "−");
// Rounds a half to the even digit, as the other pages do, where `toFixed` rounds it up. Of the numbers with a
// half of a hundredth, doubles hold the odd eighths alone.
const figureText = (value) => {
  const figure = value * 100;
  const isDown = Math.abs(figure * 8) % 4 === 1;
  const text = (isDown ? figure - Math.sign(figure) * 0.001 : figure).toFixed(2);
  return minus(Number(text) ? text : "0.00");
};
const signedText = (value) => (value > 0 || figureText(value) === "0.00" ? "+" : "") + figureText(value);
const grouped = (value) => value.toLocaleString("en");
const several = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
const hasTexts = (place) => Number.isInteger(rougeReport.index.texts[place]);

// Says that a file of data is not beside the page, in place of figures that would be of other data.
const lacks = (file) => {
  byId("count").textContent =
    `There is no table because the file ${file} is missing or damaged: copy the whole folder of the report.`;
};

// Calls `ended` with true when the data at a place of a list are there, or with false if their file cannot be run.
const load = (file, list, place, ended) => {
  if (list[place]) return ended(true);
  const script = element("script", [], { src: file });
  script.onload = script.onerror = () => ended(place in list);
  document.head.append(script);
};

// Calls `begin` with the form of choices and with what reads and keeps the choices of measure, figure, system and
// baseline in it. The form stays hidden where there are no data, and so does `part`, which shows what is chosen.
const withChoices = (part, begin) => {
  if (!rougeReport.index) return lacks("data/index.js");
  const form = byId("controls");
  const control = form.elements;
  const names = { m: "measure", f: "figure", a: "system", b: "baseline" };
  const choice = {
    number: (name) => Number(control[name].value),
    recall(address) {
      for (const [key, name] of Object.entries(names)) {
        const value = address.get(key);
        if ([...control[name].options].some((option) => option.value === value)) control[name].value = value;
      }
    },
    remember(others) {
      const chosen = Object.entries(names).map(([key, name]) => [key, control[name].value]);
      try {
        history.replaceState(null, "", `#${new URLSearchParams([...chosen, ...Object.entries(others)])}`);
      } catch {
        // Some browsers refuse this for files; then the choices are not kept.
      }
    },
    // Calls `then` when the columns of the chosen measure are there, if it is still chosen.
    load(then) {
      const place = this.number("measure");
      const file = `data/measure-${place}.js`;
      byId("count").textContent = "Loading …";
      load(file, rougeReport.measures, place, (isThere) => {
        if (this.number("measure") !== place) return;
        part.hidden = !isThere;
        if (isThere) then();
        else lacks(file);
      });
    },
    // The column of a system: recall, precision or F, or a length, NaN where the system is missing.
    column(place, kind) {
      const { units } = rougeReport.index;
      const values = rougeReport.measures[this.number("measure")][place][kind];
      return Float64Array.from(values, (value) => (value === null ? NaN : kind < 3 ? value / units : value));
    },
  };
  form.hidden = false;
  begin(form, choice);
};
