// The page: who you are, at which table, and what happens there.

import { Live, newId } from "./live.js";
import { Rules } from "./rules.js";
import { Speak } from "./speak.js";
import { $, arrowKeys, board, entryNode, inLog, make, rich, showActions, showSeats } from "./view.js";

const LOG_LIMIT = 400;
const HELLO = "Hier hält Herold fest, was am Tisch geschieht. Drück einen Knopf, oder schreib auf Deutsch, was du tun oder wissen willst. "
  + "Wer am selben Rechner mitspielt, kommt oben mit „+“ dazu; wer einen eigenen Browser hat, öffnet dort die Adresse aus dem Terminal.";
let me = null, channel = sessionStorage.getItem("herold.channel") || "", channels = [], state = null, last = 0, arriving = "";

// -- what this browser keeps: the token of the door, and a secret for each person who sits here -----------------------

const persons = () => JSON.parse(localStorage.getItem("herold.persons") || "[]");
const token = () => localStorage.getItem("herold.token") || "";

function keepPerson(person) {
  localStorage.setItem("herold.persons", JSON.stringify([...persons().filter((other) => other.id !== person.id), person]));
}

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.get("token")) localStorage.setItem("herold.token", given.get("token"));
  const seat = given.get("platz")?.split(":");
  if (seat?.length === 3) {
    keepPerson({ id: seat[0], secret: seat[1], name: seat[2] });
    sessionStorage.setItem("herold.me", seat[0]);
  }
  if (location.hash) history.replaceState(null, "", "/");
}

// -- the line -----------------------------------------------------------------------------------------------------

const live = new Live({
  person(message) {
    me = { id: message.id, name: message.name };
    if (arriving) keepPerson({ ...me, secret: arriving });
    arriving = "";
    sessionStorage.setItem("herold.me", me.id);
    live.opening = () => hello(me.id);
    $("door").close();
    $("door-value").blur();
    status("");
    rules.games(message.games);
    showPersons();
  },
  welcome(message) {
    channel = message.channel;
    sessionStorage.setItem("herold.channel", channel);
    last = 0;
    atEnd = true;
    $("log").replaceChildren();
    if (!message.entries.length) $("log").append(make("li", { className: "hello" }, HELLO));
    write(message.entries);
    showChannels(message.channels);
    showState(message.state);
  },
  entries(message) {
    if (message.channel === channel) write(message.entries);
  },
  state(message) {
    if (message.channel !== channel) return;
    showChannels(message.channels);
    showState(message.state);
  },
  channels: (message) => showChannels(message.channels),
  trouble: (message) => status(message.text, true),
  denied,
  closed: () => status("Keine Verbindung; ich versuche es weiter …", true),
});

const rules = new Rules((op, data) => live.ask(op, data), () => tab("rules"));
const speak = new Speak(async (text) => (await live.ask("complete", { text })).found || [], say);

function hello(id) {
  const person = persons().find((other) => other.id === id);
  return { op: "hello", token: token(), person: id, secret: person?.secret || "", channel };
}

function say(text) {
  atEnd = true;
  live.say(channel, text, $("aloud").checked);
}

function become(id) {
  forget();
  arriving = "";
  sessionStorage.setItem("herold.me", id);
  live.open(() => hello(id));
}

// Nothing of one person may stay on the page when another sits down.
function forget() {
  me = state = null;
  for (const id of ["log", "actions", "hand", "board", "prompt", "seats", "section"]) $(id).replaceChildren();
  $("hand-card").hidden = true;
  $("question").value = "";
  speak.clear();
}

function status(text, bad = false) {
  $("status").textContent = text;
  $("status").classList.toggle("bad", bad);
}

// -- the door -----------------------------------------------------------------------------------------------------

let answerDoor = null;

function door({ title, text, label, value = "", ok, trouble = "", cancel = false, readOnly = false }, answer) {
  $("door-title").textContent = title;
  $("door-text").textContent = text;
  $("door-label").textContent = label;
  $("door-ok").textContent = ok;
  $("door-trouble").textContent = trouble;
  $("door-cancel").hidden = !cancel;
  Object.assign($("door-value"), { value, readOnly, maxLength: readOnly ? 500 : 100 });
  answerDoor = answer;
  if (!$("door").open) $("door").showModal();
  $("door-value").focus();
  $("door-value").select();
}

function askName(trouble = "", first = true) {
  const text = first ? "Unter welchem Namen spielst du? Weitere Personen an diesem Rechner kannst du später dazusetzen." : "Wer setzt sich noch an diesen Rechner?";
  door({ title: first ? "Willkommen bei Herold" : "Person dazu", text, label: "Name", ok: "Platz nehmen", trouble, cancel: !first }, (name) => {
    forget();
    arriving = newId();
    live.open(() => ({ op: "arrive", token: token(), name, secret: arriving, channel }));
  });
}

