"use strict";
// The texts of an evaluation, with the words marked that a measure matches. Texts are numbers of pieces: a piece has its
// text and, if it begins with a token, the length of the token and its number. Equal tokens have equal numbers.

// Returns the tokens of a text, each with its sentence and its place there.
const tokensOf = (text, pieces) =>
  text.flatMap((sentence, line) =>
    sentence.flatMap((piece, place) => (pieces[piece].length > 1 ? [{ line, place, token: pieces[piece][2] }] : []))
  );

// Returns the length of the longest common subsequence of all beginnings of two lists of tokens.
const lengths = (model, peer) => {
  const table = [new Uint16Array(peer.length + 1)];
  for (const { token } of model) {
    const above = table.at(-1);
    const row = new Uint16Array(peer.length + 1);
    for (let j = 1; j <= peer.length; j++)
      row[j] = token === peer[j - 1].token ? above[j - 1] + 1 : Math.max(above[j], row[j - 1]);
    table.push(row);
  }
  return table;
};

const markCommon = (model, peer, marks) => {
  const table = lengths(model, peer);
  for (let i = model.length, j = peer.length; i && j; ) {
    if (model[i - 1].token === peer[j - 1].token) {
      marks.set(model[--i], "hit");
      marks.set(peer[--j], "hit");
    } else if (table[i - 1][j] >= table[i][j - 1]) i--;
    else j--;
  }
};

// Marks the first occurrences of each gram, as many as both texts have; further ones are clipped.
const markGrams = (model, peer, n, marks) => {
  const grams = (tokens) =>
    tokens.slice(n - 1).map((_, start) => [tokens.slice(start, start + n), tokens.slice(start, start + n).map(({ token }) => token).join()]);
  const [ofModel, ofPeer] = [grams(model), grams(peer)];
  const counts = (all) => all.reduce((found, [, gram]) => found.set(gram, (found.get(gram) ?? 0) + 1), new Map());
  const [inModel, inPeer] = [counts(ofModel), counts(ofPeer)];
  for (const all of [ofModel, ofPeer]) {
    const left = new Map();
    for (const [tokens, gram] of all) {
      const both = Math.min(inModel.get(gram) ?? 0, inPeer.get(gram) ?? 0);
      if (!both) continue;
      const used = left.get(gram) ?? 0;
      left.set(gram, used + 1);
      for (const token of tokens) if (used < both) marks.set(token, "hit");
      else if (!marks.has(token)) marks.set(token, "clipped");
    }
  }
};

// Returns the marks of the tokens of a model and a peer by a measure.
const marksOf = ({ kind, number, whole }, model, peer) => {
  const marks = new Map();
  if (model.length * peer.length > 3e7) return marks; // The table of common subsequences would fill the memory.
  const lines = (tokens) => [...new Set(tokens.map(({ line }) => line))].map((one) => tokens.filter(({ line }) => line === one));
  if (kind.includes("ngrams")) markGrams(model, peer, number, marks);
  else if (kind === "weighted_length" || (whole && kind.includes("lcs"))) markCommon(model, peer, marks);
  else if (kind.includes("lcs")) {
    for (const ofModel of lines(model)) for (const ofPeer of lines(peer)) markCommon(ofModel, ofPeer, marks);
    // A word of the model counts as often as the peer has it.
    const left = new Map();
    for (const { token } of peer) left.set(token, (left.get(token) ?? 0) + 1);
    for (const word of model.filter((one) => marks.has(one))) {
      if (!(left.get(word.token) > 0)) marks.set(word, "clipped");
      left.set(word.token, left.get(word.token) - 1);
    }
  } else markGrams(model, peer, 1, marks);
  return marks;
};

const meanings = { hit: "matched", clipped: "in both, but more often here than there", partner: "matched by the first alone", other: "matched by the second alone" };

// Returns a text as a list of sentences; `role` has the mark of a token.
const textList = (text, pieces, tokens, role) => {
  const at = new Map(tokens.map((one) => [`${one.line} ${one.place}`, one]));
  const list = element("ol", "", { lang: "und" });
  text.forEach((sentence, line) => {
    const item = element("li", "", { dir: "auto" });
    let [open, gap] = [null, ""];
    sentence.forEach((piece, place) => {
      const [words, size = 0] = pieces[piece];
      const token = at.get(`${line} ${place}`);
      const name = token && role(token);
      // Neighbouring words with one mark share an element, with what stands between them.
      if (name && open?.className === name) open.append(gap + words.slice(0, size));
      else {
        open = name ? element("mark", words.slice(0, size), { class: name }) : null;
        item.append(gap, open ?? words.slice(0, size));
      }
      gap = words.slice(size);
    });
    item.append(gap);
    list.append(item);
  });
  return text.length ? list : element("p", "Empty.");
};

