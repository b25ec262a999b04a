const KANA = [..."あいうえおかきくけこ"];

/** Every tenth reading is that of other entries, so that rows have warnings. */
export function tableEntry(n: number) {
  const digits = String(n % 10 === 0 ? n % 1_000 : n);
  const reading = `たんご${[...digits].map((digit) => KANA[Number(digit)]).join("")}`;
  return { surface: `単語${n}番`, reading, note: n % 3 === 0 ? `備考の文 ${n}` : "" };
}
