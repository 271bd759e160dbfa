// The rule book beside the table: contents, sections with links, and questions in your own words.

import { $, called, make, rich, sectionButton, sections } from "./view.js";

const SHOWN = 60;

export class Rules {
  constructor(ask, reveal) {
    this.ask = ask;
    this.reveal = reveal; // bring the panel into view (phone)
    this.contents = new Map();
    this.game = "";
    this.open = (game, id) => this.show(game, id);
    $("game").addEventListener("change", () => this.choose($("game").value));
    $("question").addEventListener("input", () => this.list());
    $("look-up").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search($("question").value.trim());
    });
  }

  games(games) {
    if ($("game").options.length === games.length) return;
    $("game").replaceChildren(...games.map((game) => make("option", { value: game.id }, game.title)));
    $("rules-card").hidden = !games.length;
    if (games.length) this.choose(this.game || games[0].id);
  }

  // The game whose rules are shown; follows the table when a game begins there.
  async choose(game) {
    if (!game || (game === this.game && this.contents.has(game)) || ![...$("game").options].some((option) => option.value === game)) return;
    this.game = $("game").value = game;
    $("section").replaceChildren();
    if (!this.contents.has(game)) {
      const { found } = await this.ask("contents", { game });
      if (found) {
        this.contents.set(game, found);
        sections.set(game, new Set(found.map(([id]) => id)));
      }
    }
    this.list();
  }

  list() {
    const wanted = $("question").value.trim().toLowerCase().replace(/^§\s*/, "");
    const all = this.contents.get(this.game) || [];
    const top = (id) => !id.includes(" > ") && !/\.\d/.test(id);
    const hits = wanted ? all.filter(([id, heading]) => id.toLowerCase().startsWith(wanted) || heading.toLowerCase().includes(wanted)) : all.filter(([id]) => top(id));
    $("contents").replaceChildren(...(hits.length || wanted ? hits : all).slice(0, SHOWN).map(([id, heading]) => {
      const [rest, name] = called(id, heading);
      const button = make("button", { type: "button", className: "entry-link" }, make("b", {}, name), ` ${rest}`);
      button.onclick = () => this.show(this.game, id);
      return make("li", {}, button);
    }));
  }

  async search(text) {
    if (!text) return;
    const wanted = text.replace(/^§\s*/, "").toLowerCase();
    const exact = (this.contents.get(this.game) || []).find(([id, heading]) => id.toLowerCase() === wanted || heading.toLowerCase() === wanted);
    if (exact) return this.show(this.game, exact[0]);
    const { found, error } = await this.ask("lookup", { text, game: this.game });
    const answers = error ? [make("p", { className: "trouble" }, error)] : found.map((reply) => make("p", { className: reply.ok ? "text" : "text trouble" }, rich(reply.text, reply.cites, this.open)));
    this.fill(make("h3", {}, text), ...answers);
  }

  async show(game, id) {
    this.reveal();
    await this.choose(game);
    const { found, error } = await this.ask("section", { game, text: id });
    if (error) return this.fill(make("p", { className: "trouble" }, error));
    const link = (to, label) => sectionButton(`${game}:${to}`, this.open, label);
    const [rest, name] = called(found.id, found.heading);
    const parts = [make("h3", {}, make("span", { className: "number" }, name), ` ${rest}`)];
    if (found.parent) parts.unshift(make("p", { className: "path" }, "gehört zu ", link(found.parent)));
    parts.push(make("p", { className: "text" }, rich(found.text, [], this.open, game)));
    for (const example of found.examples) parts.push(make("p", { className: "text example" }, make("b", {}, "Beispiel: "), example));
    for (const [asked, answer] of found.questions) parts.push(make("details", { className: "asked" }, make("summary", {}, asked), make("p", { className: "text" }, answer)));
    if (found.children.length) parts.push(make("ul", {}, ...found.children.map(([child, heading]) => make("li", {}, link(child, called(child, heading).reverse().join(" "))))));
    if (found.see.length) parts.push(make("p", {}, "Siehe auch: ", ...found.see.flatMap((see) => [link(see), " "])));
    this.fill(...parts);
  }

  fill(...parts) {
    const close = make("button", { type: "button", className: "quiet close", title: "Schließen", ariaLabel: "Abschnitt schließen" }, "×");
    close.onclick = () => {
      $("section").replaceChildren();
      $("question").focus();
    };
    $("section").replaceChildren(close, ...parts);
    $("section").scrollIntoView({ block: "nearest" });
    $("section").focus({ preventScroll: true });
  }
}
