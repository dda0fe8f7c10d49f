"use strict";
// Common to all pages of a report. Data are scripts, since a page that is opened from a disk can load nothing else.
// Names and texts are only ever set as text, never as HTML.
const rougeReport = { index: null, measures: [], pairs: [], texts: [] };

const element = (name, content = "", attributes = {}) => {
  const made = document.createElement(name);
  made.textContent = content;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
// An element with names or elements in it, each name in its own direction: ["bdi", name].
const composed = (name, parts, attributes = {}) => {
  const made = element(name, "", attributes);
  made.append(...parts.map((part) => (Array.isArray(part) ? element(...part) : part)));
  return made;
};

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

// Says that a file of data is not beside the page, in place of figures that would be of other data.
const lacks = (file) => {
  document.getElementById("count").textContent =
    `There is no table because the file ${file} is missing or damaged: copy the whole folder of the report.`;
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

// The choices of measure, figure, system and baseline in a form, which the address keeps.
const choices = (form) => {
  const control = form.elements;
  const names = { m: "measure", f: "figure", a: "system", b: "baseline" };
  const { figure, system, baseline } = rougeReport.index;
  return {
    number: (name) => Number(control[name].value),
    usual() {
      control.figure.value = figure;
      control.system.value = system;
      control.baseline.value = baseline ?? "";
    },
    recall(address) {
      for (const [key, name] of Object.entries(names)) {
        const value = address.get(key);
        if (value !== null && [...control[name].options].some((choice) => choice.value === value)) control[name].value = value;
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
    // Calls `then` with true when the columns of the chosen measure are there, or with false if they cannot be.
    load(then) {
      const place = this.number("measure");
      if (rougeReport.measures[place]) return then(true);
      const file = `data/measure-${place}.js`;
      document.getElementById("count").textContent = "Loading …";
      run(file, () => {
        if (this.number("measure") !== place) return;
        if (!rougeReport.measures[place]) lacks(file);
        then(Boolean(rougeReport.measures[place]));
      });
    },
    // The column of a system: recall, precision or F, or a length, NaN where the system is missing.
    column(place, kind) {
      const { units } = rougeReport.index;
      const values = rougeReport.measures[this.number("measure")][place][kind];
      return Float64Array.from(values, (value) => (value === null ? NaN : kind < 3 ? value / units : value));
    },
  };
};
