/** Whether a row has a surface, ids and a cost, as the tables of MeCab and of its relatives. */
export function isNumbered(cells: readonly string[]): boolean {
  return cells.length >= 10 && cells.slice(1, 4).every((cell) => /^-?\d*$/.test(cell));
}

/** Whether a row is one of JUMAN, whose tables are like MeCab's but for the reading in column 9. */
export function isJuman(cells: readonly string[]): boolean {
  return isNumbered(cells) && /^[ぁ-ゖー]+$/u.test(cells[9] ?? "");
}
