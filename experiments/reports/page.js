"use strict";

const collator = new Intl.Collator("en", { numeric: true });

function keyOf(row, column) {
  const cell = row.cells[column];
  const told = cell.dataset.sort;
  return told === undefined ? cell.textContent : Number(told);
}

function compare(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

// Empty cells stay last whichever way the others are sorted; equal ones keep their order.
function sortBy(table, head) {
  const column = head.cellIndex;
  const falling = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) {
    other.setAttribute("aria-sort", "none");
  }
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows, (row) => ({ row, key: keyOf(row, column), empty: row.cells[column].classList.contains("none") }));
  rows.sort((a, b) => a.empty - b.empty || (falling ? compare(b.key, a.key) : compare(a.key, b.key)));
  body.append(...rows.map(({ row }) => row));
}

for (const table of document.querySelectorAll("table")) {
  for (const head of table.tHead.rows[0].cells) {
    head.querySelector("button").addEventListener("click", () => sortBy(table, head));
  }
}

window.addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details.fold")) {
    fold.open = true;
  }
});

for (const search of document.querySelectorAll("[data-filter]")) {
  const name = search.dataset.filter;
  const outcome = document.querySelector(`[data-outcome="${name}"]`);
  const count = document.querySelector(`[data-count="${name}"]`);
  const rows = Array.from(document.querySelector(`table[data-name="${name}"]`).tBodies[0].rows);
  const texts = new Map(rows.map((row) => [row, Array.from(row.cells, (cell) => (cell.querySelector("summary") ?? cell).textContent).join(" ").toLowerCase()]));
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const fits = words.every((word) => texts.get(row).includes(word));
      row.hidden = !fits || (outcome.value !== "" && row.querySelector(`.mark.${outcome.value}`) === null);
    }
    count.textContent = `${rows.filter((row) => !row.hidden).length} rows`;
  };
  search.addEventListener("input", filter);
  outcome.addEventListener("change", filter);
}
