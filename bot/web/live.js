// The line to Herold: one websocket for one person. What is said waits in an outbox until Herold has acknowledged it,
// so it survives a lost connection or a reload; its id makes sure that it counts only once.

const TURNED_AWAY = 4401, ANSWER_MS = 20000;

export class Live {
  constructor(handlers) {
    this.handlers = handlers; // by message type, and: opened, closed
    this.asked = new Map();
    this.counter = 0;
    this.delay = 500;
    this.socket = null;
  }

  // `opening` gives the first message each time the line is (re)opened.
  open(opening) {
    this.close();
    this.opening = opening;
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(opening()));
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.ready = false;
      if (event.code === TURNED_AWAY) return;
      this.handlers.closed();
      this.timer = setTimeout(() => this.open(this.opening), this.delay);
      this.delay = Math.min(this.delay * 2, 5000);
    };
  }

  close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    this.ready = false;
    if (socket) socket.close();
    for (const [, answer] of this.asked) answer({ error: "Die Verbindung ist unterbrochen." });
    this.asked.clear();
  }

  take(message) {
    if (message.type === "answer") {
      const answer = this.asked.get(message.q);
      this.asked.delete(message.q);
      if (answer) answer(message);
      return;
    }
    if (message.type === "person") {
      this.ready = true;
      this.delay = 500;
      this.me = message.id;
    }
    if (message.type === "ack") this.keep(this.outbox().filter((said) => said.id !== message.id));
    this.handlers[message.type]?.(message);
    if (message.type === "person") this.outbox().forEach((said) => this.send(said));
  }

  send(message) {
    if (this.ready && this.socket) this.socket.send(JSON.stringify(message));
  }

  // One answer to one request: {found} or {error}.
  ask(op, data) {
    return new Promise((resolve) => {
      if (!this.ready) return resolve({ error: "Herold ist gerade nicht erreichbar." });
      const q = ++this.counter;
      this.asked.set(q, resolve);
      setTimeout(() => this.asked.delete(q) && resolve({ error: "Herold antwortet nicht." }), ANSWER_MS);
      this.send({ op, q, ...data });
    });
  }

  say(channel, text, aloud, file = null) {
    const said = { op: "say", id: newId(), channel, text, public: aloud, file };
    if (!file) this.keep([...this.outbox(), said]); // a file is too large to keep
    this.send(said);
  }

  outbox() {
    return JSON.parse(sessionStorage.getItem(`herold.outbox.${this.me}`) || "[]");
  }

  keep(list) {
    sessionStorage.setItem(`herold.outbox.${this.me}`, JSON.stringify(list));
  }
}

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
