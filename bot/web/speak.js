// The input line: completion with the keyboard, and what was said before.

import { $, make } from "./view.js";

export class Speak {
  constructor(complete, send) {
    this.complete = complete; // line -> promise of continuations
    this.send = send;
    this.line = $("line");
    this.list = $("offers");
    this.before = [];
    this.back = 0;
    this.at = -1;
    this.turn = 0;
    this.line.addEventListener("input", () => this.offer());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.line.addEventListener("blur", () => this.hide());
    $("speak").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  clear() {
    this.line.value = "";
    this.before = [];
    this.hide();
  }

  fill(text) {
    this.line.value = text;
    this.line.focus();
  }

  async offer() {
    const turn = ++this.turn, typed = this.line.value;
    this.back = 0;
    if (!typed.trim()) return this.hide();
    const found = await this.complete(typed);
    if (turn !== this.turn || document.activeElement !== this.line) return;
    this.show(found.filter((text) => text.trim() !== typed.trim()));
  }

  show(texts) {
    this.at = -1;
    this.list.replaceChildren(...texts.map((text, number) => {
      const item = make("li", { id: `offer-${number}`, role: "option", ariaSelected: "false" }, text);
      item.onpointerdown = (event) => {
        event.preventDefault();
        this.accept(text);
      };
      return item;
    }));
    this.list.hidden = !texts.length;
    this.line.setAttribute("aria-expanded", String(!this.list.hidden));
    this.line.removeAttribute("aria-activedescendant");
  }

  hide() {
    this.turn++;
    this.show([]);
  }

  get open() {
    return !this.list.hidden;
  }

  mark(to) {
    const items = [...this.list.children];
    this.at = (to + items.length + 1) % (items.length + 1);
    if (this.at === items.length) this.at = -1;
    items.forEach((item, number) => (item.ariaSelected = String(number === this.at)));
    if (this.at < 0) return this.line.removeAttribute("aria-activedescendant");
    this.line.setAttribute("aria-activedescendant", items[this.at].id);
    items[this.at].scrollIntoView({ block: "nearest" });
  }

  accept(text) {
    this.line.value = text;
    this.hide();
    this.line.focus();
  }

  key(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.open) {
      event.preventDefault();
      this.mark(this.at < 0 && step < 0 ? this.list.children.length - 1 : this.at + step);
    } else if (step && (this.back || !this.line.value)) {
      event.preventDefault();
      this.back = Math.max(0, Math.min(this.before.length, this.back - step));
      this.line.value = this.back ? this.before[this.before.length - this.back] : "";
    } else if (event.key === "Escape" && this.open) {
      event.preventDefault();
      this.hide();
    } else if (event.key === "Tab" && !event.shiftKey && this.open) {
      event.preventDefault();
      this.accept(this.list.children[Math.max(this.at, 0)].textContent);
    } else if (event.key === "Enter" && this.at >= 0) {
      event.preventDefault();
      this.accept(this.list.children[this.at].textContent);
    }
  }

  submit() {
    const text = this.line.value.trim();
    if (!text) return;
    this.before = [...this.before.filter((line) => line !== text), text].slice(-50);
    this.back = 0;
    this.line.value = "";
    this.hide();
    this.send(text);
  }
}
