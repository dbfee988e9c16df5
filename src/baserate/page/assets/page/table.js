// Tables whose body is patched in place: cells that did not change are left alone.
import { swatch } from "../chart/swatch.js";
import { make, nameElement, setText } from "../controls/elements.js";

// A table that does not fit can be reached, and scrolled, by keyboard; one that fits is no stop on the way.
const scrollWatch = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

/**
 * A table whose body is patched in place: cells that did not change are left alone.
 * A column is {head, kind}, kind "name" | "text" | "number" | "words"; a cell is a text, or {text, index} for a
 * model with its colour.
 */
export function createTable(caption) {
  const head = make("tr");
  const body = make("tbody");
  const table = make("table", {}, make("caption", {}, caption), make("thead", {}, head), body);
  const frame = make("div", { class: "scroll", role: "region", "aria-label": caption }, table);
  scrollWatch.observe(frame);
  function show(columns, rows) {
    showHeads(head, columns);
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach((cells, at) => showRow(body.rows[at] ?? body.insertRow(), columns, cells));
  }
  return { frame, show };
}

function showHeads(row, columns) {
  while (row.children.length > columns.length) row.lastChild.remove();
  columns.forEach(({ head, kind }, at) => {
    // A column of names needs no head, and an empty one says nothing.
    const cell = row.children[at] ?? row.appendChild(head === "" ? make("td", {}) : make("th", { scope: "col" }));
    if (cell.className !== kind) cell.className = kind;
    setText(cell, head);
  });
}

function showRow(row, columns, cells) {
  while (row.children.length > cells.length) row.lastChild.remove();
  cells.forEach((content, at) => {
    const kind = columns[at].kind;
    const tag = kind === "name" && content !== "" ? "th" : "td"; // a name that stands above is not said again
    let cell = row.children[at];
    if (cell?.localName !== tag) {
      const fresh = make(tag, tag === "th" ? { scope: "row" } : {});
      if (cell === undefined) row.append(fresh);
      else cell.replaceWith(fresh);
      cell = fresh;
    }
    if (cell.className !== kind) cell.className = kind;
    showCell(cell, content, kind);
  });
}

function showCell(cell, content, kind) {
  const { text, index } = typeof content === "string" ? { text: content } : content;
  const key = `${index ?? ""}|${text}`;
  if (cell.dataset.shown === key) return;
  cell.dataset.shown = key;
  const shown = kind === "number" || kind === "words" ? text : nameElement(text);
  cell.replaceChildren(...(index === undefined ? [] : [swatch(index)]), shown);
}
