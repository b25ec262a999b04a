import { tableEntry } from "./tableEntry.ts";

/**
 * The baseline for the table of entries: the same cells, without React and without a library. As
 * many rows as the table has, of which one that leaves takes the place and the texts of one that comes.
 */
const ROWS = 10_000;
const ROW_PX = 38;
const PLACES = 36;
const ABOVE = 10;

function cellsOf(n: number): string[] {
  const { surface, reading, note } = tableEntry(n);
  return ["", surface, reading, "名詞", "2", note, "有効", n % 10 === 0 ? "同じ読み" : ""];
}

const style = document.createElement("style");
style.textContent = `
  body { margin: 0; font: 13px/20px "Noto Sans CJK JP", sans-serif; }
  .scroller { overflow: auto; height: 510px; margin: 200px 40px; border: 1px solid #ccc; contain: content; }
  .rows { position: relative; height: ${ROWS * ROW_PX}px; }
  .row {
    position: absolute; top: 0; left: 0; display: grid; width: 100%; height: ${ROW_PX}px;
    border-bottom: 1px solid #ddd; background: #fff; contain: size layout style;
    grid-template-columns: 44px 1.3fr 1.3fr 112px 72px 1.6fr 76px 1fr;
  }
  .row > * { align-content: center; padding: 0 10px; white-space: pre; }`;
document.head.append(style);

const scroller = document.createElement("div");
scroller.className = "scroller";
scroller.role = "grid";
const rows = document.createElement("div");
rows.className = "rows";
scroller.append(rows);
document.body.append(scroller);

const places = Array.from({ length: PLACES }, () => {
  const row = document.createElement("div");
  row.className = "row";
  row.role = "row";
  const texts = cellsOf(1).map(() => {
    const cell = document.createElement("div");
    const text = document.createTextNode("");
    cell.append(text);
    row.append(cell);
    return text;
  });
  rows.append(row);
  return { row, texts, at: -1 };
});

function draw() {
  const above = Math.floor(scroller.scrollTop / ROW_PX) - ABOVE;
  const first = Math.min(Math.max(above, 0), ROWS - PLACES);
  for (let at = first; at < first + PLACES; at += 1) {
    const place = places[at % PLACES];
    if (!place || place.at === at) continue;
    place.at = at;
    place.row.style.transform = `translateY(${at * ROW_PX}px)`;
    const cells = cellsOf(at + 1);
    place.texts.forEach((text, n) => {
      text.data = cells[n] ?? "";
    });
  }
}

scroller.addEventListener("scroll", draw, { passive: true });
draw();