function askToken(trouble = "") {
  door({ title: "Zugang", text: "Herold hat beim Start eine Adresse gezeigt. Öffne sie, oder füge sie hier ein.", label: "Adresse oder Zugangscode", ok: "Öffnen", trouble }, (value) => {
    localStorage.setItem("herold.token", value.replace(/^.*#token=/, "").trim());
    start();
  });
}

function denied({ text, code }) {
  live.close();
  if (code === "token") return askToken(token() ? text : "");
  const stuck = sessionStorage.getItem("herold.me");
  if (code === "secret") localStorage.setItem("herold.persons", JSON.stringify(persons().filter((other) => other.id !== stuck)));
  askName(text, !persons().length);
}

$("door-form").addEventListener("submit", (event) => {
  event.preventDefault();
  answerDoor($("door-value").value.trim());
});
$("door").addEventListener("cancel", (event) => $("door-cancel").hidden && event.preventDefault());
$("door-cancel").addEventListener("click", () => $("door").close());
$("door").addEventListener("close", () => {
  if (!me && !live.socket) start();
});
$("take-along").addEventListener("click", () => {
  const person = persons().find((other) => other.id === me?.id);
  if (!person) return;
  const address = `${location.origin}/#token=${token()}&platz=${encodeURIComponent(`${person.id}:${person.secret}:${person.name}`)}`;
  door({ title: `Platz von ${person.name}`, text: "Mit dieser Adresse sitzt du auch in einem anderen Browser auf diesem Platz. Wer sie hat, sieht deine Hand.", label: "Adresse", value: address, ok: "Fertig", readOnly: true }, () => $("door").close());
});

// -- showing ------------------------------------------------------------------------------------------------------

// The log stays at its end unless somebody scrolls back.
let atEnd = true, top = 0;
$("log").addEventListener("scroll", () => {
  const log = $("log"), gap = log.scrollHeight - log.scrollTop - log.clientHeight;
  if (gap < 60) atEnd = true;
  else if (log.clientHeight && log.scrollTop < top) atEnd = false;
  top = log.scrollTop;
});
new ResizeObserver(toEnd).observe($("log"));

function toEnd() {
  if (atEnd) $("log").scrollTop = $("log").scrollHeight;
}

function write(entries) {
  const log = $("log");
  for (const entry of entries) {
    if (entry.n <= last) continue;
    last = entry.n;
    log.querySelector(".hello")?.remove();
    if (inLog(entry, me.id)) log.append(entryNode(entry, me.id, rules.open, (text) => speak.fill(text)));
  }
  while (log.children.length > LOG_LIMIT) log.firstChild.remove();
  toEnd();
}

function showState(next) {
  const byKeyboard = $("actions").contains(document.activeElement);
  state = next;
  const known = channels.find((one) => one.id === channel);
  $("where").textContent = [known?.name, state.title].filter(Boolean).join(" · ");
  document.title = (state.yours ? "● Du bist dran – " : "") + "Herold";
  $("board").replaceChildren(board(state.board || "Noch kein Spiel auf dem Tisch."));
  $("hand").replaceChildren(rich(state.hand, [], rules.open));
  $("hand-card").hidden = !state.hand;
  $("prompt").replaceChildren(rich([state.vote, state.prompt].filter(Boolean).join("\n"), state.cites, rules.open));
  $("decision").classList.toggle("yours", state.yours || state.votes.length > 0);
  $("aloud-box").hidden = $("undo").hidden = state.phase !== "playing";
  showActions($("actions"), state, press);
  showSeats(state);
  if (state.game) rules.choose(state.game);
  showPersons();
  if (byKeyboard || document.activeElement === document.body) attend(byKeyboard);
}

// Where typing goes on. A finger gets no keyboard it did not ask for.
function attend(toButtons) {
  if (matchMedia("(pointer: coarse)").matches) return;
  ((toButtons && $("actions").querySelector("button")) || $("line")).focus();
}

// A button counts once; the next state brings new ones.
function press(text) {
  for (const button of $("actions").querySelectorAll("button")) button.setAttribute("aria-disabled", "true"), (button.onclick = null);
  say(text);
}

function showPersons() {
  const buttons = persons().map((person) => {
    const waits = person.id !== me?.id && state?.waiting.includes(person.id);
    const button = make("button", { type: "button", className: "person", ariaPressed: String(person.id === me?.id) }, person.name);
    if (waits) button.append(make("span", { className: "dot", title: "ist dran" }, make("span", { className: "unseen" }, " ist dran")));
    button.onclick = () => person.id !== me?.id && become(person.id);
    return button;
  });
  const more = make("button", { type: "button", className: "person add", title: "Person dazu", ariaLabel: "Person dazu" }, "+");
  more.onclick = () => askName("", false);
  $("persons").replaceChildren(...buttons, more);
}

function showChannels(list) {
  channels = list;
  $("channels").replaceChildren(...list.map((one) => {
    const button = make("button", { type: "button", className: "channel", ariaCurrent: String(one.id === channel) }, one.name);
    if (one.game) button.append(make("small", {}, one.game));
    if (one.yours) button.append(make("span", { className: "badge" }, "du bist dran"));
    button.onclick = () => enter(one.id);
    return make("li", {}, button);
  }));
}

function enter(id) {
  channel = id;
  live.send({ op: "enter", channel: id });
  tab("talk");
  attend(false);
}

function tab(name) {
  const end = atEnd;
  document.body.dataset.tab = name;
  for (const button of $("tabs").children) button.ariaPressed = String(button.dataset.tab === name);
  atEnd = end;
  toEnd();
}

$("tabs").addEventListener("click", (event) => event.target.dataset.tab && tab(event.target.dataset.tab));
$("tools").addEventListener("click", (event) => event.target.dataset.say && say(event.target.dataset.say));
$("new-channel").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { found, error } = await live.ask("channel", { text: $("channel-name").value });
  if (error) return status(error, true);
  status("");
  $("channel-name").value = "";
  enter(found);
});
$("read-in").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  const file = $("file").files[0];
  if (file) live.say(channel, "import", false, await file.text());
  $("file").value = "";
  tab("talk");
});
document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || $("door").open;
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.key !== "/") return;
  event.preventDefault();
  tab("talk");
  $("line").focus();
});
arrowKeys($("actions"));

function start() {
  if (!token()) return askToken();
  const id = sessionStorage.getItem("herold.me");
  const known = persons();
  const person = known.find((other) => other.id === id) || known[0];
  if (person) become(person.id);
  else askName();
}

window.addEventListener("hashchange", () => {
  readAddress();
  start();
});
readAddress();
start();