// Returns the view of an evaluation: the chosen systems beside a model, the source, and all other systems by score.
const evaluationView = (place, { measure, systems: chosen, model: first, figureOf, choose }) => {
  const { systems, measures, explained, evaluations } = rougeReport.index;
  const { pieces, evaluations: all } = rougeReport.texts[rougeReport.index.texts[place]];
  const [models, peers, source] = all[place];
  const there = chosen.filter((one) => peers[one]);
  const view = element("div");
  const columns = element("div", "", { class: "texts" });
  const legend = element("ul", "", { class: "legend" });
  const peerTokens = there.map((one) => tokensOf(peers[one], pieces));

  const article = (heading, content, also = []) => {
    const made = element("article");
    made.append(heading, ...also, content);
    return made;
  };
  const why = (one) => {
    const [page, ofPage] = explained[place] ?? [null, []];
    if (ofPage.includes(one))
      return element("a", "Why? All steps to its figures", { href: `${page}#system-${ofPage.indexOf(one)}` });
    const quoted = (name) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
    const command = `rouge-tools explain --eval ${quoted(evaluations[place])} --system ${quoted(systems[one])} …`;
    const words = composed("p", [["code", command], " with the flags of the run explains its figures step by step."]);
    return composed("details", [["summary", "Why?"], words], { class: "why" });
  };

  const draw = (number) => {
    const model = models[number]?.[1];
    const modelTokens = model ? tokensOf(model, pieces) : [];
    const marks = there.map((_, at) => (model ? marksOf(measures[measure], modelTokens, peerTokens[at]) : new Map()));
    const inModel = (token) => {
      const found = marks.map((of) => of.get(token));
      if (found.length < 2 || found.every((one) => one === "hit")) return found[0];
      return found[0] === "hit" ? "partner" : found[1] === "hit" ? "other" : found[0] ?? found[1];
    };
    const articles = there.map((one, at) =>
      article(
        composed("h3", [["bdi", systems[one]], ["small", figureOf(one, place)]]),
        textList(peers[one], pieces, peerTokens[at], (token) => marks[at].get(token)),
        model ? [composed("div", [why(one)], { class: "hint" })] : []
      )
    );
    for (const one of chosen) if (!peers[one]) articles.push(article(composed("h3", [["bdi", systems[one]]]), element("p", "It has no summary of this evaluation.")));
    if (model) {
      const tabs = models.map(([person], at) =>
        composed("button", ["Model ", ["bdi", models.length > 1 ? person : ""]], { type: "button", "aria-pressed": at === number })
      );
      tabs.forEach((tab, at) => tab.addEventListener("click", () => {
        draw(at);
        columns.querySelectorAll(".tabs button")[at].focus();
      }));
      const heading = models.length > 1 ? composed("div", tabs, { class: "tabs", role: "group", "aria-label": "Models" }) : element("h3", "Model");
      const text = textList(model, pieces, modelTokens, inModel);
      articles.splice(1, 0, article(heading, text));
      articles[1].classList.add("model");
    }
    columns.replaceChildren(...articles);
    const roles = new Set([...columns.querySelectorAll("mark")].map((mark) => mark.className));
    const [one, two] = there.map((system) => systems[system]);
    const isExact = /ngrams|lcs|weighted_length/.test(measures[measure].kind);
    const words = { ...meanings, hit: isExact ? meanings.hit : "in both texts", partner: two && `matched by ${one} alone`, other: two && `matched by ${two} alone` };
    legend.replaceChildren(...Object.keys(words).filter((role) => roles.has(role)).map((role) => composed("li", [["mark", "word", { class: role }], ` ${words[role]}`])));
    if (model) legend.prepend(element("li", roles.size ? `By ${measures[measure].name}:` : "No word is marked."));
  };
  draw(first < models.length ? first : 0);
  view.append(legend, columns);
  if (source) view.append(composed("details", [["summary", "Source"], textList(source, pieces, [], () => null)]));

  const others = [...systems.keys()].filter((one) => peers[one]);
  const values = new Map(others.map((one) => [one, figureOf(one, place)]));
  others.sort((x, y) => (Number(values.get(y)) || 0) - (Number(values.get(x)) || 0) || x - y);
  if (others.length > there.length) {
    const items = others.map((one) => {
      const button = composed("button", [["bdi", systems[one]], ["small", values.get(one)]], { type: "button", "aria-pressed": chosen.includes(one) });
      button.addEventListener("click", () => choose(one));
      return composed("li", [button]);
    });
    view.append(element("h3", "All systems in this evaluation"), composed("ol", items, { class: "others" }));
  }
  return view;
};
