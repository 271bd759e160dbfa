// What the page shows. Text becomes text nodes only; nothing a player writes is ever read as HTML.

export const $ = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

export const sections = new Map(); // by game: the ids of its sections, as far as they are known here

export function sectionButton(cite, open, label) {
  const [game, id] = [cite.slice(0, cite.indexOf(":")), cite.slice(cite.indexOf(":") + 1)];
  const button = make("button", { type: "button", className: "cite", title: `Abschnitt ${id} aufschlagen` }, label || `§ ${id}`);
  button.onclick = () => open(game, id);
  return button;
}

// The longest known id at the beginning of a text.
function idAt(text, known) {
  for (let end = Math.min(text.length, 90); end > 0; end--) {
    if (known(text.slice(0, end)) && !/^(?:[\p{L}\p{N}]|\.\d)/u.test(text.slice(end))) return text.slice(0, end);
  }
  return "";
}

// Text with its paragraphs as buttons, **bold**, ~~taken back~~, and checksums in small type.
export function rich(text, cites, open, game = cites[0]?.split(":")[0]) {
  const part = document.createDocumentFragment();
  const cited = new Map(cites.map((cite) => [cite.slice(cite.indexOf(":") + 1), cite]));
  const known = (id) => cited.has(id) || sections.get(game)?.has(id);
  const shown = new Set();
  let last = 0;
  for (const match of text.matchAll(/§ |\*\*[^*\n]+\*\*|~~[^~\n]+~~|\b[0-9a-f]{32,}\b/g)) {
    const id = match[0] === "§ " && idAt(text.slice(match.index + 2, match.index + 100), known);
    if (id === "") continue;
    part.append(text.slice(last, match.index));
    last = match.index + match[0].length + (id || "").length;
    if (id) {
      shown.add(id);
      part.append(sectionButton(cited.get(id) || `${game}:${id}`, open));
    } else if (/^[*~]/.test(match[0])) part.append(make(match[0].startsWith("~~") ? "s" : "strong", {}, match[0].slice(2, -2)));
    else part.append(make("code", {}, match[0]));
  }
  part.append(text.slice(last));
  for (const [id, cite] of cited) if (!shown.has(id)) part.append(" ", sectionButton(cite, open, `§ ${id.split(" > ").pop()}`));
  return part;
}

// The board as the game writes it; what a line is about stands out.
export function board(text) {
  const part = document.createDocumentFragment();
  for (const line of text.split("\n")) {
    const about = line.match(/^[^:.,;]{1,30}:(?=\s)/)?.[0] || "";
    part.append(make("span", { className: "line" }, about && make("b", {}, about), rich(line.slice(about.length), [], () => {})));
  }
  return part;
}

// A section as it is called: `§ 9.5.2 Kathedrale`, and not the same word twice.
export function called(id, heading) {
  if (id.endsWith(heading)) return ["", `§ ${id}`];
  return heading.startsWith(id) ? ["", `§ ${heading}`] : [heading, `§ ${id}`];
}

const LABELS = { refused: "Geht nicht", unclear: "Nicht verstanden", error: "Fehler", answer: "Auskunft", state: "Auskunft" };

export function entryNode(entry, me, open, suggest) {
  const own = entry.to === me;
  const item = make("li", { className: `entry ${entry.kind}${own ? " own" : ""}` });
  item.dataset.n = entry.n;
  const time = new Date(entry.at);
  const clock = make("time", { dateTime: entry.at, title: time.toLocaleString("de-DE") }, time.toLocaleTimeString("de-DE", { hour: "2-digit", minute: "2-digit" }));
  const who = entry.kind === "said" ? entry.by : LABELS[entry.kind] || (entry.kind === "ask" ? "" : "Herold");
  const head = make("p", { className: "head" }, make("b", {}, who));
  if (own !== (entry.kind === "said") && entry.kind !== "ask" && (own || entry.by)) head.append(make("span", { className: "badge" }, own ? "nur du" : "für alle"));
  head.append(clock);
  item.append(head, make("p", { className: "text" }, rich(entry.text, entry.cites, open)));
  if (entry.suggestions?.length) {
    const row = make("p", { className: "near" }, "Meintest du: ");
    for (const text of entry.suggestions) {
      const button = make("button", { type: "button", className: "quiet" }, text);
      button.onclick = () => suggest(text);
      row.append(button);
    }
    item.append(row);
  }
  if (entry.file) {
    const save = make("a", { download: entry.file.name, href: URL.createObjectURL(new Blob([entry.file.content], { type: "application/json" })) }, `${entry.file.name} speichern`);
    item.append(make("p", {}, save));
  }
  return item;
}

// The pending decision is in the panel with its buttons; in the log it would stand twice.
export const inLog = (entry, me) => !(entry.kind === "ask" && entry.to === me);

const FIRST_BUTTONS = 24;

export function showActions(box, state, press, all = false) {
  const actions = [...state.votes, ...(all ? state.actions : state.actions.slice(0, FIRST_BUTTONS))];
  const buttons = actions.map(([say, label], number) => {
    const first = number === 0 && !state.phase ? "main" : say === "start" || state.votes.some((vote) => vote[0] === say) ? "main" : "";
    const button = make("button", { type: "button", className: `action ${first}`, tabIndex: number ? -1 : 0 }, label);
    if (label !== say) button.title = `„${say}“`;
    button.dataset.say = say;
    button.onclick = () => press(say);
    return button;
  });
  const hidden = Math.max(state.total, state.actions.length) - (actions.length - state.votes.length);
  if (!all && state.actions.length > FIRST_BUTTONS) {
    const more = make("button", { type: "button", className: "quiet", tabIndex: -1 }, `${hidden} weitere zeigen`);
    more.onclick = () => {
      showActions(box, state, press, true);
      box.children[FIRST_BUTTONS]?.focus();
    };
    buttons.push(more);
  } else if (hidden > 0) buttons.push(make("span", { className: "hint" }, `und ${hidden} weitere: schreib, was du suchst`));
  box.replaceChildren(...buttons);
}

// One Tab stop for all buttons; arrows, Home and End move inside.
export function arrowKeys(box) {
  box.addEventListener("keydown", (event) => {
    const buttons = [...box.querySelectorAll("button:not(:disabled)")];
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = buttons[(to + buttons.length) % buttons.length];
    buttons.forEach((button) => (button.tabIndex = button === next ? 0 : -1));
    next.focus();
  });
}

export function showSeats(state) {
  $("seats-card").hidden = !state.seats.length;
  $("seats").replaceChildren(...state.seats.map((seat) => {
    const waits = seat.user !== null && state.waiting.includes(seat.user);
    const item = make("li", { className: waits ? "waits" : "" }, seat.name + (seat.place ? ` (${seat.place})` : ""));
    if (waits) item.append(make("span", { className: "badge" }, "dran"));
    if (seat.resigned) item.append(make("span", { className: "badge" }, "aufgegeben"));
    return item;
  }));
}
