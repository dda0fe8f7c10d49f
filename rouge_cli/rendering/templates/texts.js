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
  const gramsOf = (tokens) => {
    const grams = tokens.slice(n - 1).map((_, start) => tokens.slice(start, start + n));
    return Map.groupBy(grams, (gram) => gram.map(({ token }) => token).join());
  };
  const [inModel, inPeer] = [gramsOf(model), gramsOf(peer)];
  for (const [own, others] of [[inModel, inPeer], [inPeer, inModel]])
    for (const [gram, occurrences] of own) {
      const most = others.get(gram)?.length ?? 0;
      for (const token of occurrences.slice(0, most).flat()) marks.set(token, "hit");
      for (const token of occurrences.slice(most).flat()) if (most && !marks.has(token)) marks.set(token, "clipped");
    }
};

// Returns the marks of the tokens of a model and a peer by a measure.
const marksOf = ({ kind, number, whole }, model, peer) => {
  const marks = new Map();
  if (model.length * peer.length > 3e7) return marks; // The table of common subsequences would fill the memory.
  const lines = (tokens) => [...Map.groupBy(tokens, ({ line }) => line).values()];
  if (kind.includes("ngrams")) markGrams(model, peer, number, marks);
  else if (kind === "weighted_length" || (whole && kind.includes("lcs"))) markCommon(model, peer, marks);
  else if (kind.includes("lcs")) {
    for (const ofModel of lines(model)) for (const ofPeer of lines(peer)) markCommon(ofModel, ofPeer, marks);
    // A word of the model counts as often as the peer has it.
    const inPeer = Map.groupBy(peer, ({ token }) => token);
    const matched = Map.groupBy(model.filter((one) => marks.has(one)), ({ token }) => token);
    for (const [token, words] of matched)
      for (const word of words.slice(inPeer.get(token).length)) marks.set(word, "clipped");
  } else markGrams(model, peer, 1, marks);
  return marks;
};

// Returns a text as a list of sentences; `role` has the mark of a token.
const textList = (text, pieces, tokens, role) => {
  const at = new Map(tokens.map((one) => [`${one.line} ${one.place}`, one]));
  const list = element("ol", [], { lang: "und" });
  text.forEach((sentence, line) => {
    const item = element("li", [], { dir: "auto" });
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

let chosenModel = 0; // It stays chosen from one evaluation to the next.

// Returns the view of an evaluation: the chosen systems beside a model, the source, and all other systems by score.
const evaluationView = (place, measure, figure, chosen, choose) => {
  const { systems, measures, explained, evaluations, units } = rougeReport.index;
  const { pieces, evaluations: all } = rougeReport.texts[rougeReport.index.texts[place]];
  const [models, peers, source] = all[place];
  const there = chosen.filter((one) => peers[one]);
  const columns = element("div", [], { class: "texts" });
  const legend = element("ul", [], { class: "legend" });
  const peerTokens = there.map((one) => tokensOf(peers[one], pieces));
  const valueOf = (one) => rougeReport.measures[measure][one][figure][place];
  const figureOf = (one) => (valueOf(one) === null ? "" : figureText(valueOf(one) / units));

  const why = (one) => {
    const [page, ofPage] = explained[place] ?? [null, []];
    if (ofPage.includes(one))
      return element("a", "Why? All steps to its figures", { href: `${page}#system-${ofPage.indexOf(one)}` });
    const quoted = (name) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
    const command = `rouge-tools explain --eval ${quoted(evaluations[place])} --system ${quoted(systems[one])} …`;
    const words = ["p", [["code", command], " with the flags of the run explains its figures step by step."]];
    return element("details", [["summary", "Why?"], words], { class: "why" });
  };

  const draw = (number) => {
    chosenModel = number;
    const model = models[number]?.[1];
    const modelTokens = tokensOf(model ?? [], pieces);
    const marks = peerTokens.map((tokens) => marksOf(measures[measure], modelTokens, tokens));
    const inModel = (token) => {
      const found = marks.map((of) => of.get(token));
      if (found.length < 2 || found.every((one) => one === "hit")) return found[0];
      return found[0] === "hit" ? "partner" : found[1] === "hit" ? "other" : found[0] ?? found[1];
    };
    const articles = there.map((one, at) => {
      const heading = ["h3", [["bdi", systems[one]], ["small", figureOf(one)]]];
      const text = textList(peers[one], pieces, peerTokens[at], (token) => marks[at].get(token));
      return ["article", model ? [heading, ["div", [why(one)], { class: "hint" }], text] : [heading, text]];
    });
    for (const one of chosen.filter((one) => !peers[one]))
      articles.push(["article", [["h3", [["bdi", systems[one]]]], ["p", "It has no summary of this evaluation."]]]);
    if (model) {
      const tabs = models.map(([person], at) => {
        const tab = element("button", ["Model ", ["bdi", person]], { type: "button", "aria-pressed": at === number });
        tab.addEventListener("click", () => {
          draw(at);
          columns.querySelectorAll(".tabs button")[at].focus();
        });
        return tab;
      });
      const group = ["div", tabs, { class: "tabs", role: "group", "aria-label": "Models" }];
      const text = textList(model, pieces, modelTokens, inModel);
      articles.splice(1, 0, ["article", [tabs.length > 1 ? group : ["h3", "Model"], text], { class: "model" }]);
    }
    columns.replaceChildren(...articles.map((article) => element(...article)));
    const roles = new Set([...columns.querySelectorAll("mark")].map((mark) => mark.className));
    const [one, two] = there.map((system) => systems[system]);
    const meanings = {
      hit: /ngrams|lcs|weighted_length/.test(measures[measure].kind) ? "matched" : "in both texts",
      clipped: "in both, but more often here than there",
      partner: `matched by ${one} alone`,
      other: `matched by ${two} alone`,
    };
    const marked = Object.entries(meanings).filter(([role]) => roles.has(role));
    legend.replaceChildren(...marked.map(([role, meaning]) => element("li", [["mark", "word", { class: role }], ` ${meaning}`])));
    if (model) legend.prepend(element("li", roles.size ? `By ${measures[measure].name}:` : "No word is marked."));
  };
  draw(chosenModel < models.length ? chosenModel : 0);

  const view = element("div", [legend, columns]);
  if (source) view.append(element("details", [["summary", "Source"], textList(source, pieces, [], () => null)]));
  const others = [...systems.keys()].filter((one) => peers[one]);
  others.sort((x, y) => valueOf(y) - valueOf(x) || x - y);
  if (others.length > there.length) {
    const items = others.map((one) => {
      const content = [["bdi", systems[one]], ["small", figureOf(one)]];
      const button = element("button", content, { type: "button", "aria-pressed": chosen.includes(one) });
      button.addEventListener("click", () => choose(one));
      return ["li", [button]];
    });
    view.append(element("h3", "All systems in this evaluation"), element("ol", items, { class: "others" }));
  }
  return view;
};
