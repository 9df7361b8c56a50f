// <kr-table>: around a table; adds a filter, and sorting by each column. Without script the table is as printed.

import {compare, keeps} from "./table-rows.mjs";

let made = 0;

class KrTable extends HTMLElement {
  connectedCallback() {
    this.table = this.querySelector("table");
    if (!this.table || this.querySelector(".kr-tools")) return;
    this.heads = [...this.table.tHead.rows[0].cells];
    this.rows = [...this.table.tBodies[0].rows];
    this.by = -1;
    this.falling = false;
    this.prepend(this.tools());
    this.heads.forEach((head, column) => head.replaceChildren(this.headButton(head.textContent, column)));
    this.sift();
    this.show();
  }

  tools() {
    const id = `kr-tools-${++made}`;
    this.filter = element("input", {id: `${id}-filter`, type: "search", autocomplete: "off", spellcheck: false});
    this.filter.addEventListener("input", () => this.sift());
    this.choice = element("select", {id: `${id}-sort`}, element("option", {value: -1, textContent: "as printed"}), ...this.heads.map((head, column) => element("option", {value: column, textContent: head.textContent})));
    this.choice.addEventListener("change", () => this.sort(Number(this.choice.value)));
    this.turn = element("button", {type: "button", textContent: "Reverse"});
    this.turn.addEventListener("click", () => this.sort(this.by, !this.falling));
    this.count = element("output", {htmlFor: this.filter.id});
    this.printed = element("div", {className: "kr-tools__printed"});
    const field = (label, control) => element("div", {className: "kr-tools__field"}, element("label", {htmlFor: control.id, textContent: label}), control);
    return element("div", {className: "kr-tools"}, field("Filter", this.filter), field("Sort", this.choice), this.turn, this.count, this.printed);
  }

  headButton(text, column) {
    const button = element("button", {type: "button", className: "kr-table__sort", textContent: text});
    button.addEventListener("click", () => this.sort(column, this.by === column && !this.falling));
    return button;
  }

  sort(column, falling = false) {
    [this.by, this.falling] = [column, falling && column >= 0];
    const text = row => row.cells[column].textContent.trim();
    this.table.tBodies[0].append(...column < 0 ? this.rows : [...this.rows].sort((a, b) => compare(text(a), text(b), this.falling)));
    this.show();
  }

  /** Hide the rows that the filter leaves out. */
  sift() {
    const cells = row => [...row.cells].map((cell, column) => [this.heads[column].textContent, cell.textContent]);
    for (const row of this.rows) row.hidden = !keeps(cells(row), this.filter.value);
    this.count.textContent = `${this.rows.filter(row => !row.hidden).length} of ${this.rows.length}`;
    const asked = this.filter.value.trim();
    this.printed.textContent = asked && `Filtered: ${asked}, ${this.count.textContent}`;
  }

  /** Tell by which column the rows are sorted. */
  show() {
    this.heads.forEach((head, column) => column === this.by ? head.setAttribute("aria-sort", this.falling ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    this.choice.value = this.by;
    this.turn.disabled = this.by < 0;
    this.turn.setAttribute("aria-pressed", this.falling);
  }
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

customElements.define("kr-table", KrTable);
